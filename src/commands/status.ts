import type { Command } from './command.js';
import { requireDatabase, runWork } from './run-work.js';

export const status: Command = {
  summary: 'say what the database holds, and whether it is in order',
  help: `Usage: queenbook status

Says which database it is, whether it is up to date, how much it holds, and what jobs wait or failed. It ends with 1
where the database is not up to date or does not answer.

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
        `Queenbook ${data.version}, ${data.running === null ? 'asked from outside' : `running as process ${data.running}`}`,
        `${database.kind === 'embedded' ? 'Embedded database' : 'Database on a server'}, PostgreSQL ${database.server_version}, ${(database.bytes / 1e6).toFixed(1)} MB`,
        pending === 0
          ? `Up to date (${migrations.newest})`
          : `Not up to date: ${pending} migrations have not run; run "queenbook migrate"`,
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
