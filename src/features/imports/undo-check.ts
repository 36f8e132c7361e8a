import type { RawBuilder } from 'kysely';
import type { Resource } from '../../auth/permissions.js';
import type { ObstacleKind } from '../../core/fault-codes.js';

/** A condition that blocks the undo of an import. */
export interface Check {
  kind: ObstacleKind;
  /** Rows that block the undo; selects `called`. */
  rows: (mine: { account: RawBuilder<unknown>; id: RawBuilder<unknown> }) => RawBuilder<unknown>;
  /** Subject and predicate of the message, in singular and plural. */
  subject: [one: string, many: string];
  predicate: [one: string, many: string];
  /** Whether the message names some of them. */
  isNamed: boolean;
  /**
   * Resource of the rows, if it is not that of the import. A caller who may not read it gets neither names nor numbers.
   */
  resource?: Resource;
}

/** A reason that blocks the undo, with params by which an interface translates it. */
export interface Obstacle {
  message: string;
  params?: { kind: ObstacleKind; count?: number; names?: string[]; queen?: string; hive?: string };
}
