import { join } from 'node:path';
import { CommandError } from '../core/command-error.js';
import { UsageError, type Command } from './command.js';
import { requireDatabase } from './run-work.js';
import { countWithNoun } from './backup-summary.js';

export const move: Command = {
  summary: 'move the embedded database to a PostgreSQL server',
  help: `Usage: queenbook move --to postgres://USER@HOST/DATABASE

Copies the embedded database in DATA_DIR to an existing, empty database on a server, with accounts, sessions and API
keys. The row count and checksum of each table are verified before the copy is committed. If the move fails, nothing is
copied. Imports and runs that are waiting or were interrupted continue when the service starts on the server. The
embedded database is not changed. Stop the service first.

Do not put a password into the address, because other users of the machine can see it. Use PGPASSWORD or ~/.pgpass.

Example:
  createdb queenbook
  queenbook move --to postgres://queenbook@127.0.0.1/queenbook
  DATABASE_URL=postgres://queenbook@127.0.0.1/queenbook SESSION_SECRET="$(cat .queenbook/session-secret)" npm start`,
  options: { to: { type: 'string' } },
  async run({ values, config: read }) {
    const to = values.to === undefined ? '' : String(values.to);
    if (!/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to)) {
      throw new UsageError('--to must be a postgres:// address. See "queenbook move --help".');
    }
    const config = requireDatabase(read());
    if (config.DATABASE_URL !== undefined) {
      throw new CommandError('DATABASE_URL is set. Unset it to move the embedded database in DATA_DIR.');
    }
    const { move: copy } = await import('../backups/move.js');
    const tables = await copy(config, to);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const secret =
      config.SESSION_SECRET === undefined
        ? `the content of ${join(config.DATA_DIR, 'session-secret')}`
        : 'the current value';
    return {
      lines: [
        `Moved ${countWithNoun(rows, 'row')} in ${countWithNoun(tables.length, 'table')}; all checksums match.`,
        `Start the service with DATABASE_URL and with ${secret} as SESSION_SECRET, so that users stay signed in.`,
        `The embedded database in ${config.DATA_DIR} is unchanged and no longer used.`,
      ],
      data: { rows, tables: Object.fromEntries(tables.map((table) => [table.name, table.rows])) },
    };
  },
};
