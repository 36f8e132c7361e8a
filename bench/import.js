// How fast a file of queens goes in on PostgreSQL, beside a plain COPY of the same rows, in one run.
//   npm run bench -- [rows]      (100,000 by default; DATABASE_URL names a server where a database may be created)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { writePopulation } from './population.js';
import { copyRaw, copyResult } from './copy.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const rows = Number(process.argv[2] ?? 100_000);
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const name = `queenbook_bench_${process.pid}`;
const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;

const admin = new pg.Client({ connectionString: server });
await admin.connect();
await admin.query(`create database ${name}`);
let cookie;
const folder = await mkdtemp(join(tmpdir(), 'queenbook-bench-'));
const file = join(folder, 'queens.csv');
let service;
try {
  await writePopulation(file, rows);
  service = await startService();
  const before = await memory(service.child);
  const imported = await timed(() => importThrough(service.base));
  const peak = await memory(service.child, 'VmHWM');
  const again = await timed(() => importThrough(service.base));
  await stop(service.child);
  service = undefined;

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const raw = await timed(() => copyRaw(client, file));
  const result = await timed(() => copyResult(client));
  await client.end();

  const rate = (ms) => Math.round(rows / (ms / 1000)).toLocaleString('en');
  console.log(`\n${rows.toLocaleString('en')} rows, ${((await readFile(file)).length / 1e6).toFixed(1)} MB`);
  console.table({
    'upload to completed': { seconds: imported / 1000, 'rows a second': rate(imported) },
    'the same file again': { seconds: again / 1000, 'rows a second': rate(again) },
    'COPY of the file into a table of text columns': { seconds: raw / 1000, 'rows a second': rate(raw) },
    'the rows it became into like tables (INSERT … SELECT)': { seconds: result / 1000, 'rows a second': rate(result) },
  });
  console.log(
    `rate of the import: ${(raw / imported).toFixed(3)} of COPY into text columns, ${(result / imported).toFixed(3)} of writing the rows it became`,
  );
  console.log(`memory of the service: ${before} MB idle, ${peak} MB at most`);
} finally {
  if (service) await stop(service.child);
  await rm(folder, { recursive: true, force: true });
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function startService() {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    MIGRATE: 'on',
    PORT: '0',
    REGISTRATION: 'open',
    SESSION_SECRET: 'only for this benchmark',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, [join(root, 'dist/src/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const base = /listening on (http\S+)/.exec(line)?.[1];
    if (base) return { child, base };
  }
  throw new Error('the service did not start');
}

async function stop(child) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function importThrough(base) {
  if (!cookie) {
    const account = await fetch(`${base}/api/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bench@example.org', password: 'only for this benchmark', name: 'Bench' }),
    });
    cookie = account.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }
  const form = new FormData();
  form.set('file', await openAsBlob(file), 'queens.csv');
  const accepted = await fetch(`${base}/api/imports`, { method: 'POST', headers: { cookie }, body: form });
  if (accepted.status !== 202) throw new Error(await accepted.text());
  const { data } = await accepted.json();
  for (;;) {
    const { data: now } = await (await fetch(`${base}/api/imports/${data.id}`, { headers: { cookie } })).json();
    if (now.status === 'completed') return;
    if (now.status === 'failed') throw new Error(JSON.stringify(now.errors.slice(0, 3)));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Megabytes of a process, from /proc. */
async function memory(child, field = 'VmRSS') {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}
