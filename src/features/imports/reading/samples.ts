const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 100;

/** Up to three different values of each column among the first rows, so that people see what a column holds. */
export function takeSamples(width: number, rows: readonly { cells: readonly string[] }[]): string[][] {
  return Array.from({ length: width }, (_, column) => {
    const samples = new Set<string>();
    for (const { cells } of rows) {
      const cell = cells[column]?.trim() ?? '';
      // What no database can hold is told as the row's fault, and is no sample.
      if (cell !== '' && !cell.includes('\0')) samples.add(cell.slice(0, LONGEST_SAMPLE));
      if (samples.size === MOST_SAMPLES) break;
    }
    return [...samples];
  });
}
