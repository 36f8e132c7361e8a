import type { RawBuilder } from 'kysely';
import type { Resource } from '../../../auth/permissions.js';
import type { ImportCounts } from '../import.entity.js';
import { exportOnly, required, time, uuid, type Kind } from './kinds.js';

/** A member of a row in the file: its column and kind. */
export type Member = readonly [column: string, kind: Kind];

export interface Rows {
  table: string;
  /** Members by their REST names. */
  members: Readonly<Record<string, Member>>;
  /** Members that earlier versions exported, but that are now computed. A restore ignores these members. */
  formerMembers?: readonly string[];
  /** Unique columns. `where` is a condition on the row `r`: only rows that meet the condition must be unique. */
  unique: readonly { columns: readonly string[]; where?: RawBuilder<unknown> }[];
  /** Columns that are not exported, with the reason. */
  excluded: Readonly<Record<string, string>>;
}

/** Rows that an export contains as a list inside their parent row. */
export interface Part extends Rows {
  /** Column that refers to the parent row. */
  parentColumn: string;
  order: readonly string[];
}

/** The rows of one table in an export: a list in `queenbook.json`, and a CSV file. */
export interface Section extends Rows {
  /** A restore needs the write permission for this resource. */
  resource: Resource;
  /** Name in the counts of an import. Without a name, the rows are not counted. */
  countedAs?: keyof ImportCounts;
  /** Columns that determine the order of the rows. */
  order: readonly string[];
  /** Condition on the row `r`. Default: all rows. */
  where?: RawBuilder<unknown>;
  parts?: Readonly<Record<string, Part>>;
  /**
   * Additional columns of the CSV file, selected from `r`. These columns make the file understandable without the other
   * files.
   */
  csvColumns?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Columns that a restore computes. */
  computed?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** SQL types of the computed columns. */
  computedTypes?: Readonly<Record<string, string>>;
  /**
   * True for sections with settings. An account with such rows still counts as empty. The rows of the file replace the
   * rows of the account, if the file has any.
   */
  replaces?: true;
  /** Checks several members together; returns the faulty member and the message. */
  check?: (row: Record<string, unknown>) => readonly [member: string, message: string] | undefined;
}

export const ID = { id: ['id', required(uuid)] } as const;
export const STAMPS = {
  created_at: ['created_at', required(time)],
  updated_at: ['updated_at', exportOnly(time)],
} as const;
export const IMPORT_ID = { import_id: 'the restore sets the id of its own import' };
export const EXCLUDED = {
  ...IMPORT_ID,
  edited_at: 'only used by an undo, and imports from before a restore cannot be undone',
};

/** Creates members with columns of the same names. */
export const sameNames = (members: Record<string, Kind>): Record<string, Member> =>
  Object.fromEntries(Object.entries(members).map(([name, kind]) => [name, [name, kind]]));
