import type { Column } from '../ui/list-table.js';
import type { QueenRow } from './queens-query.js';
import type { ChosenColumn } from './shown-columns.js';

/** A column of the list of queens. */
export interface QueenColumn extends Column<QueenRow> {
  id: ChosenColumn | 'select' | 'name' | 'number';
  /** Whether the column cannot be hidden. */
  always?: boolean;
  /** The group in the choice of columns; absent for the queen's own data. */
  group?: 'values' | 'tests';
  /** The name in the choice of columns, if it is not the header. */
  choice?: string;
}
