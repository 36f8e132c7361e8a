import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { Client } from '../../support/client.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startProcess, type ServiceProcess } from '../../support/process.js';
import {
  waitForProgress,
  LONG_RUN,
  getRun,
  withDatabase,
  importSample,
  waitForEnd,
  SHORT_RUN,
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

function launch(): ServiceProcess {
  const launched = startProcess({ ...database.environment, REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
  processes.push(launched);
  return launched;
}

/** Creates an account with the sample data. */
async function createAccount(service: ServiceProcess, registration = account): Promise<Client> {
  const client = new Client(await service.url);
  expect((await client.post('/api/accounts', registration)).status).toBe(201);
  await importSample(client);
  return client;
}

async function signIn(service: ServiceProcess): Promise<Client> {
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
  const killed = launch();
  const client = await createAccount(killed);
  const id = await start(client, LONG_RUN);
  await waitForProgress(client, id);
  expect(await killed.end('SIGKILL')).toBe(null);
  const left = await runsOf();
  expect(left).toMatchObject([{ id, status: 'running', values: 0 }]);

  const stopped = launch();
  const secondClient = await signIn(stopped);
  await waitForResume(secondClient, id, left[0]!.progress);
  await waitForProgress(secondClient, id);
  expect(await stopped.end('SIGTERM')).toBe(0);
  // The stop did not wait for the end of the run.
  expect(await runsOf()).toMatchObject([{ id, status: 'running', values: 0 }]);

  const last = launch();
  const lastClient = await signIn(last);
  expect(await waitForEnd(lastClient, id)).toMatchObject({ status: 'completed', error: null });
  const uninterrupted = await start(lastClient, LONG_RUN);
  expect(await waitForEnd(lastClient, uninterrupted)).toMatchObject({ status: 'completed' });
  expect(await last.end('SIGTERM')).toBe(0);
  await withDatabase(database.environment, async (db) => {
    const values = await valuesOf(db, id);
    expect(values.length).toBeGreaterThan(4000);
    expect(values).toEqual(await valuesOf(db, uninterrupted));
  });
  for (const each of processes) expect(each.output()).not.toMatch(/"level"/);
});

test('deleting an account during a run leaves no rows, and the run of another account continues', async () => {
  const service = launch();
  const client = await createAccount(service);
  const other = await createAccount(service, { ...account, email: 'berta@example.org' });
  await waitForProgress(client, await start(client, LONG_RUN));
  const next = await start(other, SHORT_RUN);
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

/** Blocks the storage of values. Returns a function that ends the block. */
async function blockStoring(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: database.environment.DATABASE_URL });
  // If the test fails, its database is dropped before the block ends. This connection then reports an error.
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(hashtextextended(id::text, 1)) from account');
  return () => holder.end();
}

// An embedded database allows only one process.
(process.env.TEST_DATABASE_URL ? test : test.skip)(
  'one of two processes on one database computes a run, and the other process resumes the run when the first is killed',
  async () => {
    const first = launch();
    const client = await createAccount(first);
    const id = await start(client, LONG_RUN);
    // The run must not end before the check, even on a fast machine.
    const release = await blockStoring();
    await waitForProgress(client, id);
    const second = launch();
    const otherClient = await signIn(second);
    // The second process searches for abandoned runs at its start. A restart of this run would decrease the progress.
    for (let attempts = 0, lastProgress = 0; attempts < 30; attempts += 1) {
      const { status, progress } = await getRun(otherClient, id);
      expect(status).toBe('running');
      expect(progress).toBeGreaterThanOrEqual(lastProgress);
      lastProgress = progress;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await first.end('SIGKILL');
    const [left] = await runsOf();
    await waitForResume(otherClient, id, left!.progress);
    await waitForComputation(otherClient, id);
    expect(await runsOf()).toMatchObject([{ id, status: 'running', values: 0 }]);
    await release();
    expect(await waitForEnd(otherClient, id)).toMatchObject({ status: 'completed', error: null });
    expect(await second.end('SIGTERM')).toBe(0);
    const [done] = await runsOf();
    expect(done!.values).toBeGreaterThan(4000);
  },
);
