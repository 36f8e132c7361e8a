import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Server {
  url: string;
  /** The demo account, which the server prints at the first start. */
  demo: { email: string; password: string; key: string };
  stop(): Promise<void>;
}

const compiled = (path: string) => fileURLToPath(new URL(`../../dist/src/${path}`, import.meta.url));

async function end(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode === null) {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exit;
  }
  await rm(directory, { recursive: true, force: true });
}

/** A folder with the demo data, which is created once for all tests, and the demo account. */
export interface DemoData {
  folder: string;
  demo: Server['demo'];
}

const createdDemoData = (): DemoData | null => {
  const { QUEENBOOK_DEMO_DATA } = process.env;
  return QUEENBOOK_DEMO_DATA ? (JSON.parse(QUEENBOOK_DEMO_DATA) as DemoData) : null;
};

/** Starts the compiled server on a free port, with its own embedded database, and waits until it listens. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'queenbook-browser-'));
  const template = env.DEMO === 'off' || env.DATA_DIR ? null : createdDemoData();
  if (template) await cp(template.folder, directory, { recursive: true });
  const child = spawn(process.execPath, [compiled('main.js')], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory, DEMO: 'on', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let stopping = false;
  const url = await new Promise<string>((resolve, reject) => {
    const append = (chunk: Buffer) => {
      output += chunk;
      const listening = /Queenbook listening on (http:\/\/\S+)/.exec(output);
      if (listening) resolve(listening[1]!);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('exit', (code, signal) => {
      reject(new Error(`The server ended with ${code ?? signal}:\n${output}`));
      if (!stopping) console.error(`The server ended by itself with ${code ?? signal}:\n${output}`);
    });
  });
  const find = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
  const demo = template?.demo ?? {
    email: find(/(\S+@[\w.-]+\w)/),
    password: find(/password:?\s+(\S+)/i),
    key: find(/(qb_live_[0-9a-f]{64})/),
  };
  const stop = () => {
    stopping = true;
    return end(child, directory);
  };
  return { url: url.replace(/\/$/, ''), demo, stop };
}

/** Runs `npm run account -- …` on a folder without a running server, and returns the output. */
export async function accountCommand(directory: string, ...rest: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: directory };
  const { stdout } = await promisify(execFile)(process.execPath, [compiled('cli.js'), 'account', ...rest], { env });
  return stdout;
}
