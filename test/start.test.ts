import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from './support/database.js';
import { startProcess } from './support/process.js';

const secret = 'a secret for the tests only';
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-start-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What a process says that cannot start: one line. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const service = startProcess({ DATA_DIR: await newFolder(), ...environment });
  const said = await service.url.then(
    (url) => `it started at ${url}`,
    () => service.output(),
  );
  await service.end('SIGKILL');
  return said.trim();
}

describe('a bad variable stops the start with one line that names it', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['REGISTRATION', 'perhaps'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CLIENT_IP_HEADER', 'X-Real'],
    ['KEYS_PER_ACCOUNT', '-1'],
    ['ALLOWED_ORIGINS', 'example.org'],
    ['PUBLIC_URL', 'example.org'],
    ['SESSION_SECRET', 'short'],
    ['DEMO', 'yes'],
    ['MIGRATE', 'true'],
    ['WORKERS', '0'],
    ['WORKERS', '2'],
    ['DATA_DIR', '/dev/null'],
    ['DATA_DIR', '/dev/null/below'],
    ['DATA_DIR', '/proc'],
    // Where the start once never ended.
    ['DATA_DIR', '/proc/queenbook/data'],
  ])('%s=%s', async (name, value) => {
    const said = await refusal({ [name]: value });
    expect(said).toMatch(new RegExp(`^Queenbook cannot start: .*${name}`));
    expect(said.split('\n')).toHaveLength(1);
  });

  test('SESSION_SECRET missing where DATABASE_URL is set', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://127.0.0.1/x' })).toMatch(/SESSION_SECRET must be set/);
  });
});

test('a database that cannot be reached, or is not there, stops the start', async () => {
  expect(await refusal({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x', SESSION_SECRET: secret })).toMatch(
    /^Queenbook cannot start: the database of DATABASE_URL cannot be reached \(ECONNREFUSED/,
  );
});

test('a second process on the same data folder is refused, and a dead one holds nothing', async () => {
  const DATA_DIR = await newFolder();
  const first = startProcess({ DATA_DIR });
  await first.url;
  expect(await refusal({ DATA_DIR })).toBe(
    `Queenbook cannot start: DATA_DIR ${DATA_DIR} is in use by process ${first.child.pid}: the embedded database takes one process at a time`,
  );
  await first.end('SIGKILL');
  const third = startProcess({ DATA_DIR });
  await third.url;
  expect(await third.end('SIGTERM')).toBe(0);
  // Process ids come again: another process under the holder's id is no holder.
  await writeFile(join(DATA_DIR, 'lock'), `${process.pid} 1`);
  const fourth = startProcess({ DATA_DIR });
  await fourth.url;
  expect(await readFile(join(DATA_DIR, 'lock'), 'utf8')).toMatch(new RegExp(`^${fourth.child.pid} `));
  await fourth.end('SIGTERM');
});

test('a port that is taken stops the start', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => squatter.once('listening', resolve));
  const { port } = squatter.address() as { port: number };
  expect(await refusal({ PORT: String(port) })).toMatch(new RegExp(`PORT ${port} .* is taken`));
  squatter.close();
});

/** The second is an address in form alone, which is then looked for as a name. The third is of no machine here. */
const NOWHERE = ['nope.invalid', '999.1.1.1', '192.0.2.1'];
test.each(NOWHERE)('HOST=%s, where nobody can listen, stops the start with one line that names it', async (HOST) => {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const modes: Record<string, string>[] = [
    {},
    ...(database.environment.DATABASE_URL ? [{ WORKERS: '2', PORT: HOST === NOWHERE[0] ? '4999' : '0' }] : []),
  ];
  for (const mode of modes) {
    const said = await refusal({ ...database.environment, ...mode, HOST });
    expect(said).toMatch(/^Queenbook cannot start: /);
    expect(said).toContain(`HOST ${HOST}`);
    expect(said).not.toContain('DATABASE_URL');
    expect(said.split('\n')).toHaveLength(1);
  }
});

test('an unmigrated database stops the start, unless it may be migrated', async () => {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const { environment } = database;
  if (!environment.DATABASE_URL) environment.MIGRATE = 'off';
  // A new embedded folder is as empty as a new database.
  const empty = environment.DATABASE_URL ? await emptied(environment) : { ...environment, DATA_DIR: await newFolder() };
  expect(await refusal(empty)).toMatch(/not up to date: run "npm run migrate"/);
  const service = startProcess({ ...empty, MIGRATE: 'on' });
  const url = await service.url;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await service.end('SIGTERM');
  if (!environment.DATABASE_URL) return;
  // Once, where the tables of the job queue alone were missing, the start ended in a stack of pg-boss.
  await query(environment, 'drop schema jobs cascade');
  const said = await refusal({ ...empty, MIGRATE: 'off' });
  expect(said).toMatch(/not up to date: run "npm run migrate"/);
  expect(said.split('\n')).toHaveLength(1);
});

async function query(environment: Record<string, string>, text: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function emptied(environment: Record<string, string>): Promise<Record<string, string>> {
  await query(environment, 'drop schema public cascade; drop schema jobs cascade; create schema public');
  return environment;
}
