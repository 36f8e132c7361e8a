import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const root = fileURLToPath(new URL('..', import.meta.url));
export const SERVER = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const PASSWORD = 'only for this benchmark';

/** Returns the duration of `work` in milliseconds. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Calls `work` with an empty database on the server of DATABASE_URL and with a folder. Afterwards, stops all services
 * and removes the database and the folder.
 * @param work receives the address of the database and the path of the folder
 */
export async function withDatabase(work) {
  const name = `queenbook_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: SERVER });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-bench-'));
  try {
    await work({ url: Object.assign(new URL(SERVER), { pathname: `/${name}` }).href, folder });
  } finally {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

const running = new Set();

/**
 * Starts the service as a separate process, like `npm start`, on the database at `url`.
 * @param environment additional environment variables
 * @param checkout folder of the checkout to start
 */
export async function startService(url, environment = {}, checkout = root) {
  const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const env = {
    ...process.env,
    // Polling every few milliseconds would exceed the default limit of requests.
    REQUESTS_PER_MINUTE: '0',
    ...environment,
    DATABASE_URL: url,
    MIGRATE: 'on',
    PORT: '0',
    REGISTRATION: 'open',
    SESSION_SECRET: 'only for this benchmark',
    LOG_LEVEL: 'warn',
  };
  return startServer(scripts.start.split(' ').slice(1), env, checkout);
}

let interrupted = false;

/** Stops all running services and prevents further starts. */
export async function interrupt() {
  interrupted = true;
  await stopAll();
}

/** Starts a Node server that prints its address on a line. */
export async function startServer(command, env, folder = root) {
  if (interrupted) throw new Error('interrupted');
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const base = /listening on (http\S+)/.exec(line)?.[1];
    if (base) return { child, base };
  }
  throw new Error(`${command.join(' ')} did not start`);
}

/** Stops all processes that were started here. */
export async function stopAll() {
  for (const child of running) await stop(child);
}

export async function stop(child) {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Creates an account. Returns its id and the cookie of its session. */
export async function register(base, name) {
  const account = await fetch(`${base}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.org`, password: PASSWORD, name }),
  });
  return { cookie: cookieOf(account), id: (await account.json()).data.id };
}

/**
 * Returns an API key for the account that `register` created with this name. The key has the permission `level` for all
 * resources.
 */
export async function makeKey(base, name, level = 'read') {
  const json = { 'content-type': 'application/json' };
  const session = await fetch(`${base}/api/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: `${name}@example.org`, password: PASSWORD }),
  });
  const resources = ['queens', 'evaluations', 'blup', 'hive', 'account'];
  const created = await fetch(`${base}/api/api-keys`, {
    method: 'POST',
    headers: { ...json, cookie: cookieOf(session) },
    body: JSON.stringify({ name, permissions: Object.fromEntries(resources.map((resource) => [resource, level])) }),
  });
  if (created.status !== 201) throw new Error(await created.text());
  return (await created.json()).data.key;
}

const cookieOf = (response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Uploads a file and waits for the end of its import. */
export async function importThrough(base, cookie, file, name = 'queens.csv') {
  const form = new FormData();
  form.set('file', await openAsBlob(file), name);
  const accepted = await fetch(`${base}/api/imports`, { method: 'POST', headers: { cookie }, body: form });
  if (accepted.status !== 202) throw new Error(await accepted.text());
  const { data } = await accepted.json();
  for (;;) {
    const { data: current } = await (await fetch(`${base}/api/imports/${data.id}`, { headers: { cookie } })).json();
    if (current.status === 'completed') return;
    if (current.status === 'failed') throw new Error(JSON.stringify(current.errors.slice(0, 3)));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the memory of a process in megabytes, from /proc. */
export async function memory(child, field = 'VmRSS') {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

/** Returns the processor time of a process in milliseconds, from /proc. The resolution is 10 ms. */
export async function processorTime(child) {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
