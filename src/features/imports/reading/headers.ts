/**
 * Returns the headers of the file as unique names. The second of equal headers becomes `NAME#2`, the third becomes
 * `NAME#3`. An empty header becomes its position, such as `column 7`.
 */
export function nameHeaders(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The highest number used so far, by header. */
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
