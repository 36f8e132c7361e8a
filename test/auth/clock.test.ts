import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { flushAuditTrail } from '../../src/features/audit/background.js';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { waitForEnd } from '../features/imports/uploads.js';
import { openAccount } from '../support/accounts.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProcess, type ServiceProcess } from '../support/process.js';
import { Client, startService, type AccountClient, type TestResponse, type TestService } from '../support/service.js';

const DAYS = 10;
const KEY = (n: number) => `qb_live_${String(n).padStart(64, '0')}`;
const LIMITS = {
  ACCOUNTS_PER_HOUR: '3',
  FAILED_KEYS_PER_MINUTE: '4',
  KEY_CREATIONS_PER_HOUR: '2',
  REQUESTS_PER_MINUTE: '30',
  SESSIONS_PER_ACCOUNT: '2',
};
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** Expects a 429 response. The waiting times in the response must not exceed the window of its rate-limit policy. */
function expectWaitWithinWindow({ status, headers }: TestResponse): void {
  expect(status).toBe(429);
  const [, window] = /;w=(\d+)$/.exec(headers.get('RateLimit-Policy')!)!;
  const [, wait] = /;t=(\d+)$/.exec(headers.get('RateLimit')!)!;
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(Number(window));
  expect(Number(wait)).toBeLessThanOrEqual(Number(window));
}

/** Repeats a request until the service responds with 429. */
async function untilRejected(request: () => Promise<TestResponse>): Promise<TestResponse> {
  for (let n = 0; n < 200; n += 1) {
    const response = await request();
    if (response.status === 429) return response;
  }
  throw new Error('The service never rejected the request.');
}

describe('after the clock was set back, rows with times in the future', () => {
  let service: TestService;
  let anna: AccountClient;
  beforeAll(async () => {
    service = await startService(LIMITS);
  });
  afterAll(() => service.close());

  const run = (statement: RawBuilder<unknown>) => statement.execute(service.services.orm.database.kysely);
  /** Moves times forward, as if the clock had been ten days ahead. */
  const moveAhead = (table: string, ...columns: string[]) => {
    const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${DAYS} * interval '1 day'`);
    return run(sql`update ${sql.table(table)} set ${sql.join(set)}`);
  };
  const signIn = (password: string, email = anna.account.email, visitor = service.visitor()) =>
    visitor.post('/api/session', { email, password });
  const statusOf = async (response: Promise<TestResponse>) => (await response).status;

  test('do not block the correct password because of earlier wrong passwords', async () => {
    anna = await service.register();
    expectWaitWithinWindow(await untilRejected(() => signIn('wrong')));
    await moveAhead('sign_in_attempt', 'blocked_until', 'expires_at');
    expect(await statusOf(signIn(anna.account.password))).toBe(200);
  });

  test('do not block the correct password because of earlier wrong passwords from many networks', async () => {
    anna = await service.register();
    const { email } = anna.account;
    let guesses = 0;
    const guess = () =>
      service.visitor().post('/api/session', { email, password: 'wrong' }, from(`192.0.2.${(guesses += 1)}`));
    expectWaitWithinWindow(await untilRejected(guess));
    await moveAhead('sign_in_attempt', 'blocked_until', 'expires_at');
    const right = service
      .visitor()
      .post('/api/session', { email, password: anna.account.password }, from('203.0.113.1'));
    expect(await statusOf(right)).toBe(200);
  });

  test('do not change the number of wrong passwords that are allowed before a waiting time', async () => {
    anna = await service.register();
    await untilRejected(() => signIn('wrong'));
    await moveAhead('sign_in_attempt', 'blocked_until', 'expires_at');
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1) statuses.push(await statusOf(signIn('wrong')));
    expect(statuses).toEqual([...Array(8).fill(401), 429]);
  });

  test('do not prevent registrations', async () => {
    const open = () =>
      service
        .visitor()
        .post(
          '/api/accounts',
          { email: `${Math.random()}@example.org`, password: 'a good long password', name: 'Bea' },
          from('198.51.100.1'),
        );
    expectWaitWithinWindow(await untilRejected(open));
    await moveAhead('address_window', 'ends_at');
    expect(await statusOf(open())).toBe(201);
  });

  test('do not block an address that has sent unknown keys', async () => {
    let count = 0;
    const guess = () =>
      service.visitor().get('/api/queens', {
        headers: { 'X-Forwarded-For': '198.51.100.2', Authorization: `Bearer ${KEY((count += 1))}` },
      });
    expect(await statusOf(guess())).toBe(401);
    await run(sql`update address_window set count = 1000, ends_at = ends_at + ${DAYS} * interval '1 day'`);
    expect(await statusOf(guess())).toBe(401);
    expectWaitWithinWindow(await untilRejected(guess));
  });

  test('do not prevent requests with a key or a session', async () => {
    anna = await service.register();
    const key = clientWithKey(service, (await makeKey(anna)).key);
    for (const client of [key, anna]) {
      expect(await statusOf(client.get('/api/queens'))).toBe(200);
      await run(sql`update request_window set used = 30, ends_at = ends_at + ${DAYS} * interval '1 day'`);
      expect(await statusOf(client.get('/api/queens'))).toBe(200);
      expectWaitWithinWindow(await untilRejected(() => client.get('/api/queens')));
    }
  });

  test('do not prevent the creation of keys', async () => {
    anna = await service.register();
    const create = () => anna.post('/api/api-keys', { name: 'Key', permissions: { queens: 'read' } });
    expectWaitWithinWindow(await untilRejected(create));
    await moveAhead('api_key', 'created_at');
    expect(await statusOf(create())).toBe(201);
    const { body } = await anna.graphql('{ apiKeyAllowance { createdInLastHour retryAfter } }');
    expect(body.data.apiKeyAllowance).toEqual({ createdInLastHour: 1, retryAfter: 0 });
  });

  test('do not end a new session', async () => {
    anna = await service.register();
    const { password } = anna.account;
    await signIn(password);
    await moveAhead('session', 'expires_at');
    const visitor = service.visitor();
    expect(await statusOf(signIn(password, anna.account.email, visitor))).toBe(200);
    expect(await statusOf(visitor.get('/api/session'))).toBe(200);
  });

  test('make an Idempotency-Key invalid if the times are days ahead, but not if they are hours ahead', async () => {
    anna = await service.register();
    const post = async (queen_name: string) => {
      const headers = { 'Idempotency-Key': '"once"' };
      const { status, body } = await anna.post('/api/queens/f0', { queen_name }, { headers });
      return [status, body.data?.id];
    };
    const [status, id] = await post('Jutta');
    expect(status).toBe(201);
    await run(sql`update idempotency_key set created_at = created_at + interval '5 hours'`);
    expect(await post('Jutta')).toEqual([201, id]);
    expect((await post('Juno'))[0]).toBe(409);
    await moveAhead('idempotency_key', 'created_at');
    expect((await post('Juno'))[0]).toBe(201);
  });

  test('do not hide new audit events or the last use of a key', async () => {
    anna = await service.register();
    const key = await makeKey(anna);
    const use = () => clientWithKey(service, key.key).get('/api/queens');
    const lastUse = async () => Date.parse((await anna.get('/api/api-keys')).body.data[0].last_used_at as string);
    await use();
    const first = await lastUse();
    await signIn('wrong');
    await flushAuditTrail();
    await moveAhead('api_key', 'last_used_at');
    await moveAhead('audit_event', 'happened_at');
    await use();
    const last = await lastUse();
    expect([last >= first, last < first + DAYS * 12 * 3_600_000]).toEqual([true, true]);
    await signIn('wrong');
    await flushAuditTrail();
    const { body } = await anna.get('/api/account/audit?action=sign_in_failed');
    expect(body.data.map(({ count }: { count: number }) => count)).toEqual([1, 1]);
  });
});

type Run = (statement: string) => Promise<unknown>;

/**
 * Adds a trigger to the job queue. The trigger stays in the database, because dropping the trigger can cause a
 * deadlock.
 */
async function addJobTrigger(run: Run): Promise<void> {
  await assignToNewJobs(run, '');
  await run(`create trigger change_job before insert on jobs.job for each row execute function change_job()`);
}

/** Makes the trigger apply `assignments` to each new job. */
const assignToNewJobs = (run: Run, assignments: string) =>
  run(`create or replace function change_job() returns trigger language plpgsql as
    $$ begin ${assignments} return new; end $$`);

async function upload(client: Client): Promise<string> {
  const { status, body } = await client.upload('/api/imports', 'queens.csv', 'queen_name;external_id\nGerda;G-1\n');
  expect(status).toBe(202);
  return body.data.id as string;
}

describe('after the clock was set back, jobs with times in the future', () => {
  const future = `now() + interval '${DAYS} days'`;
  let service: TestService;
  const run: Run = (text) => sql.raw(text).execute(service.services.orm.database.kysely);
  beforeAll(async () => {
    service = await startService({}, undefined, { requeue: 100 });
    await addJobTrigger(run);
  });
  afterAll(() => service.close());

  test.each([
    ['waiting jobs', `new.start_after := ${future};`],
    [
      'jobs started by a process that died',
      `new.state := 'active'; new.started_on := ${future}; new.heartbeat_on := ${future};
       update jobs.queue set monitor_claim_on = ${future}, monitor_on = ${future};`,
    ],
  ])('are processed: %s', async (_, assignments) => {
    const anna = await service.register();
    await assignToNewJobs(run, assignments);
    const id = await upload(anna);
    await assignToNewJobs(run, '');
    expect(await waitForEnd(anna, id)).toMatchObject({ status: 'completed' });
  });
});

/** Returns functions that start and end a service in a separate process, and that set the clock of this process. */
function startWithClock(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  const CLOCK_OFFSET = join(folder, 'offset');
  const movable = fileURLToPath(new URL('../support/movable-clock.js', import.meta.url));
  const setAhead = (days: number) => writeFileSync(CLOCK_OFFSET, String(days * 86_400_000));
  let service: ServiceProcess | undefined;
  return {
    setAhead,
    /** Ends the previous process, starts a new process, and returns its address. */
    async start(): Promise<string> {
      await service?.end('SIGTERM');
      service = startProcess({ ...settings, CLOCK_OFFSET }, ['--import', movable]);
      return service.url;
    },
    async end(): Promise<void> {
      await service?.end('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

describe('a clock that jumps ten days ahead and back', () => {
  let database: TestDatabase;
  let clocked: ReturnType<typeof startWithClock>;
  afterEach(async () => {
    await clocked?.end();
    await database?.drop();
  });

  test('locks out no user, and causes no waiting time beyond the rate-limit window', async () => {
    // A database server has its own clock. Only the embedded database uses the clock of the process.
    database = await createEmptyDatabase('');
    clocked = startWithClock({ ...database.environment, ...LIMITS });
    clocked.setAhead(DAYS);
    let url = await clocked.start();
    const anna = await openAccount(new Client(url));
    const { email, password } = anna.account;
    const key = await makeKey(anna);
    const began = Date.parse(key.created_at as string);
    expect(began - Date.now()).toBeGreaterThan((DAYS - 1) * 86_400_000);

    const signIn = (attempt: string) => new Client(url).post('/api/session', { email, password: attempt });
    const open = () => {
      const account = { email: `${Math.random()}@example.org`, password: 'a good long password', name: 'Bea' };
      return new Client(url).post('/api/accounts', account, from('198.51.100.1'));
    };
    const create = () => anna.post('/api/api-keys', { name: 'Key', permissions: { queens: 'read' } });
    const request = () => clientWithKey({ url }, key.key).get('/api/queens');
    const guess = () =>
      new Client(url).get('/api/queens', {
        headers: { 'X-Forwarded-For': '198.51.100.2', Authorization: `Bearer ${KEY(1)}` },
      });
    for (const limited of [() => signIn('wrong'), open, create, request, guess]) {
      expectWaitWithinWindow(await untilRejected(limited));
    }

    clocked.setAhead(0);
    expect((await signIn(password)).status).toBe(200);
    expect((await open()).status).toBe(201);
    expect((await create()).status).toBe(201);
    // The waiting times in memory use a monotonic clock, so they do not end early.
    for (const limited of [request, guess]) expectWaitWithinWindow(await limited());

    url = await clocked.start();
    expect((await request()).status).toBe(200);
    expect((await guess()).status).toBe(401);
  });

  const onServer = process.env.TEST_DATABASE_URL ? test : test.skip;
  onServer('does not prevent a restart of the jobs of a dead process', async () => {
    database = await createTestDatabase();
    clocked = startWithClock(database.environment);
    clocked.setAhead(DAYS);
    const anna = await openAccount(new Client(await clocked.start()));
    clocked.setAhead(0);
    const client = new pg.Client(database.environment.DATABASE_URL);
    await client.connect();
    const long = `now() - interval '1 hour'`;
    const assignments = `new.state := 'active'; new.started_on := ${long}; new.heartbeat_on := ${long};`;
    const run: Run = (text) => client.query(text);
    await addJobTrigger(run);
    await assignToNewJobs(run, assignments);
    const id = await upload(anna);
    await assignToNewJobs(run, '');
    await client.end();
    expect(await waitForEnd(anna, id)).toMatchObject({ status: 'completed' });
  });
});
