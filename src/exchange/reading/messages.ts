import type { Batch, Draft, ReadOptions, RowError, TableHead, UnreadableFile } from './draft.js';

/** What the worker is started with. */
export interface WorkerInput {
  path: string;
  options: ReadOptions;
}

/** A batch on its way between threads: the cells of each draft as one text, which is copied far faster than many. */
export interface PackedBatch {
  rows: number;
  drafts: Omit<Draft, 'cells'>[];
  cells: string[];
  errors: RowError[];
}

/** From the worker; after `head` and each `batch` it waits to be told to go on. */
export type FromWorker =
  | { kind: 'head'; head: TableHead }
  | { kind: 'batch'; batch: PackedBatch }
  | { kind: 'unreadable'; message: string; path: UnreadableFile['path']; code: UnreadableFile['code'] }
  | { kind: 'end' };

/** No cell of a draft contains the NUL character, so it can part them. */
const SEPARATOR = '\0';

export function pack({ rows, drafts, errors }: Batch): PackedBatch {
  const cells = drafts.map((draft) => draft.cells.join(SEPARATOR));
  return { rows, drafts: drafts.map(({ cells: _cells, ...rest }) => rest), cells, errors };
}

export function unpack({ rows, drafts, cells, errors }: PackedBatch): Batch {
  return { rows, drafts: drafts.map((draft, index) => ({ ...draft, cells: cells[index]!.split(SEPARATOR) })), errors };
}
