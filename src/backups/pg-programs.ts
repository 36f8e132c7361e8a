import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { CommandError } from '../core/command-error.js';
import { onlyRow } from '../db/only-row.js';
import type { Queryable } from './tables.js';

export type ProgramName = 'pg_dump' | 'pg_restore' | 'psql';

/**
 * The address without its password, and the environment with the password. The password is not passed as an argument,
 * because all users of the machine can see the arguments of a process.
 */
export function connection(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  address.password = '';
  // The driver also accepts passwords with a percent sign that is not encoded.
  const { password } = new pg.Client(url);
  return {
    address: address.href,
    env: {
      ...process.env,
      PGAPPNAME: 'queenbook-backup',
      ...(password && { PGPASSWORD: password }),
    },
  };
}

export interface Running {
  child: ChildProcessWithoutNullStreams;
  /** Resolves on success; rejects with the program's error message. */
  ended: Promise<void>;
}

export function run(name: ProgramName, args: string[], env: NodeJS.ProcessEnv = process.env): Running {
  const child = spawn(name, args, { env, stdio: 'pipe' });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = `${output}${text}`.slice(-10_000)));
  const ended = (async () => {
    const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      throw startError(name, error);
    })) as [number | null];
    if (code !== 0) throw new CommandError(`${name} failed: ${errorLine(output) || `exit code ${code}`}`);
  })();
  // The caller awaits `ended` later. Without this handler, a rejection before then would end the process.
  ended.catch(() => undefined);
  return { child, ended };
}

/**
 * The line with the error. The pattern matches `error` only as a separate word, because a notice can contain a table
 * name that ends in "error".
 */
const errorLine = (output: string) =>
  output.split('\n').find((line) => /\b(?:error|fatal):/i.test(line)) ?? output.split('\n')[0] ?? '';

const startError = (name: string, { code, message }: NodeJS.ErrnoException) =>
  code === 'ENOENT'
    ? new CommandError(`${name} was not found. ${INSTALL_HINT}`)
    : new CommandError(`${name}: ${message}`);

const INSTALL_HINT =
  'Install the PostgreSQL client programs (postgresql-client), or use "queenbook backup --portable".';

/** @throws {CommandError} if the program is missing or older than the server */
export async function requireProgram(name: ProgramName, db: Queryable): Promise<void> {
  const { child, ended } = run(name, ['--version']);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await ended;
  const major = Number(/(\d{1,4})(?:\.\d+|beta\d+|rc\d+|devel)/.exec(output)?.[1]);
  const server = onlyRow(
    await db.query<{ major: number }>(`select current_setting('server_version_num')::integer / 10000 as major`),
  );
  if (major < server.major) {
    throw new CommandError(`${name} has version ${major}, but the server has version ${server.major}. ${INSTALL_HINT}`);
  }
}
