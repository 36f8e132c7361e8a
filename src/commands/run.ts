import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs, parseEnv, type ParseArgsOptionsConfig } from 'node:util';
import { readConfig } from '../core/config.js';
import { CommandError } from '../core/command-error.js';
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

const COMMON_OPTIONS = {
  json: { type: 'boolean' },
  environment: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} satisfies ParseArgsOptionsConfig;

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

const OVERVIEW = `Usage: queenbook COMMAND [ARGUMENTS]

Manages a Queenbook database: the database of DATABASE_URL or, if this is not set, the embedded database in DATA_DIR.

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join('\n')}

Options of every command
  --json              print the result as JSON, and errors as {"error": …}
  --environment FILE  read variables such as DATABASE_URL from a file; variables of the environment take precedence
  --help              show help and examples

Exit codes: 0 success, 1 failure, 2 invalid arguments.`;

/** The parts of the process that commands use. */
export interface ProcessStreams {
  env: NodeJS.ProcessEnv;
  stdout: Writable;
  stderr: Writable;
}

/** @returns the exit code: 0, 1 for a failure, 2 for invalid arguments */
export async function runCommandLine(
  args: string[],
  { env, stdout, stderr }: ProcessStreams = process,
): Promise<number> {
  const json = args.includes('--json');
  // Errors of these streams are reported by the write that fails. Without a listener, they would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  try {
    const outcome = await runCommand(args, env);
    const output = json ? `${JSON.stringify(outcome.data)}\n` : outcome.lines.map((line) => `${line}\n`).join('');
    if (outcome.file !== undefined) await streamFile(outcome.file, stdout);
    await print(outcome.file === undefined ? stdout : stderr, output);
    return outcome.failed ? 1 : 0;
  } catch (error) {
    const text = reason(error);
    stderr.write(json ? `${JSON.stringify({ error: text })}\n` : `${text}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function runCommand([name, ...rest]: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return textOutcome(OVERVIEW);
  if (name === '--version') return { lines: [VERSION], data: { version: VERSION } };
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}". See "queenbook --help".`);
  const { values, positionals } = parseOptions(name, command, rest);
  if (values.help) return textOutcome(command.help);
  const fileVariables = values.environment === undefined ? {} : variablesOf(String(values.environment));
  return command.run({ positionals, values, config: () => readConfig({ ...fileVariables, ...env }) });
}

/** @throws {CommandError} */
function print(to: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    to.write(text, (error) => {
      // A reader such as `head` ends before it has read everything. This is no failure of the command.
      if (!error || (error as NodeJS.ErrnoException).code === 'EPIPE') resolve();
      else reject(new CommandError(`The result cannot be written to standard output (${error.message}).`));
    });
  });
}

/** Writes a temporary file to standard output, and deletes the file. @throws {CommandError} */
async function streamFile(path: string, to: Writable): Promise<void> {
  // The file is deleted before it is read, so that nothing remains of it even if this process is killed.
  const file = await open(path).finally(() => rm(path));
  await pipeline(file.createReadStream(), to, { end: false }).catch(({ message }: Error) => {
    throw new CommandError(`The backup cannot be written to standard output (${message}).`);
  });
}

const textOutcome = (text: string): Outcome => ({ lines: [text], data: { help: text } });

/** @throws {UsageError} */
function parseOptions(name: string, { options, positionals = false }: Command, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: positionals, options: { ...COMMON_OPTIONS, ...options } });
  } catch (error) {
    // The first sentence of the message names the argument. The other sentences explain double dashes.
    const [reason] = (error as Error).message.split('. ');
    throw new UsageError(`${reason}. See "queenbook ${name} --help".`);
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
