import { ConfigError, readConfig, type Config } from './config.js';
import { DataDirLocked } from './data-dir-lock.js';
import { ServiceError } from './errors.js';
import { openOrm, type Orm } from './orm.js';

/** A command that was called in a way it does not know. */
export class UsageError extends Error {}

export const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs a command on the configured database and sets the exit code: 0, 1 where it failed, 2 where it was called wrongly.
 * @param prepare reads the arguments; returns what to do, or nothing where all is said
 */
export async function runCommand(
  usage: string,
  prepare: () => ((orm: Orm, config: Config) => Promise<void>) | undefined,
): Promise<void> {
  try {
    const work = prepare();
    if (!work) return;
    const config = readConfig(process.env);
    const orm = await openOrm(config);
    try {
      await work(orm, config);
    } finally {
      await orm.close();
    }
  } catch (error) {
    const wrongCall = error instanceof UsageError;
    process.stderr.write(`${reason(error)}\n${wrongCall ? `\n${usage}\n` : ''}`);
    process.exitCode = wrongCall ? 2 : 1;
  }
}

function reason(error: unknown): string {
  if (error instanceof DataDirLocked) {
    return `${error.message}. Stop the service first, then start it again.`;
  }
  if (error instanceof ConfigError || error instanceof UsageError || error instanceof ServiceError)
    return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (process.env.DATABASE_URL && (code || error instanceof AggregateError)) {
    return `The database of DATABASE_URL cannot be used (${[code, message].filter(Boolean).join(': ')})`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
