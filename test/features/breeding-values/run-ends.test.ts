import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import { startService, type TestService } from '../../support/service.js';
import {
  waitForProgress,
  LONG_RUN,
  getRun,
  importSample,
  waitForEnd,
  SHORT_RUN,
  start,
  valuesOf,
} from './long-runs.js';

let service: TestService;
let client: Awaited<ReturnType<TestService['register']>>;
let db: Kysely<unknown>;
beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '0' });
  db = service.services.orm.database.kysely;
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await service.register();
  await importSample(client);
});

const threads = () => process.getActiveResourcesInfo().filter((name) => /worker|messageport/i.test(name)).length;

test('a cancelled run, queued or running, ends at once and has no values, and the next run starts', async () => {
  const running = await start(client, LONG_RUN);
  const queued = await start(client, LONG_RUN);
  const next = await start(client, SHORT_RUN);
  await waitForProgress(client, running);
  // One of these threads computes the run. A thread that reads imports may end at any time.
  const during = threads();
  for (const id of [queued, running]) {
    expect((await client.delete(`/api/v1/ebv/runs/${id}`)).status).toBe(204);
    expect(await getRun(client, id)).toMatchObject({ status: 'cancelled', error: null });
  }
  expect(await waitForEnd(client, next)).toMatchObject({ status: 'completed' });
  for (const id of [queued, running]) {
    expect(await getRun(client, id)).toMatchObject({ status: 'cancelled', error: null });
    expect(await valuesOf(db, id)).toEqual([]);
  }
  expect((await valuesOf(db, next)).length).toBeGreaterThan(0);
  while (threads() >= during) await new Promise((resolve) => setTimeout(resolve, 50));
});

/** Registers an account with six queens and their evaluations. */
async function smallAccount() {
  const other = await service.register();
  const queens = Array.from({ length: 6 }, (_, index) => ({
    queen_name: `Q${index}`,
    generation: 'F0',
    birth_date: '2022',
  }));
  const created = await other.post('/api/queens/bulk', queens);
  const own: string[] = created.body.data.map(({ id }: { id: string }) => id);
  const tests = own.map((queen_id, index) => ({ queen_id, eval_year: 2023, honey_yield_kg: 20 + (index % 4) }));
  expect((await other.post('/api/queens/evaluations/bulk', tests)).status).toBe(201);
  return { other, own };
}

test('concurrent runs of two accounts have only values of their own account', async () => {
  const { other, own } = await smallAccount();
  const started = await Promise.all([start(client, SHORT_RUN), start(other, SHORT_RUN), start(client, SHORT_RUN)]);
  const [first, foreign, second] = started as [string, string, string];
  for (const [who, id] of [
    [client, first],
    [other, foreign],
    [client, second],
  ] as const) {
    expect(await waitForEnd(who, id)).toMatchObject({ status: 'completed' });
  }
  const values = await valuesOf(db, first);
  expect(values.length).toBeGreaterThan(2000);
  expect(await valuesOf(db, second)).toEqual(values);
  expect(new Set((await valuesOf(db, foreign)).map(({ queen_id }) => queen_id))).toEqual(new Set(own));
});

test('a run whose last statement is aborted by a deadlock is computed again, without the values of the first attempt', async () => {
  await sql`create sequence attempts`.execute(db);
  await sql`
    create function deadlock_once() returns trigger language plpgsql as $$ begin
      -- A rollback does not reset a sequence.
      if nextval('attempts') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger deadlock_once before update on ebv_run for each row when (new.status = 'completed')
    execute function deadlock_once()`.execute(db);
  const repeated = await start(client, SHORT_RUN);
  expect(await waitForEnd(client, repeated)).toMatchObject({ status: 'completed', error: null });
  await sql`drop trigger deadlock_once on ebv_run`.execute(db);
  const { rows } = await sql`select last_value::integer as attempts from attempts`.execute(db);
  expect(rows).toEqual([{ attempts: 2 }]);
  const other = await start(client, SHORT_RUN);
  expect(await waitForEnd(client, other)).toMatchObject({ status: 'completed' });
  expect(await valuesOf(db, repeated)).toEqual(await valuesOf(db, other));
});

test('a run that is cancelled while its values are stored remains cancelled', async () => {
  // The values of a small account are stored at once. The next statement completes the run.
  const { other } = await smallAccount();
  await sql`
    create function cancel_run() returns trigger language plpgsql as $$ begin
      update ebv_run set status = 'cancelled' where (account_id, id) in (select account_id, run_id from stored);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger cancel_run after insert on breeding_value referencing new table as stored
    for each statement execute function cancel_run()`.execute(db);
  const cancelled = await start(other, SHORT_RUN);
  expect(await waitForEnd(other, cancelled)).toMatchObject({ status: 'cancelled', error: null });
  await sql`drop trigger cancel_run on breeding_value`.execute(db);
  // The service computes one run at a time. When the next run has ended, the cancelled run has ended, too.
  expect(await waitForEnd(other, await start(other, SHORT_RUN))).toMatchObject({ status: 'completed' });
  expect(await getRun(other, cancelled)).toMatchObject({ status: 'cancelled', error: null });
});
