/**
 * The row of a statement that always returns one row, such as a count.
 * @throws {Error} if there is none
 */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}
