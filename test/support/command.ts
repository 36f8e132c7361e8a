import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './database.js';

const cli = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs `queenbook …` as a process of its own. */
export async function queenbook(args: string[], environment: TestDatabase['environment']): Promise<Outcome> {
  const child = spawn(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, ...environment } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}
