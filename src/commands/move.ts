import { join } from 'node:path';
import { CommandError } from '../core/command-error.js';
import { UsageError, type Command } from './command.js';
import { requireDatabase } from './run-work.js';
import { countWithNoun } from './backup-summary.js';

export const move: Command = {
  summary: 'move the embedded database to a PostgreSQL server',
  help: `Usage: queenbook move --to postgres://USER@HOST/DATABASE

Copies the embedded database in DATA_DIR to a server, with accounts, sessions and keys, into a database that is there
and empty: all of it, or nothing. Row counts and checksums of each table are compared at the end. Imports and breeding
values that wait or were cut short are taken up by the service when it starts on the server. The embedded database is
left as it is. Stop the service before.

A password need not stand in the address, where others may see it: PGPASSWORD and ~/.pgpass are looked at.

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
      throw new CommandError(
        'DATABASE_URL names a server already: unset it, to move the embedded database in DATA_DIR.',
      );
    }
    const { move: copy } = await import('../backups/move.js');
    const tables = await copy(config, to);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const secret =
      config.SESSION_SECRET === undefined ? `the content of ${join(config.DATA_DIR, 'session-secret')}` : 'it is now';
    return {
      lines: [
        `Moved ${countWithNoun(rows, 'row')} in ${countWithNoun(tables.length, 'table')}; the server holds the same.`,
        `Start the service with DATABASE_URL, and with SESSION_SECRET as ${secret}, so that people stay signed in.`,
        `The embedded database in ${config.DATA_DIR} is as it was, and no longer used then.`,
      ],
      data: { rows, tables: Object.fromEntries(tables.map((table) => [table.name, table.rows])) },
    };
  },
};
