import type { RawBuilder } from 'kysely';
import type { Resource } from '../../../auth/permissions.js';
import type { Counts } from '../apply/outcome.js';
import { exportOnly, required, time, uuid, type Kind } from './kinds.js';

/** A member of a row in the file: its column and kind. */
export type Member = readonly [column: string, kind: Kind];

export interface Rows {
  table: string;
  /** Members by their REST names. */
  members: Readonly<Record<string, Member>>;
  /** Members of earlier exports that are computed now. A restore ignores them. */
  formerMembers?: readonly string[];
  /** Unique columns; `where` selects the rows that are compared, `r` being a row. */
  unique: readonly { columns: readonly string[]; where?: RawBuilder<unknown> }[];
  /** Columns that are not exported, with the reason. */
  excluded: Readonly<Record<string, string>>;
}

/** Rows that are exported as a list in the row that they belong to. */
export interface Part extends Rows {
  /** Column that refers to that row. */
  parentColumn: string;
  order: readonly string[];
}

/** A kind of rows in an export: a list in `queenbook.json`, and a CSV file. */
export interface Section extends Rows {
  /** Resource whose write permission a restore needs. */
  resource: Resource;
  /** Name in the counts of an import; rows without one are not counted. */
  countedAs?: keyof Counts;
  /** Columns by which the rows are ordered. */
  order: readonly string[];
  /** Condition on the rows, `r` being a row. Default: all. */
  where?: RawBuilder<unknown>;
  parts?: Readonly<Record<string, Part>>;
  /** Additional columns of the CSV file, so that it can be understood by itself; selected from `r`. */
  csvColumns?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Columns that a restore computes. */
  computed?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** SQL types of the computed columns. */
  computedTypes?: Readonly<Record<string, string>>;
  /** Set for settings, which an otherwise empty account may have: a restore replaces existing rows. */
  replaces?: true;
  /** Checks several members together; returns the faulty member and the message. */
  check?: (row: Record<string, unknown>) => readonly [member: string, message: string] | undefined;
}

export const ID = { id: ['id', required(uuid)] } as const;
export const STAMPS = {
  created_at: ['created_at', required(time)],
  updated_at: ['updated_at', exportOnly(time)],
} as const;
export const IMPORT_ID = { import_id: 'the row that a restore writes belongs to the restore' };
export const EXCLUDED = {
  ...IMPORT_ID,
  edited_at: 'only used by an undo, and nothing before a restore can be undone',
};

/** Members whose columns have the same names. */
export const sameNames = (members: Record<string, Kind>): Record<string, Member> =>
  Object.fromEntries(Object.entries(members).map(([name, kind]) => [name, [name, kind]]));
