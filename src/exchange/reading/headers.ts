/**
 * Names of columns as they stand in the file. Of equal ones the second is `NAME#2`, the third `NAME#3`;
 * an empty one is called by its place, `column 7`.
 */
export function nameHeaders(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, index) => {
    const wanted = cell.trim() === '' ? `column ${index + 1}` : cell;
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}#${n}`;
    taken.add(name);
    return name;
  });
}
