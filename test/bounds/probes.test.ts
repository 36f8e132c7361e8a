import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Client } from '../support/client.js';
import { startProcess, type ServiceProcess } from '../support/process.js';
import { stallingProxy } from '../support/stalling-proxy.js';

/**
 * Needs a PostgreSQL server, because the embedded database runs in the process of the service and cannot hang alone.
 */
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

const POOL = 4;

onServer('probes while PostgreSQL hangs', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof stallingProxy>>;
  let service: ServiceProcess;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await stallingProxy(database.environment.DATABASE_URL!);
    service = startProcess({
      ...database.environment,
      DATABASE_URL: proxy.url,
      DATABASE_POOL: String(POOL),
      DATABASE_WAIT: '15',
      STATEMENT_TIMEOUT: '15',
    });
    client = new Client(await service.url);
    await client.post('/api/accounts', { email: 'a@example.org', password: 'a good long password', name: 'Anna' });
  });
  afterAll(async () => {
    await service?.end('SIGKILL');
    proxy?.close();
    await database?.drop();
  });

  /**
   * Sends two rounds of probes. Returns their statuses, further responses of /readyz and /metrics, and how many data
   * requests had ended by then.
   * @param data the data requests that are in flight
   */
  async function probe(data: Promise<unknown>[]) {
    let endedDataRequests = 0;
    const count = () => (endedDataRequests += 1);
    // At the end of the tests, requests may still be open. They fail when the service is killed.
    for (const each of data) void each.then(count, count);
    const rounds = [];
    for (let round = 0; round < 2; round += 1) {
      const responses = await Promise.all(
        ['/readyz', '/readyz', '/healthz', '/metrics'].map((path) => client.get(path)),
      );
      rounds.push(responses.map(({ status }) => status));
    }
    const [ready] = await Promise.all([client.get('/readyz'), client.get('/healthz')]);
    const metrics = await client.get('/metrics');
    return { rounds, ready, metrics: String(metrics.body), endedDataRequests };
  }

  const UNREADY = [503, 503, 200, 200];

  // Regression: /readyz took 32 s, the same time as a data request.
  test.each([
    ['one connection of the pool is in use', 1],
    ['the pool is exhausted', 3 * POOL],
  ])('get a response before data requests time out: %s', async (_, count) => {
    while (!(await client.get('/readyz').then(({ status }) => status === 200)));
    proxy.stall();
    const data = Array.from({ length: count }, () => client.get('/api/v1/queens'));
    const { rounds, ready, metrics, endedDataRequests } = await probe(data);
    expect(endedDataRequests).toBe(0);
    expect(rounds).toEqual([UNREADY, UNREADY]);
    expect(ready.body.code).toBe('unavailable');
    expect(ready.headers.get('Retry-After')).toBe('5');
    expect(metrics).toMatch(/^queenbook_database_up 0$/m);
    proxy.resume();
    // The service is ready as soon as the server responds, although its old connections remain stalled.
    while (!(await client.get('/readyz').then(({ status }) => status === 200)));
    // The data requests time out eventually.
    void Promise.allSettled(data);
  });
});
