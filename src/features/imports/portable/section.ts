import type { RawBuilder } from 'kysely';
import type { Resource } from '../../../auth/permissions.js';
import type { Counts } from '../apply/outcome.js';
import { onlyTold, required, time, uuid, type Kind } from './kinds.js';

/** A member of a row in the file: its column and what it may hold. */
export type Member = readonly [column: string, kind: Kind];

export interface Rows {
  table: string;
  /** By their names in REST. */
  members: Readonly<Record<string, Member>>;
  /** Members that earlier exports held, of what is worked out now: a restore passes them over. */
  former?: readonly string[];
  /** Columns that no other row has alike; `where` picks the rows that are compared, `r` being a row. */
  unique: readonly { columns: readonly string[]; where?: RawBuilder<unknown> }[];
  /** Columns that an export does not hold, each with the reason why. */
  left: Readonly<Record<string, string>>;
}

/** Rows that are told with the row they belong to, as a list in it. */
export interface Part extends Rows {
  /** The column that names that row. */
  of: string;
  order: readonly string[];
}

/** A kind of rows in an export: a list in `queenbook.json`, and a file of comma-separated values. */
export interface Section extends Rows {
  /** What it takes to bring such rows in. */
  resource: Resource;
  /** How an import's counts call them; those without are not counted. */
  counted?: keyof Counts;
  /** Columns in whose order the rows are told. */
  order: readonly string[];
  /** Which rows, `r` being one; all if absent. */
  where?: RawBuilder<unknown>;
  parts?: Readonly<Record<string, Part>>;
  /** What is told besides in the file of comma-separated values, so that it can be read by itself; from `r`. */
  besides?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Columns that a restore fills by itself. */
  filled?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** Their types. */
  filledTypes?: Readonly<Record<string, string>>;
  /** Settings, which may be there in an account that is empty otherwise: those that stand give way. */
  replaces?: true;
  /** What no single member shows: the member at fault and what is wrong. */
  check?: (row: Record<string, unknown>) => readonly [member: string, message: string] | undefined;
}

export const ID = { id: ['id', required(uuid)] } as const;
export const STAMPS = {
  created_at: ['created_at', required(time)],
  updated_at: ['updated_at', onlyTold(time)],
} as const;
export const IMPORT_ID = { import_id: 'the row that a restore writes belongs to the restore' };
export const LEFT = {
  ...IMPORT_ID,
  edited_at: 'only an undo asks for it, and nothing before a restore can be undone',
};

/** Members whose columns have the same names. */
export const plainly = (members: Record<string, Kind>): Record<string, Member> =>
  Object.fromEntries(Object.entries(members).map(([name, kind]) => [name, [name, kind]]));
