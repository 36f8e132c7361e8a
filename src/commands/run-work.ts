import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../core/config.js';
import { runOnService } from './admin-client.js';
import { CommandError } from '../core/command-error.js';
import type { AnswerOf, InputOf, WorkName } from './work/work.js';

/**
 * Runs a command's work on the configured database. If a service has the embedded database open, the service does the
 * work. Otherwise, this process opens the database.
 */
export async function runWork<Name extends WorkName>(
  config: Config,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  const response = await runOnService(config, name, input);
  if (response) return response.data as AnswerOf<Name>;
  const [{ WORK_HANDLERS }, { openWorkContext }] = await Promise.all([
    import('./work/work.js'),
    import('./work/open-work-context.js'),
  ]);
  const context = await openWorkContext(config);
  try {
    const work = WORK_HANDLERS[name] as (workContext: typeof context, input: InputOf<Name>) => Promise<AnswerOf<Name>>;
    return await work(context, input);
  } finally {
    await context.orm.close();
  }
}

/**
 * Requires an existing database, because commands that only read must not create one.
 * @throws {CommandError}
 */
export function requireDatabase(config: Config): Config {
  if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, 'database'))) {
    throw new CommandError(`There is no database in DATA_DIR ${config.DATA_DIR}, and DATABASE_URL is not set.`);
  }
  return config;
}
