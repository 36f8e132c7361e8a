import { composed } from '../../../validation/texts.js';
import { withoutGuard } from '../csv-write.js';
import type { Role } from './cells/roles.js';
import type { Draft, Format, TableHead } from './draft.js';
import type { FieldReader } from './fields.js';
import type { Fault } from './values.js';

/** A row while it is read. */
export interface RowContext {
  /** Texts that `readCell` returned, one for each header. */
  cells: readonly string[];
  draft: Draft;
  /** Reports a fault of a column, or of the whole row if the column is null. */
  fault(column: number | null, fault: Fault | string): void;
  /** Whether a fault was reported for the column. */
  isFaulty(column: number): boolean;
  /** Reports that the test has no year and that the file has no column for the year. Removes the test from the row. */
  reportMissingYear(): void;
}

export type Step = (row: RowContext) => void;

/** Describes how to read the rows of a table. It is created once, from the headers, the survey and the options. */
export interface Plan {
  format: Format;
  /** Field of each column; null for a column that is stored only as original data. */
  fields: (string | null)[];
  /** Role of each column. */
  roles: (Role | null)[];
  /** Whether the file is an export of Queenbook. */
  isOwn: boolean;
  contains: TableHead['contains'];
  /** The steps run in this order for every row. */
  steps: Step[];
}

/** Returns the trimmed text of a cell; '' if the column does not exist. */
export function cellOf(row: RowContext, column: number | undefined): string {
  return column === undefined ? '' : composed(row.cells[column] ?? '');
}

/**
 * Returns a step that reads a column with a reader. Skips empty cells.
 * @param guarded whether to remove the apostrophe of an export, see `withoutGuard`
 */
export function readColumn(column: number, read: FieldReader, guarded = false): Step {
  return ({ cells, draft, fault }) => {
    const cell = composed(cells[column] ?? '');
    const text = guarded ? withoutGuard(cell) : cell;
    if (text === '') return;
    const wrong = read(text, draft);
    if (wrong) fault(column, wrong);
  };
}
