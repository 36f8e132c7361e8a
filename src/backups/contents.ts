import { migrations } from '../../migrations/index.js';
import { CommandError } from '../core/command-error.js';
import type { MeasuredTable, Table } from './tables.js';

/** The contents of a database, for writing them to another database. */
export interface Contents {
  /** Applied migrations, in order. */
  migrations: string[];
  tables: MeasuredTable[];
  rowsOf(table: Table): AsyncIterable<Uint8Array>;
}

/**
 * @returns the newest applied migration, if any is applied
 * @throws {CommandError} if this program does not know the applied migrations
 */
export function newestKnownMigration(ran: string[]): string | undefined {
  const known = migrations.map(({ name }) => name);
  const unknown = ran.find((name, index) => known[index] !== name);
  if (unknown !== undefined) {
    throw new CommandError(
      known.includes(unknown)
        ? `The migrations of the database were applied in a different order than in this program. The first difference is ${unknown}.`
        : `The schema is newer than this program: it has the unknown migration ${unknown}. Install a newer Queenbook first.`,
    );
  }
  return ran.at(-1);
}
