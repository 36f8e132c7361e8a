import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { coverageVariable } from './coverage.js';

const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/** The service as a separate process, for tests of its start and its end. */
export interface ServiceProcess {
  child: ChildProcess;
  /** The address of the service. Rejects with the output if the process ends first. */
  url: Promise<string>;
  output(): string;
  /** Sends a signal to the service itself, even if another command runs the service. */
  signal(signal: NodeJS.Signals): void;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Disables V8's optimization of the embedded database. A process that runs for a few seconds then needs a third less
 * CPU time.
 */
export const SHORT_LIVED = ['--liftoff-only'];

/**
 * Runs a command with separate process ids, as in a container. Two such commands can share a folder, but do not see
 * each other's processes. Users other than root get a user namespace, which needs no privileges.
 */
export const CONTAINER = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
];

/** Returns the id of the process in a {@link CONTAINER}. @param pid id of the container command */
export const pidInside = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

/**
 * Starts the service as a separate process.
 * @param flags options of Node
 * @param launcher a command that runs the process
 */
export function startProcess(
  environment: Record<string, string>,
  flags: string[] = [],
  launcher: string[] = [],
): ServiceProcess {
  const [command = '', ...args] = [...launcher, process.execPath, ...SHORT_LIVED, ...flags, main];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...coverageVariable(), PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = new Promise<string>((resolve, reject) => {
    let isListening = false;
    const append = (chunk: Buffer) => {
      output += chunk.toString();
      // The search stops after the address is found, because under load the output has one line per request.
      if (isListening) return;
      const found = /Queenbook listening on (http:\/\/\S+)/.exec(output)?.[1];
      if (!found) return;
      isListening = true;
      resolve(found);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    void exited.then(() => reject(new Error(`The service ended: ${output}`)));
  });
  url.catch(() => undefined);
  const send = (signal: NodeJS.Signals) => {
    if (launcher.length === 0) child.kill(signal);
    else if (child.exitCode === null && child.signalCode === null) process.kill(pidInside(child.pid!), signal);
  };
  return {
    child,
    url,
    output: () => output,
    signal: send,
    async end(signal) {
      send(signal);
      return (await exited)[0];
    },
  };
}

/** Returns the output of a start that fails, usually one line. */
export async function outputOfFailedStart(environment: Record<string, string>): Promise<string> {
  const service = startProcess(environment);
  const output = await service.url.then(
    (url) => `the service started at ${url}`,
    () => service.output(),
  );
  await service.end('SIGKILL');
  return output.trim();
}
