import { composed } from '../../../validation/texts.js';
import { withoutGuard } from '../csv-write.js';
import type { Role } from './cells/roles.js';
import type { Draft, Format, TableHead } from './draft.js';
import type { FieldReader } from './fields.js';
import type { Fault } from './values.js';

/** A row while it is read. */
export interface RowInHand {
  /** Texts as they count, see `readCell`; as many as headers. */
  cells: readonly string[];
  draft: Draft;
  /** Notes what is wrong, with the column at fault; null where it is the row as a whole. */
  fault(column: number | null, fault: Fault | string): void;
  /** Whether something was wrong in that column. */
  isFaulty(column: number): boolean;
  /** Notes that its test has no year, and the file no column for it; the row loses its test. */
  missYear(): void;
}

export type Step = (row: RowInHand) => void;

/** How the rows of a table are read, settled once from its headers. */
export interface Plan {
  format: Format;
  /** For each column the field it tells, null where it is only kept in the origin data. */
  fields: (string | null)[];
  /** For each column what its cells name. */
  roles: (Role | null)[];
  /** Whether this service wrote the file. */
  isOwn: boolean;
  brings: TableHead['brings'];
  /** Taken in this order for every row. */
  steps: Step[];
}

/** What a cell says in a row: trimmed, '' where there is no such column. */
export function cellOf(row: RowInHand, column: number | undefined): string {
  return column === undefined ? '' : composed(row.cells[column]!);
}

/** Reads one column by one reader; an empty cell says nothing. @param guarded see `withoutGuard` */
export function readColumn(column: number, read: FieldReader, guarded = false): Step {
  return ({ cells, draft, fault }) => {
    const cell = composed(cells[column]!);
    const text = guarded ? withoutGuard(cell) : cell;
    if (text === '') return;
    const wrong = read(text, draft);
    if (wrong) fault(column, wrong);
  };
}
