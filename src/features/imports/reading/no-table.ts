import { UnreadableFile } from './draft.js';

/** The sheet has no table. Another sheet may have one. */
export class NoTable extends UnreadableFile {}

/** No column identifies queens. A mapping may do so. */
export class NamesNoQueen extends NoTable {
  constructor(
    message: string,
    /** The recognized fields of the columns. */
    readonly fields: readonly (string | null)[],
  ) {
    super(message);
  }
}
