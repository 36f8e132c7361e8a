import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { Client } from '../../support/client.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startProcess, type ServiceProcess } from '../../support/process.js';
import {
  waitForProgress,
  LONGEST,
  getRun,
  withDatabase,
  importSample,
  waitForEnd,
  SHORT,
  start,
  waitForResume,
  valuesOf,
  waitForComputation,
  type Run,
} from './long-runs.js';

const account = { email: 'anna@example.org', password: 'a good long password', name: 'Anna' };
const { email, password } = account;

let database: TestDatabase;
let processes: ServiceProcess[];
beforeEach(async () => {
  database = await createTestDatabase();
  processes = [];
});
afterEach(async () => {
  for (const each of processes) await each.end('SIGKILL');
  await database.drop();
});

function begin(): ServiceProcess {
  const begun = startProcess({ ...database.environment, REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
  processes.push(begun);
  return begun;
}

/** Client of the process, in an account with enough data. */
async function opened(service: ServiceProcess, given = account): Promise<Client> {
  const client = new Client(await service.url);
  expect((await client.post('/api/accounts', given)).status).toBe(201);
  await importSample(client);
  return client;
}

async function signedIn(service: ServiceProcess): Promise<Client> {
  const client = new Client(await service.url);
  expect((await client.post('/api/session', { email, password })).status).toBe(200);
  return client;
}

const runsOf = async () =>
  withDatabase(database.environment, async (db) => {
    const { rows } = await sql<Run & { values: number }>`
      select id, status, progress, (select count(*)::integer from breeding_value where run_id = ebv_run.id) as values
      from ebv_run order by created_at`.execute(db);
    return rows;
  });

test('a run interrupted by a crash and by a stop is resumed at each start, and has the same values as an uninterrupted run', async () => {
  const killed = begin();
  const client = await opened(killed);
  const id = await start(client, LONGEST);
  await waitForProgress(client, id);
  expect(await killed.end('SIGKILL')).toBe(null);
  const left = await runsOf();
  expect(left).toMatchObject([{ id, status: 'running', values: 0 }]);

  const stopped = begin();
  const meanwhile = await signedIn(stopped);
  await waitForResume(meanwhile, id, left[0]!.progress);
  await waitForProgress(meanwhile, id);
  expect(await stopped.end('SIGTERM')).toBe(0);
  // The request was not awaited.
  expect(await runsOf()).toMatchObject([{ id, status: 'running', values: 0 }]);

  const last = begin();
  const again = await signedIn(last);
  expect(await waitForEnd(again, id)).toMatchObject({ status: 'completed', error: null });
  const uninterrupted = await start(again, LONGEST);
  expect(await waitForEnd(again, uninterrupted)).toMatchObject({ status: 'completed' });
  expect(await last.end('SIGTERM')).toBe(0);
  await withDatabase(database.environment, async (db) => {
    const values = await valuesOf(db, id);
    expect(values.length).toBeGreaterThan(4000);
    expect(values).toEqual(await valuesOf(db, uninterrupted));
  });
  for (const each of processes) expect(each.output()).not.toMatch(/"level"/);
});

test('deleting an account during a run leaves no rows, and the run of another account continues', async () => {
  const service = begin();
  const client = await opened(service);
  const other = await opened(service, { ...account, email: 'berta@example.org' });
  await waitForProgress(client, await start(client, LONGEST));
  const next = await start(other, SHORT);
  expect((await client.delete('/api/account', { password })).status).toBe(204);
  expect(await waitForEnd(other, next)).toMatchObject({ status: 'completed' });
  expect(await service.end('SIGTERM')).toBe(0);
  expect(await runsOf()).toMatchObject([{ id: next }]);
  await withDatabase(database.environment, async (db) => {
    const { rows } = await sql`
      select run_id from breeding_value where run_id <> ${next}
      union all select id from jobs.job where name = 'ebv-run' and data ->> 'id' <> ${next}`.execute(db);
    expect(rows).toEqual([]);
  });
  expect(service.output()).not.toMatch(/"level"/);
});

/** Blocks the storing of values of the account until released. */
async function blockStoring(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: database.environment.DATABASE_URL });
  // If a test fails, its database is dropped before the release.
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(hashtextextended(id::text, 1)) from account');
  return () => holder.end();
}

// An embedded database has one process.
(process.env.TEST_DATABASE_URL ? test : test.skip)(
  'of two processes on one database, one computes a run, and the other resumes it when the first is killed',
  async () => {
    const first = begin();
    const client = await opened(first);
    const id = await start(client, LONGEST);
    // Prevents even a fast run from ending before the check.
    const release = await blockStoring();
    await waitForProgress(client, id);
    const second = begin();
    const beside = await signedIn(second);
    // The second process searches for abandoned runs at its start. If it restarted this run, the progress would
    // decrease.
    for (let attempts = 0, seen = 0; attempts < 30; attempts += 1) {
      const { status, progress } = await getRun(beside, id);
      expect(status).toBe('running');
      expect(progress).toBeGreaterThanOrEqual(seen);
      seen = progress;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await first.end('SIGKILL');
    const [left] = await runsOf();
    await waitForResume(beside, id, left!.progress);
    await waitForComputation(beside, id);
    expect(await runsOf()).toMatchObject([{ id, status: 'running', values: 0 }]);
    await release();
    expect(await waitForEnd(beside, id)).toMatchObject({ status: 'completed', error: null });
    expect(await second.end('SIGTERM')).toBe(0);
    const [done] = await runsOf();
    expect(done!.values).toBeGreaterThan(4000);
  },
  300_000,
);
