/**
 * The row of a statement that always returns one row, such as a count.
 * @throws {Error} if there is no row
 */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}
