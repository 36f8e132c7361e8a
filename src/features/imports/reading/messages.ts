import type { Batch, Draft, Finding, ReadOptions, TableHead, UnreadableFile, UnusedRow } from './draft.js';

/** Messages to the worker: a file to read, or `continue` after `head` or a `batch`. */
export type ToWorker = { path: string; options: ReadOptions } | 'continue';

/**
 * Messages from the worker. After `head` and each `batch`, the worker waits for `continue` before it sends the next
 * message.
 */
export type FromWorker =
  | { kind: 'head'; head: TableHead }
  | { kind: 'batch'; batch: PackedBatch }
  | ({ kind: 'unreadable' } & Pick<UnreadableFile, 'message' | 'path' | 'code' | 'details' | 'unmapped'>)
  | { kind: 'end' };

/**
 * A batch in the form that threads exchange. Copying a few long texts is much faster than copying a hundred thousand
 * cells.
 */
export interface PackedBatch {
  rows: number;
  errors: Finding[];
  warnings: Finding[];
  unused: UnusedRow[];
  /** The drafts without their cells, as JSON. */
  drafts: string;
  /** The cells of each draft. */
  cells: string[];
}

/** NUL separates the cells in a packed text, because no cell of a draft contains NUL. */
const SEPARATOR = '\0';

/** Packs a batch. Removes the cells from its drafts. */
export function pack({ rows, errors, warnings, unused, drafts }: Batch): PackedBatch {
  const cells = drafts.map((draft) => draft.cells.join(SEPARATOR));
  for (const draft of drafts) draft.cells = [];
  return { rows, errors, warnings, unused, drafts: JSON.stringify(drafts), cells };
}

export function unpack({ rows, errors, warnings, unused, drafts: json, cells }: PackedBatch): Batch {
  const drafts = JSON.parse(json) as Draft[];
  drafts.forEach((draft, index) => (draft.cells = cells[index]?.split(SEPARATOR) ?? []));
  return { rows, errors, warnings, unused, drafts };
}
