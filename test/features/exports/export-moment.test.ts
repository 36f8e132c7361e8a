import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import { sql } from 'kysely';
import { exportRoutes } from '../../../src/features/exports/download.js';
import { factories } from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { cookies, exported } from '../imports/archives.js';

let service: TestService;
const db = () => service.services.orm.database.kysely;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Large = Awaited<ReturnType<TestService['register']>>;

async function accountOf(queens: number): Promise<Large> {
  const client = await service.register();
  // More data than fits in the buffers of a connection, even after compression.
  const noise = () => randomBytes(3000).toString('base64');
  await factories(db()).queens(
    client.account.id,
    Array.from({ length: queens }, (_, index) => ({ name: `Q${index}`, notes: noise() })),
  );
  return client;
}

let accounts: Promise<[Large, Large]> | undefined;
/** Two accounts with large exports. Tests that only read these accounts share them. */
const large = () => (accounts ??= Promise.all([accountOf(2_000), accountOf(2_000)]));

test('an export contains either all rows of a transaction or none', async () => {
  const client = await accountOf(300);
  const { id } = client.account;
  const make = factories(db());
  const first = await make.queen(id, { id: '00000000-0000-7000-8000-000000000001', notes: '0' });
  const apiary = await make.apiary(id, { notes: '0' });
  let writing = true;
  const writer = (async () => {
    for (let count = 1; writing; count += 1) {
      await db()
        .transaction()
        .execute(async (tx) => {
          await sql`update queen set notes = ${String(count)} where account_id = ${id} and id = ${first}`.execute(tx);
          await sql`update apiary set notes = ${String(count)} where account_id = ${id} and id = ${apiary}`.execute(tx);
        });
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const seen = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const files = await exported(client);
    const { queens, apiaries } = JSON.parse(files['queenbook.json']!);
    expect(queens[0].notes).toBe(apiaries[0].notes);
    expect(files['queens.csv']).toContain(`,${queens[0].notes},`);
    seen.add(queens[0].notes);
  }
  writing = false;
  await writer;
  expect(seen.size).toBeGreaterThan(1);
});

/**
 * Serves exports of the account in a header of the request.
 * @param intervalMs interval at which the service checks whether a client reads fast enough
 */
async function serveExports(intervalMs: number) {
  const app = new Koa();
  app.silent = true;
  app.use((ctx, next) => {
    ctx.state.identity = { kind: 'session', accountId: ctx.get('X-Account'), permissions: {} as never };
    return next();
  });
  const router = new Router();
  exportRoutes(router, service.services, intervalMs);
  app.use(router.routes());
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Starts a download and reads only the response headers. */
async function begin(
  url: string,
  headers: Record<string, string>,
  path = '/api/account/export',
): Promise<IncomingMessage> {
  const request = get(`${url}${path}`, { headers });
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response.pause();
}

/**
 * Whether all exports have freed their resources: a transaction on a database server, or a temporary file of
 * the embedded database.
 */
async function hasFreedResources(): Promise<boolean> {
  const { database } = service.services.orm;
  if (database.pglite) {
    const folder = join(service.services.config.DATA_DIR, 'exports-in-progress');
    return (await readdir(folder).catch(() => [])).length === 0;
  }
  // Regression: this check counted only idle connections, although an export may be running a statement.
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and xact_start is not null and pid <> pg_backend_pid()`.execute(db());
  return rows[0]!.open === 0;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('after a client disconnects, its export frees all resources, and the next export succeeds', async () => {
  const clients = await large();
  for (let round = 0; round < 2; round += 1) {
    const responses = await Promise.all(clients.map((client) => begin(service.url, cookies(client))));
    expect(await hasFreedResources()).toBe(false);
    for (const response of responses) response.destroy();
    await until(hasFreedResources);
  }
  expect(JSON.parse((await exported(clients[0]))['queenbook.json']!).queens).toHaveLength(2_000);
  await until(hasFreedResources);
});

test('three clients that do not read their exports do not delay the export of another account on the embedded database', async () => {
  // On a database server, each of these clients occupies a connection until it has received its export.
  if (!service.services.orm.database.pglite) return;
  const clients = [...(await large()), await accountOf(2_000)];
  const { url, close } = await serveExports(600_000);
  const responses = await Promise.all(clients.map(({ account }) => begin(url, { 'X-Account': account.id })));
  expect(Object.keys(await exported(await accountOf(1)))).toContain('queens.csv');
  for (const response of responses) response.destroy();
  await until(hasFreedResources);
  await close();
});

test('a second export of an account waits for the end of the first one, but the export of another account does not', async () => {
  const [{ account }, other] = await large();
  const { url, close } = await serveExports(600_000);
  const first = await begin(url, { 'X-Account': account.id });
  const starts = sql`select from audit_event where account_id = ${account.id} and action = 'export_started'`;
  const count = async () => (await starts.execute(db())).rows.length;
  const before = await count();
  let secondHasStarted = false;
  const second = begin(url, { 'X-Account': account.id }).then((response) => {
    secondHasStarted = true;
    return response;
  });
  await until(async () => (await count()) > before);
  (await begin(url, { 'X-Account': other.account.id })).destroy();
  const secondHasWaited = !secondHasStarted;
  first.destroy();
  (await second).destroy();
  await until(hasFreedResources);
  await close();
  expect(secondHasWaited).toBe(true);
});

test('the connection is closed if a page of a CSV list fails, so that the client does not take the list for complete', async () => {
  const [client] = await large();
  const response = await begin(service.url, cookies(client), '/api/queens/f0.csv');
  await sql`alter table queen rename to lost_queen`.execute(db());
  try {
    response.resume();
    await new Promise((resolve) => response.once('close', resolve));
  } finally {
    await sql`alter table lost_queen rename to queen`.execute(db());
  }
  expect([response.statusCode, response.complete]).toEqual([200, false]);
});

// Regression: the service crashed when a client disconnected while its export waited for a connection.
test('a client that disconnects before its export has started cancels only this export', async () => {
  const { pool, pglite } = service.services.orm.database;
  // On the embedded database, an export uses the only connection just for a moment, so the test cannot make an export
  // wait for it.
  if (pglite) return;
  const [client] = await large();
  const isRecorded = sql`select from audit_event where account_id = ${client.account.id} and action = 'export_started'`;
  const before = (await isRecorded.execute(db())).rows.length;
  const first = await begin(service.url, cookies(client));
  const second = get(`${service.url}/api/account/export`, { headers: cookies(client) });
  second.on('error', () => undefined);
  await until(async () => (await isRecorded.execute(db())).rows.length === before + 2);
  // The second export waits for the end of the first export. It then waits for a connection, because all connections
  // are in use.
  const connections = Array.from({ length: pool.max }, () => pool.acquire('service'));
  first.destroy();
  await Promise.all(connections);
  await until(async () => pool.waiting > 0);
  second.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const connection of connections) (await connection).release();
  expect(JSON.parse((await exported(client))['queenbook.json']!).queens).toHaveLength(2_000);
});

// Regression: two clients that read only a few bytes at a time blocked all other exports.
test('a client that reads nothing or very slowly is disconnected, and the next export succeeds', async () => {
  const [client] = await large();
  const { url, close } = await serveExports(300);
  const stalled = await Promise.all([1, 2].map(() => begin(url, { 'X-Account': client.account.id })));
  const dripping = setInterval(() => stalled.forEach((response) => response.read(16)), 20);
  // An account can have only one export at a time, so this export waits until both slow clients are disconnected.
  expect(Object.keys(await exported(client))).toContain('queens.csv');
  await until(hasFreedResources);
  clearInterval(dripping);
  for (const response of stalled) {
    response.resume();
    if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
    expect(response.complete).toBe(false);
  }
  await close();
});

// Regression: the client was disconnected, even before it got the response headers.
test('a client is not disconnected because the database is slow', async () => {
  // The embedded database has only one connection, so the test cannot block an export.
  if (service.services.orm.database.pglite) return;
  const { account } = await accountOf(10);
  const { url, close } = await serveExports(50);
  const download = async () =>
    (await fetch(`${url}/api/account/export`, { headers: { 'X-Account': account.id } })).arrayBuffer();
  const isBlocked = sql`
    select from pg_locks where relation = 'queen'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  const { archive } = await db()
    .transaction()
    .execute(async (transaction) => {
      await sql`lock table queen`.execute(transaction);
      const downloading = download();
      downloading.catch(() => undefined);
      await until(async () => (await isBlocked.execute(transaction)).rows.length > 0);
      // The service checks the rate of the download several times.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { archive: downloading };
    });
  expect((await archive).byteLength).toBeGreaterThan(30_000);
  await close();
});
