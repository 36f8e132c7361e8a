import { columnsOf, knownFields } from './columns.js';
import { NoTable } from './no-table.js';
import type { RawRow } from './rows.js';

/** Minimum number of fields in the first column. Single words for fields may be names of queens. */
const MIN_FIELDS = 3;

/**
 * Refuses a table with one column for each queen, whose headers are in the first column. Its headers would be read as
 * the names of queens.
 * @param rows the first rows, including the header
 * @throws {NoTable}
 */
export function refuseTransposed(where: string, header: RawRow, rows: readonly RawRow[]): void {
  const cells = rows.map((row) => row.cells[0]?.trim() ?? '').filter((cell) => cell !== '');
  if (countFields(cells) < MIN_FIELDS || countFields(header.cells) > 1) return;
  throw new NoTable(
    `${where} has headers in the first column, and one column for each queen. Swap the rows and columns of the table (in a spreadsheet: copy, then paste with the option to transpose).`,
    'transposed',
  );
}

const countFields = (cells: readonly string[]): number => knownFields(columnsOf(cells, cells, undefined)).size;
