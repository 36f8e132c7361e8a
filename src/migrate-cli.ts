import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { runCommand, say, UsageError } from './command.js';
import { QUEUES } from './queues.js';
import { migrateAll } from './migrate.js';

const USAGE = `Usage: npm run migrate

Brings the database of DATABASE_URL, or else the embedded one in DATA_DIR, up to date. It may be run again at any time
and by several processes at once.`;

await runCommand(USAGE, () => {
  if (wantsHelp()) {
    say(USAGE);
    return undefined;
  }
  return async (orm) => {
    const names = await migrateAll(orm, QUEUES);
    for (const name of names) say(`Migrated: ${name}`);
    say(names.length === 0 ? 'The database is up to date; there was nothing to do.' : 'The database is up to date.');
  };
});

function wantsHelp(): boolean {
  try {
    return parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help === true;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
