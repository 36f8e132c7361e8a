import type { Command } from './command.js';
import { runWork } from './run-work.js';

export const migrate: Command = {
  summary: 'bring the database up to date',
  help: `Usage: queenbook migrate

Brings the database of DATABASE_URL, or else the embedded one in DATA_DIR, up to date. It may be run again at any time,
by several processes at once, and while the service runs.

Example:
  DATABASE_URL=postgres://queenbook@db/queenbook SESSION_SECRET=… queenbook migrate`,
  async run({ config }) {
    const data = await runWork(config(), 'migrate', {});
    const end = 'The database is up to date';
    return {
      lines: [
        ...data.migrated.map((name) => `Migrated: ${name}`),
        data.migrated.length === 0 ? `${end}; there was nothing to do.` : `${end}.`,
      ],
      data,
    };
  },
};
