import { migrations } from '../../migrations/index.js';
import { CommandError } from '../core/command-error.js';
import type { MeasuredTable, Table } from './tables.js';

/** All that a database holds, to be written into another. */
export interface Contents {
  /** Those that had run, in their order. */
  migrations: string[];
  tables: MeasuredTable[];
  rowsOf(table: Table): AsyncIterable<Uint8Array>;
}

/** @returns the newest migration that had run. @throws {CommandError} */
export function newestKnownMigration(ran: string[]): string {
  const known = migrations.map(({ name }) => name);
  const strange = ran.find((name, index) => known[index] !== name);
  if (strange !== undefined) {
    throw new CommandError(
      known.includes(strange)
        ? `The migrations that had run are not in this program's order, beginning with ${strange}.`
        : `The schema is newer than this program, which does not know ${strange}. Install a newer Queenbook first.`,
    );
  }
  return ran.at(-1)!;
}
