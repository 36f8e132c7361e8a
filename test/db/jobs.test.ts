import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig } from '../../src/core/config.js';
import { unauthenticated } from '../../src/core/errors.js';
import { openDatabase, type Database } from '../../src/db/database.js';
import { openJobs, type JobData, type JobHandler, type Jobs } from '../../src/db/jobs.js';
import { createLog } from '../../src/observability/log.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { factories, type Factories } from '../support/factories.js';

const QUEUE = 'import';
const GRACE_MS = 10_000;

let testDatabase: TestDatabase;
let database: Database;
let make: Factories;
let open: Jobs[];
/** The outcomes of the calls of all handlers. */
let outcomes: string[];
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(readConfig(testDatabase.environment));
  make = factories(database.kysely);
  [open, outcomes] = [[], []];
});
afterEach(async () => {
  for (const jobs of open) await jobs.stop(GRACE_MS);
  await database?.release();
  await testDatabase?.drop();
});

/** Starts the queue with this handler, as a process of the service does. */
async function start(handler: JobHandler): Promise<Jobs> {
  const jobs = openJobs(database, createLog('fatal'), 60, (_milliseconds, queue, outcome) => {
    outcomes.push(`${queue} ${outcome}`);
  });
  open.push(jobs);
  await jobs.start({ [QUEUE]: handler });
  return jobs;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(10);
}

const newJob = async (): Promise<JobData> => ({ accountId: await make.account(), id: randomUUID() });

const storedJobs = async () =>
  (await sql<{ data: JobData; state: string }>`select data, state from jobs.job order by created_on`.execute(database.kysely)).rows; // prettier-ignore

test('a job that has failed is run again, and both outcomes are reported', async () => {
  const received: JobData[] = [];
  const jobs = await start(async (data) => {
    received.push(data);
    if (received.length < 3) throw new Error('The work failed.');
  });
  const job = await newJob();
  await jobs.send(QUEUE, job);
  await until(() => outcomes.length === 3);
  expect(received).toEqual([job, job, job]);
  expect(outcomes).toEqual(['import failed', 'import failed', 'import completed']);
});

test('a job ends if its account was deleted while it was running', async () => {
  let calls = 0;
  const jobs = await start(async () => {
    calls += 1;
    throw unauthenticated();
  });
  const [one, other] = [await newJob(), await newJob()];
  await jobs.send(QUEUE, one);
  await until(() => outcomes.length === 1);
  await jobs.send(QUEUE, other);
  await until(() => outcomes.length === 2);
  while ((await storedJobs()).some(({ state }) => state === 'active')) await setTimeout(10);
  expect([calls, outcomes]).toEqual([2, ['import completed', 'import completed']]);
  expect((await storedJobs()).map(({ state }) => state)).toEqual(['completed', 'completed']);
});

test('a job of a deleted account, or of an account that is being deleted, is dropped; other jobs are run', async () => {
  const received: JobData[] = [];
  const jobs = await start(async (data) => void received.push(data));
  const [kept, closing] = [await newJob(), await newJob()];
  const unknown = { accountId: randomUUID(), id: randomUUID() };
  await sql`update account set closed_at = now() where id = ${closing.accountId}`.execute(database.kysely);
  for (const job of [kept, closing, unknown]) await jobs.send(QUEUE, job);
  await until(() => received.some(({ id }) => id === kept.id));
  expect((await storedJobs()).map(({ data }) => data)).toEqual([kept]);
});

test('the end of a process stops its running job, and the next process runs the job again', async () => {
  const started: JobData[] = [];
  const first = await start(async (data, stopping) => {
    started.push(data);
    await until(() => stopping.aborted);
    throw new Error('The service stops.');
  });
  const job = await newJob();
  await first.send(QUEUE, job);
  await until(() => started.length === 1);
  await first.stop(GRACE_MS);
  expect(outcomes).toEqual(['import failed']);
  await start(async (data, stopping) => {
    expect(stopping.aborted).toBe(false);
    started.push(data);
  });
  await until(() => outcomes.length === 2);
  expect([started, outcomes.at(-1)]).toEqual([[job, job], 'import completed']);
});

test('the deletion of the jobs of an account leaves the jobs of other accounts', async () => {
  const jobs = await start(async () => undefined);
  const [own, foreign] = [await newJob(), await newJob()];
  for (const job of [own, foreign]) await jobs.send(QUEUE, job);
  await jobs.deleteJobsOf(database.kysely, own.accountId);
  expect((await storedJobs()).map(({ data }) => data)).toEqual([foreign]);
});
