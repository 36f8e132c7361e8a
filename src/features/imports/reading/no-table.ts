import type { UnreadableKind } from '../../../core/fault-codes.js';
import { UnreadableFile } from './draft.js';

/** Thrown if a sheet has no table. Another sheet may have one. */
export class NoTable extends UnreadableFile {
  constructor(message: string, kind: UnreadableKind, given?: string) {
    super(message, 'file', 'validation_failed', given === undefined ? { kind } : { kind, given });
  }
}

/** Thrown if no column identifies queens. A mapping may name such a column. */
export class NamesNoQueen extends NoTable {
  constructor(
    message: string,
    /** The recognized fields of the columns. */
    readonly fields: readonly (string | null)[],
    kind: UnreadableKind = 'no_queen_column',
  ) {
    super(message, kind);
  }
}
