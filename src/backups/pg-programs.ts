import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CommandError } from '../core/command-error.js';
import type { Queryable } from './tables.js';

export type ProgramName = 'pg_dump' | 'pg_restore' | 'psql';

/** Without the password, which all users of the machine could read in the list of processes. */
export function connection(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const { password } = address;
  address.password = '';
  return {
    address: address.href,
    env: {
      ...process.env,
      PGAPPNAME: 'queenbook-backup',
      ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    },
  };
}

export interface Running {
  child: ChildProcess;
  /** Resolves when it ended well; rejects with what it said. */
  ended: Promise<void>;
}

export function run(name: ProgramName, args: string[], env: NodeJS.ProcessEnv = process.env): Running {
  const child = spawn(name, args, { env, stdio: 'pipe' });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-10_000)));
  const ended = (async () => {
    const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      throw missing(name, error);
    })) as [number | null];
    if (code !== 0) throw new CommandError(`${name} failed: ${firstOf(said) || `exit code ${code}`}`);
  })();
  // Whoever started it waits for it in the end, and may be at something else until then.
  ended.catch(() => undefined);
  return { child, ended };
}

/** The line with the error. A notice may name a table whose name ends in "error". */
const firstOf = (said: string) =>
  said.split('\n').find((line) => /\b(?:error|fatal):/i.test(line)) ?? said.split('\n')[0] ?? '';

const missing = (name: string, { code, message }: NodeJS.ErrnoException) =>
  code === 'ENOENT' ? new CommandError(`${name} was not found. ${ADVICE}`) : new CommandError(`${name}: ${message}`);

const ADVICE =
  'Install the client programs of PostgreSQL (postgresql-client), or write rows as text: queenbook backup --portable.';

/** @throws {CommandError} where the program is not there, or is older than the server, whose tables it does not know */
export async function requireProgram(name: ProgramName, asking: Queryable): Promise<void> {
  const { child, ended } = run(name, ['--version']);
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
  await ended;
  const major = Number(/(\d{1,4})(?:\.\d+|beta\d+|rc\d+|devel)/.exec(said)?.[1]);
  const [server] = await asking.query<{ major: number }>(
    `select current_setting('server_version_num')::integer / 10000 as major`,
  );
  if (major < server!.major) {
    throw new CommandError(`${name} is of PostgreSQL ${major}, and the server of ${server!.major}. ${ADVICE}`);
  }
}
