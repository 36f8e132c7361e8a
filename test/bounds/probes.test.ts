import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Client } from '../support/client.js';
import { startProcess, type ServiceProcess } from '../support/process.js';
import { stallingProxy } from '../support/stalling-proxy.js';

/** The embedded database works in this process: it cannot hang while the process answers. */
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

const POOL = 4;

onServer('while PostgreSQL hangs', () => {
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

  /** What probes are answered, round by round. @param data requests for data that are under way. */
  async function probe(data: Promise<unknown>[]) {
    let answered = 0;
    for (const each of data) void each.finally(() => (answered += 1));
    const rounds = [];
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(['/readyz', '/readyz', '/healthz', '/metrics'].map((path) => client.get(path)));
      rounds.push(answers.map(({ status }) => status));
    }
    const [ready] = await Promise.all([client.get('/readyz'), client.get('/healthz')]);
    const metrics = await client.get('/metrics');
    return { rounds, ready, metrics: String(metrics.body), answered };
  }

  const UNREADY = [503, 503, 200, 200];

  // /readyz took as long as a request for data: 32 s.
  test.each([
    ['a connection of the pool is used', 1],
    ['the pool is exhausted', 3 * POOL],
  ])('probes are answered before requests for data time out: %s', async (_, count) => {
    while (!(await client.get('/readyz').then(({ status }) => status === 200)));
    proxy.stall();
    const data = Array.from({ length: count }, () => client.get('/api/v1/queens'));
    const { rounds, ready, metrics, answered } = await probe(data);
    expect(answered).toBe(0);
    expect(rounds).toEqual([UNREADY, UNREADY]);
    expect(ready.body.code).toBe('unavailable');
    expect(ready.headers.get('Retry-After')).toBe('5');
    expect(metrics).toMatch(/^queenbook_database_up 0$/m);
    proxy.resume();
    // Ready again as soon as the server answers, though its old connections never do.
    while (!(await client.get('/readyz').then(({ status }) => status === 200)));
    // They time out in the end, and nothing here depends on it.
    void Promise.allSettled(data);
  });
});
