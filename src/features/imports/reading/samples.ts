import { cutText } from '../../../core/storable-text.js';

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 100;

/** Returns up to three different values of each column. */
export function takeSamples(width: number, rows: readonly { cells: readonly string[] }[]): string[][] {
  return Array.from({ length: width }, (_, column) => {
    const samples = new Set<string>();
    for (const { cells } of rows) {
      const cell = cells[column]?.trim() ?? '';
      // The database cannot store NUL. Such a cell is reported as an error of its row.
      if (cell !== '' && !cell.includes('\0')) samples.add(cutText(cell, MAX_SAMPLE_LENGTH));
      if (samples.size === MAX_SAMPLES) break;
    }
    return [...samples];
  });
}
