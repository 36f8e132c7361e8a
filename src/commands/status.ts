import type { Command } from './command.js';
import { requireDatabase, runWork } from './run-work.js';

export const status: Command = {
  summary: 'show the state and contents of the database',
  help: `Usage: queenbook status

Shows the kind of the database, whether it is up to date, its row counts, and its waiting, running and failed jobs. The
exit code is 1 if the database is not up to date or does not respond.

Example:
  queenbook status --json | jq .migrations.pending`,
  async run({ config }) {
    const data = await runWork(requireDatabase(config()), 'status', {});
    const { database, migrations, row_level_security: rowLevelSecurity, rows, jobs } = data;
    const pending = migrations.pending.length;
    const counts = (numbers: Record<string, number>) =>
      Object.entries(numbers)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ');
    return {
      lines: [
        `Queenbook ${data.version}, ${data.running === null ? 'not running' : `running as process ${data.running}`}`,
        `${database.kind === 'embedded' ? 'Embedded database' : 'Database on a server'}, PostgreSQL ${database.server_version}, ${(database.bytes / 1e6).toFixed(1)} MB`,
        pending === 0
          ? `Up to date (${migrations.newest})`
          : `Not up to date (missing migrations: ${pending}); run "queenbook migrate"`,
        ...(pending > 0 || rowLevelSecurity.active
          ? []
          : [`Row-level security is not active: ${rowLevelSecurity.reason}`]),
        ...(rows ? [`Rows: ${counts(rows)}`] : []),
        ...(jobs ? [`Jobs: ${counts(jobs)}`] : []),
      ],
      data,
      failed: pending > 0,
    };
  },
};
