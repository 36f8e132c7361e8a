import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/** The service as a process of its own, for what only a process can show: how it starts, and how it dies. */
export interface ServiceProcess {
  child: ChildProcess;
  /** Where it listens; rejects with its output where it ends before it does. */
  url: Promise<string>;
  output(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** @param flags of Node */
export function startProcess(environment: Record<string, string>, flags: string[] = []): ServiceProcess {
  const child = spawn(process.execPath, [...flags, main], {
    env: { PATH: process.env.PATH, PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = new Promise<string>((resolve, reject) => {
    let isListening = false;
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      // Looked through no further: under load there is a line for each request.
      if (isListening) return;
      const found = /Queenbook listening on (http:\/\/\S+)/.exec(output)?.[1];
      if (!found) return;
      isListening = true;
      resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void exited.then(() => reject(new Error(`The service ended: ${output}`)));
  });
  url.catch(() => undefined);
  return {
    child,
    url,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}
