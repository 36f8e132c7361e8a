import { createReadStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs, parseEnv, type ParseArgsOptionsConfig } from 'node:util';
import { readConfig } from '../core/config.js';
import { VERSION } from '../core/version.js';
import { account } from './account.js';
import { backup } from './backup.js';
import { UsageError, type Command, type Outcome } from './command.js';
import { migrate } from './migrate.js';
import { move } from './move.js';
import { reason } from './reason.js';
import { restore } from './restore.js';
import { status } from './status.js';

const COMMANDS: Record<string, Command> = { account, backup, migrate, move, restore, status };

const EVERYWHERE = {
  json: { type: 'boolean' },
  environment: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} satisfies ParseArgsOptionsConfig;

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

const HELP = `Usage: queenbook COMMAND [ARGUMENTS]

Keeps a Queenbook in order: the one of DATABASE_URL, or else the embedded one in DATA_DIR, as the service finds it.

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join('\n')}

Every command takes
  --json              say what was done as one JSON document, and what went wrong as {"error": …}
  --environment FILE  read variables such as DATABASE_URL from a file first; those of the environment count more
  --help              explain the command, with examples

It ends with 0 where all went well, with 1 where something failed, with 2 where it was called wrongly.`;

/** What a command takes from its process. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  stdout: Writable;
  stderr: Writable;
}

/** @returns the exit code: 0, 1 where it failed, 2 where it was called wrongly */
export async function runCommandLine(args: string[], { env, stdout, stderr }: Surroundings = process): Promise<number> {
  const json = args.includes('--json');
  try {
    const outcome = await carryOut(args, env);
    const said = json ? `${JSON.stringify(outcome.data)}\n` : outcome.lines.map((line) => `${line}\n`).join('');
    if (outcome.file !== undefined) await handOut(outcome.file, stdout);
    (outcome.file === undefined ? stdout : stderr).write(said);
    return outcome.failed ? 1 : 0;
  } catch (error) {
    const text = reason(error);
    stderr.write(json ? `${JSON.stringify({ error: text })}\n` : `${text}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function carryOut([name, ...rest]: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return saying(HELP);
  if (name === '--version') return { lines: [VERSION], data: { version: VERSION } };
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}". See "queenbook --help".`);
  const { values, positionals } = read(name, command, rest);
  if (values.help) return saying(command.help);
  const given = values.environment === undefined ? {} : variablesOf(String(values.environment));
  return command.run({ positionals, values, config: () => readConfig({ ...given, ...env }) });
}

async function handOut(path: string, to: Writable): Promise<void> {
  await pipeline(createReadStream(path), to, { end: false });
  await rm(path);
}

const saying = (text: string): Outcome => ({ lines: [text], data: { help: text } });

/** @throws {UsageError} */
function read(name: string, { options, positionals = false }: Command, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: positionals, options: { ...EVERYWHERE, ...options } });
  } catch (error) {
    // Its first sentence names the argument; those that follow are about double dashes.
    const [said] = (error as Error).message.split('. ');
    throw new UsageError(`${said}. See "queenbook ${name} --help".`);
  }
}

/** @throws {UsageError} */
function variablesOf(path: string): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--environment ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
