import { hash } from 'node:crypto';
import type { Draft, RowError } from './draft.js';
import type { Plan, RowInHand } from './plan.js';
import { isBlank } from './rows.js';
import type { RawRow } from './rows.js';

/**
 * What became of a row. One with faults is never taken in, but what is right in it still counts when the rows are held
 * against each other: so it has a draft too, without its cells, where it tells which queen it means.
 */
export interface ReadRow {
  draft: Draft | null;
  errors: RowError[];
}

const NO_DIGEST = '00000000-0000-0000-0000-000000000000';

/** Reads the rows of one table by its plan. */
export class RowReader {
  private readonly digestOfHeaders: string;

  constructor(
    private readonly headers: readonly string[],
    private readonly plan: Plan,
  ) {
    this.digestOfHeaders = hash('md5', headers.join('\0'));
  }

  /** Null for a blank row. */
  read({ row, cells }: RawRow): ReadRow | null {
    if (isBlank(cells)) return null;
    const errors: RowError[] = [];
    const { headers } = this;
    if (cells.length > headers.length) {
      const extra = cells.splice(headers.length);
      if (!isBlank(extra)) {
        const count = headers.length + extra.findLastIndex((cell) => cell.trim() !== '') + 1;
        const message = `has ${count} cells, but there are only ${headers.length} columns`;
        return { draft: null, errors: [{ row, column: null, message }] };
      }
    }
    while (cells.length < headers.length) cells.push('');

    const draft: Draft = { row, cells, digest: '' };
    const hand: RowInHand = {
      cells,
      draft,
      fault: (column, message) => errors.push({ row, column: column === null ? null : headers[column]!, message }),
      isFaulty: (column) => errors.some((error) => error.column === headers[column]),
    };
    for (let column = 0; column < cells.length; column++) {
      if (!cells[column]!.includes('\0')) continue;
      hand.fault(column, 'contains a NUL character');
      cells[column] = '';
    }
    for (const step of this.plan.steps) step(hand);
    if (errors.length > 0) {
      const known = draft.name !== undefined || draft.external_id !== undefined;
      return { draft: known ? { ...draft, cells: [], digest: NO_DIGEST } : null, errors };
    }
    draft.digest = this.digest(cells);
    return { draft, errors };
  }

  /** No cell contains the NUL character that parts them here, so different rows have different texts. */
  private digest(cells: readonly string[]): string {
    const hex = hash('md5', `${this.digestOfHeaders}\0${cells.join('\0')}`);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}
