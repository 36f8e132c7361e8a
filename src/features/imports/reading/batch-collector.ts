import type { FaultCode } from '../../../core/fault-codes.js';
import { toStorableText } from '../../../core/storable-text.js';
import type { Batch, Draft, Finding, UnusedRow } from './draft.js';
import type { RawRow } from './rows.js';

/**
 * Result of reading a row. A row with errors is not imported. If a row with errors identifies a queen, `draft` contains
 * the valid parts of the row without the cells, so that later steps can compare these parts with other rows.
 */
export interface ReadRow {
  draft: Draft | null;
  errors: Finding[];
}

/** A batch ends early when its cells contain this many characters, because a thousand rows can be large. */
const MAX_BATCH_CHARACTERS = 4 * 1024 * 1024;

const emptyBatch = (): Batch => ({ rows: 0, drafts: [], errors: [], warnings: [], unused: [] });

/** Collects the rows, errors and warnings of a file for the next batch. */
export class BatchCollector {
  private batch = emptyBatch();
  private characters = 0;

  warn(
    code: FaultCode,
    row: number | null,
    column: string | null,
    message: string,
    params: Readonly<Record<string, unknown>> = {},
  ): void {
    this.batch.warnings.push({ row, column, message, code, params });
  }

  addUnused(state: UnusedRow['state'], { row, cells, original = cells }: RawRow): void {
    this.batch.unused.push({ row, state, cells: original.map(toStorableText) });
  }

  addRow({ draft, errors }: ReadRow, raw: RawRow): void {
    this.batch.rows++;
    if (draft) this.batch.drafts.push(draft);
    this.batch.errors.push(...errors);
    if (errors.length > 0) this.addUnused('faulty', raw);
    for (const cell of raw.cells) this.characters += cell.length;
  }

  isFull(maxRows: number): boolean {
    return this.batch.rows >= maxRows || this.characters >= MAX_BATCH_CHARACTERS;
  }

  take(): Batch {
    const { batch } = this;
    this.batch = emptyBatch();
    this.characters = 0;
    return batch;
  }
}
