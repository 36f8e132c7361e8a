import { countKnownHeaders, isKnownHeader } from './known-headers.js';
import { isBlank } from './rows.js';
import type { RawRow } from './rows.js';

/** The header is looked for in so many rows of the file. */
export const HEADER_ROWS = 20;
/** A row below the first counts as the header with so many known headers; one might be a word in a title. */
const MIN_KNOWN = 2;

/** A row that names the delimiter for Excel, perhaps as a cell among empty ones; it is no row of the table. */
export const isDelimiterHint = (cells: readonly string[]): boolean =>
  /^sep=.?$/i.test(cells[0]?.trim() ?? '') && isBlank(cells.slice(1));

/**
 * The place of the header among rows: the row with most known or mapped headers, at least two; the first of those; if
 * there is none, the first row that is not blank. -1 where all are blank.
 */
export function findHeader(rows: readonly RawRow[], mapping?: Readonly<Record<string, unknown>>): number {
  let best = -1;
  let most = MIN_KNOWN - 1;
  let first = -1;
  for (const [place, { row, cells }] of rows.entries()) {
    if (row > HEADER_ROWS) break;
    if (isBlank(cells) || isDelimiterHint(cells)) continue;
    if (first < 0) first = place;
    const known = countKnownHeaders(cells, mapping);
    if (known > most) [best, most] = [place, known];
  }
  if (best >= 0) return best;
  return first >= 0 ? first : rows.findIndex(({ cells }) => !isBlank(cells) && !isDelimiterHint(cells));
}

/**
 * A header of two rows, as merged cells make it: below the title of a group of columns, or below nothing, the second row
 * has headers that are known, and nothing below headers that are known themselves. Null if the second row is none.
 */
export function headerOfTwoRows(
  header: RawRow,
  below: RawRow | undefined,
  mapping?: Readonly<Record<string, unknown>>,
): RawRow | null {
  if (!below || below.row !== header.row + 1) return null;
  let known = 0;
  for (const [column, cell] of below.cells.entries()) {
    if (cell.trim() === '') continue;
    if (!isKnownHeader(cell, mapping) || isKnownHeader(header.cells[column] ?? '', mapping)) return null;
    known += 1;
  }
  if (known === 0) return null;
  const width = Math.max(header.cells.length, below.cells.length);
  const cells = Array.from({ length: width }, (_, column) => {
    const lower = below.cells[column] ?? '';
    return lower.trim() === '' ? (header.cells[column] ?? '') : lower;
  });
  return { ...below, cells };
}
