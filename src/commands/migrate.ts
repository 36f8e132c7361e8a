import type { Command } from './command.js';
import { runWork } from './run-work.js';

export const migrate: Command = {
  summary: 'migrate the database to this version',
  help: `Usage: queenbook migrate

Runs the missing migrations on the database of DATABASE_URL or, if this is not set, on the embedded database in
DATA_DIR. The command can run at any time, even repeatedly, in several processes at once, or while the service is
running.

Example:
  DATABASE_URL=postgres://queenbook@db/queenbook SESSION_SECRET=… queenbook migrate`,
  async run({ config }) {
    const data = await runWork(config(), 'migrate', {});
    const end = 'The database is up to date';
    return {
      lines: [
        ...data.migrated.map((name) => `Migrated: ${name}`),
        data.migrated.length === 0 ? `${end}; no migrations were missing.` : `${end}.`,
      ],
      data,
    };
  },
};
