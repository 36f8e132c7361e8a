import type { RawBuilder } from 'kysely';
import type { Resource } from '../../auth/permissions.js';
import type { ObstacleKind } from '../../core/fault-codes.js';

/** A condition that blocks the undo of an import. */
export interface Check {
  kind: ObstacleKind;
  /** Query of the rows that block the undo. Its column `called` names a row. */
  rows: (mine: { account: RawBuilder<unknown>; id: RawBuilder<unknown> }) => RawBuilder<unknown>;
  /** Subject and predicate of the message, in singular and plural. */
  subject: [one: string, many: string];
  predicate: [one: string, many: string];
  /** Whether the message names some of the rows. */
  isNamed: boolean;
  /**
   * Resource of the rows, if a caller needs a separate permission to read them. A caller without this permission gets
   * neither names nor counts.
   */
  resource?: Resource;
}

/** A reason that blocks the undo. An interface uses `params` to translate it. */
export interface Obstacle {
  message: string;
  params?: { kind: ObstacleKind; count?: number; names?: string[]; queen?: string; hive?: string };
}
