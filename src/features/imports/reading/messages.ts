import type { Batch, ReadOptions, TableHead, UnreadableFile } from './draft.js';

/** Messages to the worker: a file to read, or `continue` after `head` or a `batch`. */
export type ToWorker = { path: string; options: ReadOptions } | 'continue';

/**
 * Messages from the worker. After `head` and each `batch`, the worker waits for `continue` before it sends the next
 * message.
 */
export type FromWorker =
  | { kind: 'head'; head: TableHead }
  | { kind: 'batch'; batch: Batch }
  | ({ kind: 'unreadable' } & Pick<UnreadableFile, 'message' | 'path' | 'code' | 'details' | 'unmapped'>)
  | { kind: 'end' };
