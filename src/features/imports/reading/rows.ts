import { UnreadableFile } from './draft.js';
import type { TextEncoding } from './encoding.checks.js';
import type { MergedRange } from './merged-cells.js';

/** Maximum number of skipped blank rows. Without this limit, reading a file of blank rows could take a minute. */
const MAX_BLANK_ROWS = 1_000_000;

/**
 * Properties of a spreadsheet cell besides its text: a formula without a stored value, a date, or a number that is
 * shown with a number format.
 */
export type CellMark = { kind: 'formula' } | { kind: 'date' } | { kind: 'padded'; text: string };

/** A row of the file before it is interpreted. */
export interface RawRow {
  /** Row number as in a spreadsheet: blank rows count, and a record with line breaks is one row. */
  row: number;
  /** Texts of all cells of the row. */
  cells: string[];
  /** Marks of cells, by column; absent if there are none. */
  marks?: ReadonlyMap<number, CellMark>;
  /** The cells as in the file, if the breeder corrected some cells. */
  original?: string[];
}

/** The rows of a file or sheet in small batches, which are faster than single rows. */
export type RawRows = AsyncGenerator<RawRow[], void, undefined>;

/** A table of a file: a sheet of a workbook, or a text file (`name` is null). */
export interface RawTable {
  name: string | null;
  /** Whether the workbook hides the sheet. */
  isHidden: boolean;
  /** Merged cells of a workbook. They are known after all rows were read. */
  merged?: readonly MergedRange[];
  rows(): RawRows;
}

/** An opened file. */
export interface RawFile {
  tables: RawTable[];
  /** Present only for a text file. */
  encoding?: TextEncoding;
  close(): Promise<void>;
}

/** Names of all sheets of a workbook; empty for a text file. */
export const sheetNames = ({ tables }: RawFile): string[] =>
  tables.flatMap(({ name }) => (name === null ? [] : [name]));

/** Leaves out blank rows. */
export async function* withoutBlank(rows: RawRows): RawRows {
  let blank = 0;
  for await (const some of rows) {
    const filled = some.filter(({ cells }) => !isBlank(cells));
    blank += some.length - filled.length;
    if (blank > MAX_BLANK_ROWS) throw new UnreadableFile('The file has more than a million blank rows; delete them.');
    yield filled;
  }
}

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
