import { UnreadableFile } from './draft.js';
import type { TextEncoding } from './encoding.checks.js';

/** Blank rows that are passed over: a file of nothing else would be read for a minute. */
const MOST_BLANK = 1_000_000;

/** What a spreadsheet knows about a cell beyond its text: a formula whose value is not stored, a date, a number that it shows otherwise. */
export type CellMark = { kind: 'formula' } | { kind: 'date' } | { kind: 'padded'; text: string };

/** A row as it stands in the file, before anything is made of it. */
export interface RawRow {
  /** As a spreadsheet counts: blank rows count too, a record with line breaks inside is one. */
  row: number;
  /** Its cells as text, as many as the row has. */
  cells: string[];
  /** By column; absent where there are none. */
  marks?: ReadonlyMap<number, CellMark>;
}

/** The rows of a file or of one sheet, a handful at a time, so that nobody waits for each of them. */
export type RawRows = AsyncGenerator<RawRow[], void, undefined>;

/** One table of a file: its only one (`name` null) or a sheet of a workbook. */
export interface RawTable {
  name: string | null;
  /** Whether the workbook keeps it out of sight. */
  isHidden: boolean;
  rows(): RawRows;
}

/** An opened file. */
export interface RawFile {
  tables: RawTable[];
  /** Of a file of text. */
  encoding?: TextEncoding;
  close(): Promise<void>;
}

/** Those that have anything in them. */
export async function* withoutBlank(rows: RawRows): RawRows {
  let blank = 0;
  for await (const some of rows) {
    const filled = some.filter(({ cells }) => !isBlank(cells));
    blank += some.length - filled.length;
    if (blank > MOST_BLANK) throw new UnreadableFile('The file has more than a million blank rows; delete them.');
    yield filled;
  }
}

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
