import type { FaultCode } from '../../../core/fault-codes.js';
import type { Finding } from './draft.js';

/** Gathers warnings while a file is read, to be taken away with each batch of rows. */
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
