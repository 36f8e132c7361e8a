/**
 * Names of columns as they stand in the file. Of equal ones the second is `NAME#2`, the third `NAME#3`;
 * an empty one is called by its place, `column 7`.
 */
export function nameHeaders(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The number that the last of several equal ones has: the next goes on from there. */
  const numbers = new Map<string, number>();
  return cells.map((cell, index) => {
    const wanted = cell.trim() === '' ? `column ${index + 1}` : cell;
    let name = wanted;
    let number = numbers.get(wanted) ?? 1;
    while (taken.has(name)) name = `${wanted}#${++number}`;
    numbers.set(wanted, number);
    taken.add(name);
    return name;
  });
}
