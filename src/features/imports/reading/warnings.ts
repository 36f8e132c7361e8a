import type { FaultCode } from '../../../core/fault-codes.js';
import type { Finding } from './draft.js';

/** Collects the warnings of a file for the next batch. */
export class Warnings {
  private list: Finding[] = [];

  add(
    code: FaultCode,
    row: number | null,
    column: string | null,
    message: string,
    params: Readonly<Record<string, unknown>> = {},
  ): void {
    this.list.push({ row, column, message, code, params });
  }

  take(): Finding[] {
    const taken = this.list;
    this.list = [];
    return taken;
  }
}
