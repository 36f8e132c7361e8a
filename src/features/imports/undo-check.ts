import type { RawBuilder } from 'kysely';
import type { Resource } from '../../auth/permissions.js';

/** What may keep an import from being undone. */
export interface Check {
  /** Rows that stand in the way; selects `called`. */
  rows: (mine: { account: RawBuilder<unknown>; id: RawBuilder<unknown> }) => RawBuilder<unknown>;
  /** What they are, and what keeps the import: each of one and of many. */
  what: [one: string, many: string];
  does: [one: string, many: string];
  /** A few of them are named. */
  isNamed: boolean;
  /** Of another resource than the import: who may not read it is not told which, or how many. */
  resource?: Resource;
}
