import { UnreadableFile } from './draft.js';

/** There is no table here; perhaps on the next sheet. */
export class NoTable extends UnreadableFile {}

/** None of the columns names a queen; a mapping may say which one does. */
export class NamesNoQueen extends NoTable {
  constructor(
    message: string,
    /** What the columns were taken for. */
    readonly fields: readonly (string | null)[],
  ) {
    super(message);
  }
}
