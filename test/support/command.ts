import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/commands/run.js';
import type { TestDatabase } from './database.js';
import { coverageVariable } from './coverage.js';
import { SHORT_LIVED } from './process.js';

const cli = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs a `queenbook` command in the process of the test. A separate process would need three seconds of CPU time. */
export async function runCommand(args: string[], environment: TestDatabase['environment']): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommandLine(args, { env: environment, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await output;
  return { code, out, err };
}

/**
 * Runs a `queenbook` command as a separate process, for tests of processes, such as tests of locks and of output.
 * @param launcher a command that runs the process
 */
export async function queenbook(
  args: string[],
  environment: TestDatabase['environment'],
  launcher: string[] = [],
): Promise<Outcome> {
  const [command = '', ...before] = [...launcher, process.execPath, ...SHORT_LIVED];
  const child = spawn(command, [...before, cli, ...args], {
    env: { PATH: process.env.PATH, ...coverageVariable(), ...environment },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}
