import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { bytesOf, DATENIMPORT } from '../features/imports/files.js';
import { importFile, waitForEnd, type ImportBody } from '../features/imports/uploads.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { load } from '../support/load.js';
import { startProcess, type ServiceProcess } from '../support/process.js';
import { Client } from '../support/service.js';

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;
const credentials = { email: 'a@example.org', password: 'a good long password' };
const PAGE = 100;

let database: TestDatabase;
beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) database = await createTestDatabase();
});
afterAll(() => database?.drop());

const CRASH_TOGETHER = fileURLToPath(new URL('../support/crash-together.js', import.meta.url));

const start = (environment: Record<string, string> = {}, flags: string[] = []) =>
  startProcess({ ...database.environment, REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'info', ...environment }, flags);

/** Returns the process ids of the workers, in the order of the log. */
const workersOf = (service: ServiceProcess): number[] =>
  [...service.output().matchAll(/"worker":(\d+),"msg":"worker started"/g)].map(([, pid]) => Number(pid));

/** Returns a client with a new connection for each request, so that its requests reach all workers. */
function newConnections(url: string): Client {
  const client = new Client(url);
  client.headers.Connection = 'close';
  return client;
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.environment.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function waitForExit(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await setTimeout(20);
  }
}

/** Opens an account with queens from a file, and creates a key to read them. */
async function openFilledAccount(url: string): Promise<{ key: string; queens: Client }> {
  const anna = new Client(url);
  const { status } = await anna.post('/api/accounts', { ...credentials, name: 'Anna' });
  if (status !== 201) await anna.post('/api/session', credentials);
  else await importFile(anna, DATENIMPORT, bytesOf(DATENIMPORT));
  const { key } = await makeKey(anna);
  return { key, queens: clientWithKey({ url }, key) };
}

/** Requests pages of queens repeatedly. */
async function requestPages(url: string) {
  const { key } = await openFilledAccount(url);
  const isComplete = (body: string) => (JSON.parse(body) as { data: unknown[] }).data.length === PAGE;
  return load(`${url}/api/v1/queens?limit=${PAGE}`, { Authorization: `Bearer ${key}` }, isComplete);
}

onServer('several workers on one port', () => {
  let service: ServiceProcess;
  let anna: Client;
  beforeAll(async () => {
    service = start({ WORKERS: '3', KEY_CREATIONS_PER_HOUR: '1000', REQUESTS_PER_MINUTE: '600' });
    anna = newConnections(await service.url);
    expect((await anna.post('/api/accounts', { ...credentials, email: 'b@example.org', name: 'Anna' })).status).toBe(
      201,
    );
  });
  afterAll(() => service?.end('SIGKILL'));

  test('start, and print the address only once', async () => {
    expect(new Set(workersOf(service)).size).toBe(3);
    expect(service.output().match(/listening on/g)).toHaveLength(1);
  });

  test('share sessions', async () => {
    // A new account, because other tests also use the request limit of `anna`.
    const berta = newConnections(anna.url);
    const email = 'c@example.org';
    expect((await berta.post('/api/accounts', { ...credentials, email, name: 'Berta' })).status).toBe(201);
    for (let n = 0; n < 12; n += 1) expect((await berta.get('/api/v1/queens')).status).toBe(200);
    // Each worker leases a twentieth of the session's limit. The sum shows that all three workers have handled
    // requests.
    const used = `select used from request_window where account_id = (select id from account where email = '${email}')`;
    expect(await query(used)).toEqual([{ used: 90 }]);
  });

  test('share the revocation of a key', async () => {
    const { id, key } = await makeKey(anna);
    const program = newConnections(anna.url);
    program.headers.Authorization = `Bearer ${key}`;
    for (let n = 0; n < 6; n += 1) expect((await program.get('/api/v1/key')).status).toBe(200);
    await anna.delete('/api/api-keys', { id });
    for (let n = 0; n < 6; n += 1) expect((await program.get('/api/v1/key')).status).toBe(401);
  });

  test('share request limits', async () => {
    const { key } = await makeKey(anna);
    const program = newConnections(anna.url);
    program.headers.Authorization = `Bearer ${key}`;
    const statuses: number[] = [];
    while (statuses.length < 800) {
      const batch = await Promise.all(Array.from({ length: 20 }, () => program.get('/api/v1/key')));
      statuses.push(...batch.map(({ status }) => status));
    }
    const allowed = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - allowed);
    // A worker cannot use the leases of other workers. When one worker reaches the limit, each of the other two workers
    // may hold unused leases of up to a twentieth of the limit.
    expect(allowed).toBeLessThanOrEqual(600);
    expect(allowed).toBeGreaterThan(600 - 2 * 30);
  });

  test('report the metrics of all workers', async () => {
    const readMetrics = async () => {
      const { status, body } = await newConnections(anna.url).get('/metrics');
      const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body as string)?.[1]);
      const route = 'http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"}';
      return { status, requests: value(route.replace(/[{}]/g, '\\$&')), processes: value('queenbook_processes') };
    };
    for (let n = 0; n < 9; n += 1) await newConnections(anna.url).get('/healthz');
    for (let n = 0; n < 3; n += 1) expect(await readMetrics()).toEqual({ status: 200, requests: 9, processes: 3 });
  });

  test('share the state of imports', async () => {
    const { status, body } = await anna.upload('/api/imports', DATENIMPORT, bytesOf(DATENIMPORT));
    expect(status).toBe(202);
    const { id } = body.data as ImportBody;
    for (let n = 0; n < 6; n += 1) expect((await anna.get(`/api/v1/imports/${id}`)).status).toBe(200);
    expect(await waitForEnd(anna, id)).toMatchObject({ status: 'completed', errors: [] });
    const { body: queens } = await anna.get('/api/v1/queens');
    expect(queens.page.total).toBe(2389);
  });
});

onServer('a worker', () => {
  let service: ServiceProcess;
  let running: ReturnType<typeof load> | undefined;
  // A test that passes ends its service. Otherwise, the error shows what the service did.
  afterEach(async () => {
    const isRunning = service.child.exitCode === null && service.child.signalCode === null;
    if (isRunning) await service.end('SIGKILL');
    const tally = await running?.stop();
    running = undefined;
    const output = service.output().replace(/^.*"msg":"request".*\n/gm, '');
    if (isRunning) throw new Error(`The service was still running: ${JSON.stringify(tally)} ${output}`);
  });

  /** Waits until this number of workers has been started since the start of the service. */
  async function waitForStarts(count: number): Promise<void> {
    while (workersOf(service).length < count) {
      if (service.child.exitCode !== null) throw new Error(`The service has ended: ${service.output()}`);
      await setTimeout(20);
    }
  }

  // Regression: if a new worker was not ready when the last old worker died, the new worker listened on another port.
  test('is replaced after a crash under load, while the other workers respond correctly', async () => {
    service = start({ WORKERS: '2' });
    running = await requestPages(await service.url);
    await running.waitForResponses(50);
    const [victim] = workersOf(service);
    process.kill(victim!, 'SIGKILL');
    await running.waitForResponses(50);
    await waitForStarts(3);
    await running.waitForResponses(50);
    // After this kill, both original workers have ended, so a new worker must respond.
    process.kill(workersOf(service)[1]!, 'SIGKILL');
    await waitForStarts(4);
    await running.waitForResponses(50);
    const { cut, hung, others } = await running.stop();
    expect({ hung, others }).toEqual({ hung: 0, others: [] });
    // Each client had one request in flight.
    expect(cut).toBeLessThanOrEqual(2 * 8);
    expect(service.output().match(/worker exited; restarting it/g)).toHaveLength(2);
    expect(await service.end('SIGTERM')).toBe(0);
    await Promise.all(workersOf(service).map(waitForExit));
  });

  // Regression: a connection that was passed to a dying worker stayed open without a response.
  test('is replaced on the same port if all workers crash, and no client waits forever', async () => {
    service = start({ WORKERS: '2' });
    running = load(`${await service.url}/healthz`, { Connection: 'close' }, (body) => body.includes('ok'), 16);
    for (const round of [1, 2]) {
      await running.waitForResponses(200);
      for (const worker of workersOf(service).slice(-2)) process.kill(worker, 'SIGKILL');
      await waitForStarts(2 + 2 * round);
    }
    await running.waitForResponses(200);
    expect(await running.stop()).toMatchObject({ hung: 0, others: [] });
    expect(await service.end('SIGTERM')).toBe(0);
  });

  // Regression: the previous test once hung, because one worker was never replaced.
  test('is replaced if its exit is reported before its channel is closed', async () => {
    service = start({ WORKERS: '2' }, ['--import', CRASH_TOGETHER]);
    const url = `${await service.url}/healthz`;
    service.signal('SIGUSR2');
    while (!service.output().includes('supervisor blocked')) await setTimeout(5);
    running = load(url, { Connection: 'close' }, (body) => body.includes('ok'), 16);
    await waitForStarts(4);
    await running.waitForResponses(200);
    expect(await running.stop()).toMatchObject({ hung: 0, others: [] });
    expect(await service.end('SIGTERM')).toBe(0);
  });

  test('ends when its supervisor is killed', async () => {
    service = start({ WORKERS: '2' });
    await service.url;
    await service.end('SIGKILL');
    await Promise.all(workersOf(service).map(waitForExit));
  });
});

onServer('SIGTERM', () => {
  test.each([['1'], ['2']])('under load cuts off no response (WORKERS=%s)', async (WORKERS) => {
    const service = start({ WORKERS });
    const running = await requestPages(await service.url);
    await running.waitForResponses(100);
    expect(await service.end('SIGTERM')).toBe(0);
    const { complete, cut, others } = await running.stop();
    expect({ cut, others }).toEqual({ cut: 0, others: [] });
    expect(complete).toBeGreaterThanOrEqual(100);
    await Promise.all(workersOf(service).map(waitForExit));
  });

  test('to one of two processes under load does not stop the other process', async () => {
    const [one, other] = [start(), start({ WORKERS: '2' })];
    const [leaving, staying] = [await requestPages(await one.url), await requestPages(await other.url)];
    await leaving.waitForResponses(50);
    expect(await one.end('SIGTERM')).toBe(0);
    await staying.waitForResponses(50);
    expect(await leaving.stop()).toMatchObject({ cut: 0, others: [] });
    expect(await staying.stop()).toMatchObject({ cut: 0, others: [], unanswered: 0 });
    expect(await other.end('SIGTERM')).toBe(0);
  });

  test('ends workers that do not listen yet', async () => {
    const service = start({ WORKERS: '2' });
    while (workersOf(service).length === 0) await setTimeout(20);
    expect(await service.end('SIGTERM')).toBe(0);
    await Promise.all(workersOf(service).map(waitForExit));
  });
});

onServer('workers at their start', () => {
  async function startError(environment: Record<string, string>) {
    const service = start({ WORKERS: '2', LOG_LEVEL: 'error', ...environment });
    const output = await service.url.then(String, () => service.output());
    return { output: output.trim().split('\n'), code: service.child.exitCode };
  }

  test('print a single error line if they cannot start', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    expect(await startError({ PORT: String(port) })).toEqual({
      output: [`Queenbook cannot start: PORT ${port} at HOST 127.0.0.1 is in use by another process`],
      code: 1,
    });
    listener.close();
    const { output, code } = await startError({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(output).toEqual([expect.stringMatching(/^Queenbook cannot start: the database of DATABASE_URL cannot be/)]);
  });

  test('migrate an empty database if MIGRATE is on', async () => {
    await query('drop schema public cascade; drop schema jobs cascade; create schema public');
    expect((await startError({})).output).toEqual([expect.stringMatching(/not up to date: run "npm run migrate"/)]);
    const service = start({ WORKERS: '2', MIGRATE: 'on' });
    expect((await fetch(`${await service.url}/readyz`)).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
