/** A row as it stands in the file, before anything is made of it. */
export interface RawRow {
  /** As a spreadsheet counts: blank rows count too, a record with line breaks inside is one. */
  row: number;
  /** Its cells as text, as many as the row has. */
  cells: string[];
}

/** The rows of a file or of one sheet, a handful at a time, so that nobody waits for each of them. */
export type RawRows = AsyncGenerator<RawRow[], void, undefined>;

/** One table of a file: its only one (`name` null) or a sheet of a workbook. */
export interface RawTable {
  name: string | null;
  rows(): RawRows;
}

/** An opened file. */
export interface RawFile {
  tables: RawTable[];
  close(): Promise<void>;
}

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
