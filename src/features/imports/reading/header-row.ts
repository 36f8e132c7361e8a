import { countKnownHeaders, isKnownHeader } from './known-headers.js';
import { isBlank } from './rows.js';
import type { RawRow } from './rows.js';

/** Number of rows at the beginning of a file that are searched for the header. */
export const HEADER_ROWS = 20;
/** Minimum number of known headers in a header row. A single known header might be a word in a title. */
const MIN_KNOWN_HEADERS = 2;

/**
 * Whether the row is `sep=`, which names the delimiter for Excel. Empty cells may follow. The row is not part of the
 * table.
 */
export const isDelimiterHint = (cells: readonly string[]): boolean =>
  /^sep=.?$/i.test(cells[0]?.trim() ?? '') && isBlank(cells.slice(1));

/**
 * Returns the position of the header. This is the row with the most known or mapped headers, if it has at least two. If
 * several rows have the same number, it is the first of these rows. If no row has two known headers, it is the first
 * row that is not blank. Returns -1 if all rows are blank.
 */
export function findHeader(rows: readonly RawRow[], mapping?: Readonly<Record<string, unknown>>): number {
  let best = -1;
  let most = MIN_KNOWN_HEADERS - 1;
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
 * Joins the header with the row of titles above it. For example, the title `Mutter` above the headers `Nr` and `Name`
 * results in `Mutter Nr` and `Name`, because `Mutter Name` is not a known header. A title above an empty cell is a
 * header itself. Returns null if the row above contains no titles. It contains titles if it has a known header above an
 * empty cell, or if the header has equal cells and the row above has at least two known headers.
 */
export function headerWithTitles(
  above: RawRow | undefined,
  header: RawRow,
  mapping?: Readonly<Record<string, unknown>>,
): RawRow | null {
  if (above?.row !== header.row - 1) return null;
  const textAt = ({ cells }: RawRow, column: number) => cells[column]?.trim() ?? '';
  const filled = header.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isRepeated = new Set(filled).size < filled.length && countKnownHeaders(above.cells, mapping) > 1;
  const isSplit = above.cells.some((cell, column) => textAt(header, column) === '' && isKnownHeader(cell, mapping));
  if (!isRepeated && !isSplit) return null;
  let title = '';
  const cells = Array.from({ length: Math.max(above.cells.length, header.cells.length) }, (_, column) => {
    const [upper, lower] = [textAt(above, column), textAt(header, column)];
    title = lower === '' ? '' : upper || title;
    const joined = `${title} ${lower}`;
    if (lower === '') return upper;
    return title !== '' && isKnownHeader(title, mapping) && isKnownHeader(joined, mapping) ? joined : lower;
  });
  return { ...header, cells };
}

/**
 * Joins a header of two rows, which merged cells produce. In such a header, each filled cell of the second row is a
 * known header, and the cell above it is empty or a group title. Returns null if the second row is not part of the
 * header.
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
