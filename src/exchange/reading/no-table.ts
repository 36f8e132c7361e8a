import { UnreadableFile } from './draft.js';

/** There is no table here; perhaps on the next sheet. */
export class NoTable extends UnreadableFile {}
