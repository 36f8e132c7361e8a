import { migrations } from '../../migrations/index.js';
import { Refusal } from '../core/refusal.js';
import type { Measured, Table } from './tables.js';

/** All that a database holds, to be written into another. */
export interface Contents {
  /** Those that had run, in their order. */
  migrations: string[];
  tables: Measured[];
  rowsOf(table: Table): AsyncIterable<Uint8Array>;
}

/** @returns the newest migration that had run. @throws {Refusal} */
export function newestOf(ran: string[]): string {
  const known = migrations.map(({ name }) => name);
  const strange = ran.find((name, index) => known[index] !== name);
  if (strange !== undefined) {
    throw new Refusal(
      known.includes(strange)
        ? `The migrations that had run are not in this program's order, beginning with ${strange}.`
        : `The schema is newer than this program, which does not know ${strange}. Install a newer Queenbook first.`,
    );
  }
  return ran.at(-1)!;
}
