import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type Transaction } from 'kysely';
import { limitStatements } from '../../src/db/statement-timeout.js';
import { QUEUES } from '../../src/features/queues.js';
import { createTestDatabase } from '../support/database.js';
import { startProcess } from '../support/process.js';
import { Client, type TestResponse } from '../support/client.js';
import { READ_ALL } from '../features/api-keys/keys.js';
import { importFile } from '../features/imports/uploads.js';
import { startService, type TestService } from '../support/service.js';
import { stallingProxy } from '../support/stalling-proxy.js';

/**
 * Needs a PostgreSQL server, because the embedded database runs one statement at a time, in this process, and cannot
 * cancel statements.
 */
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

type Proxy = Awaited<ReturnType<typeof stallingProxy>>;

let service: TestService;
let anna: Awaited<ReturnType<TestService['register']>>;
beforeAll(async () => {
  if (!process.env.TEST_DATABASE_URL) return;
  service = await startService({ DATABASE_POOL: '4', DATABASE_WAIT: '1', STATEMENT_TIMEOUT: '1' });
  anna = await service.register();
});
afterAll(() => service?.close());

/** Locks a table while `work` runs. */
async function locked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const db = service.services.orm.database.kysely;
  return db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    return work();
  });
}

onServer('a statement of a request', () => {
  test('is cancelled when it times out; the REST response is 503, and the GraphQL error is "unavailable"', async () => {
    // A new account, because no response for it can be in the cache.
    const berta = await service.register();
    const [rest, graphql] = await locked('apiary', () =>
      Promise.all([berta.get('/api/v1/apiaries'), berta.graphql('{ apiaries { totalCount } }')]),
    );
    expect([rest.status, rest.body.code, rest.headers.get('Retry-After')]).toEqual([503, 'unavailable', '5']);
    expect(graphql.body.errors[0].extensions.code).toBe('unavailable');
    expect((await berta.get('/api/v1/apiaries')).status).toBe(200);
    const { rows } = await sql`select from pg_stat_activity where datname = current_database() and state = 'active'
      and query like '%apiary%' and pid <> pg_backend_pid()`.execute(service.services.orm.database.kysely);
    expect(rows).toEqual([]);
  });

  test('leaves no timeout on its connection', async () => {
    const { kysely } = service.services.orm.database;
    const limitOf = async (tx: Pick<Transaction<unknown>, 'getExecutor'>) =>
      (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(tx)).rows[0]!.statement_timeout;
    for (let round = 0; round < 3; round += 1) {
      // Sends more requests than there are connections, so that each connection is used.
      await Promise.all(Array.from({ length: 8 }, () => anna.get('/api/v1/apiaries')));
      const timeouts = await Promise.all(Array.from({ length: 4 }, () => kysely.transaction().execute(limitOf)));
      expect(timeouts).toEqual(['0', '0', '0', '0']);
    }
  });
});

onServer('a transaction of a request', () => {
  test('that is idle for twice the statement timeout is aborted, and its connection is closed', async () => {
    const { kysely } = service.services.orm.database;
    const transaction = limitStatements(1)({ method: 'GET', path: '/api/v1/apiaries' } as never, () =>
      kysely.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await new Promise((resolve) => setTimeout(resolve, 3000));
        await sql`select 1`.execute(tx);
      }),
    );
    await expect(transaction).rejects.toThrow();
    expect((await anna.get('/api/v1/apiaries')).status).toBe(200);
  });
});

onServer('a request that waits for a connection', () => {
  // Regression: transactions never released connections that were lost, so the pool became empty.
  test('gets a connection after connections were lost during writes', async () => {
    const { kysely, pool } = service.services.orm.database;
    const terminateWaiting = async (): Promise<void> => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
      if (rows.length === 0) return terminateWaiting();
    };
    for (let round = 0; round < 5; round += 1) {
      const written = await locked('apiary', async () => {
        const [response] = await Promise.all([
          anna.post('/api/v1/apiaries', { name: `Lost ${round}` }),
          terminateWaiting(),
        ]);
        return response;
      });
      expect([written.status, written.body.code]).toEqual([503, 'unavailable']);
    }
    // Other connections, such as those of the job queue, are in use only briefly. A lost connection would be in use
    // forever.
    while (pool.busy > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await anna.get('/api/v1/apiaries')).status).toBe(200);
  });

  test('gets 503 after a timeout if all connections are in use', async () => {
    const { pool } = service.services.orm.database;
    const connections = await Promise.all(Array.from({ length: 4 }, () => pool.acquire('service')));
    const startedAt = performance.now();
    const refused = await Promise.all([anna.get('/api/v1/queens'), anna.get('/readyz')]);
    const waited = performance.now() - startedAt;
    for (const client of connections) client.release();
    expect(refused.map(({ status, body, headers }) => [status, body.code, headers.get('Retry-After')])).toEqual([
      [503, 'unavailable', '5'],
      [503, 'unavailable', '5'],
    ]);
    expect(waited).toBeGreaterThan(900);
    expect((await anna.get('/api/v1/queens')).status).toBe(200);
  });
});

const POOL = 6;
const times = <Item>(length: number, make: () => Item): Item[] => Array.from({ length }, make);

onServer('a database server that stops responding', () => {
  const account = { email: 'a@example.org', password: 'a good long password', name: 'Anna' };

  /** Runs `work` with a service that connects to PostgreSQL through a proxy. */
  async function behindProxy(work: (proxy: Proxy, url: string) => Promise<void>): Promise<void> {
    const database = await createTestDatabase();
    const proxy = await stallingProxy(database.environment.DATABASE_URL!);
    const service = startProcess({
      ...database.environment,
      DATABASE_URL: proxy.url,
      DATABASE_POOL: String(POOL),
      STATEMENT_TIMEOUT: '1',
    });
    try {
      await work(proxy, await service.url);
    } finally {
      await service.end('SIGKILL');
      proxy.close();
      await database.drop();
    }
  }

  // Regression: requests waited forever for an unresponsive server, because such a server does not cancel statements.
  test('delays no later request, because the service does not reuse the stalled connections', async () => {
    await behindProxy(async (proxy, url) => {
      const [client, other] = [new Client(url), new Client(url)];
      expect((await client.post('/api/accounts', account)).status).toBe(201);
      expect((await other.post('/api/accounts', { ...account, email: 'b@example.org' })).status).toBe(201);
      // Sends requests until the service has opened all connections of its pool.
      while (proxy.openConnections() < POOL) {
        await Promise.all(
          ['/api/v1/queens', '/api/queens/f0.csv', '/readyz'].flatMap((path) => times(8, () => client.get(path))),
        );
      }
      proxy.silence();
      const responses = await Promise.all([
        client.get('/api/v1/queens'),
        client.graphql('{ queens { totalCount } }'),
        client.get('/readyz'),
        // Also sends an upload, and a request with a streamed response.
        client.upload('/api/imports', 'queens.csv', 'queen_name\nAnna\n'),
        client.get('/api/account/export'),
        // Deletes the account of `other`, because `client` still needs its own account.
        other.delete('/api/account', { password: account.password }),
      ]);
      const refused = responses.filter(({ status }) => status === 503);
      expect(refused.map(({ headers }) => headers.get('Retry-After'))).toEqual(times(refused.length, () => '5'));
      // A job queue that polls at this moment uses one of the stalled connections. A request then gets a new
      // connection, which works.
      expect(refused.length).toBeGreaterThanOrEqual(POOL - QUEUES.length);
      expect(responses.filter(({ status }) => status !== 503 && status >= 300)).toEqual([]);
      // New connections work. The stalled connections never respond.
      for (let n = 0; n < 8; n += 1) expect((await client.get('/readyz')).status).toBe(200);
    });
  });

  // Regression: the job queues waited forever for the responses on the stalled connections.
  test('only interrupts the job queues, which continue on new connections', async () => {
    await behindProxy(async (proxy, url) => {
      const client = new Client(url);
      expect((await client.post('/api/accounts', account)).status).toBe(201);
      proxy.stall();
      // During these probes, each queue polls at least once.
      for (let n = 0; n < 2; n += 1) expect((await client.get('/readyz')).status).toBe(503);
      proxy.resume();
      // Until all stalled connections are closed, requests can get the status 503.
      let upload: TestResponse;
      do upload = await client.upload('/api/imports', 'queens.csv', 'queen_name\nBerta\n');
      while (upload.status === 503);
      expect(upload.status).toBe(202);
      const readStatus = async () => (await client.get(`/api/v1/imports/${upload.body.data.id}`)).body.data?.status;
      while ((await readStatus()) !== 'completed');
    });
  });
});

onServer('a deadlock of two transactions', () => {
  // PostgreSQL detects a deadlock after one second.
  let service: TestService;
  let carla: typeof anna;
  beforeAll(async () => {
    service = await startService();
    carla = await service.register();
  });
  afterAll(() => service?.close());

  /**
   * Creates a deadlock: locks one row, waits until the transaction of `other` needs this row, and then requests a
   * lock that the other transaction holds.
   */
  async function causeDeadlock<Outcome>(
    firstLock: ReturnType<typeof sql>,
    secondLock: ReturnType<typeof sql>,
    other: () => Promise<Outcome>,
  ) {
    const { kysely } = service.services.orm.database;
    return kysely.transaction().execute(async (tx) => {
      // With this setting, PostgreSQL aborts the other transaction.
      await sql`set local deadlock_timeout = '1min'`.execute(tx);
      await firstLock.execute(tx);
      const response = other();
      for (let waiting = 0; waiting === 0;) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(kysely);
        waiting = rows[0]!.count;
      }
      await secondLock.execute(tx);
      return { response };
    });
  }

  test('aborts one transaction; its request gets 503 and writes nothing', async () => {
    const { body } = await carla.post('/api/api-keys', { name: 'Key', permissions: READ_ALL });
    const { id } = body.data;
    const rename = () => carla.put(`/api/api-keys/${id}`, { name: 'Renamed' });
    const { response } = await causeDeadlock(
      sql`select from account where id = ${carla.account.id} for update`,
      sql`select from api_key where id = ${id} for update`,
      rename,
    );
    const { status, body: problem, headers } = await response;
    expect([status, problem.code, headers.get('Retry-After')]).toEqual([503, 'unavailable', '1']);
    expect((await carla.get('/api/api-keys')).body.data).toMatchObject([{ id, name: 'Key' }]);
    expect((await rename()).status).toBe(200);
  });

  // Regression: after a deadlock, the import failed with an internal error.
  test('makes an import repeat its transaction', async () => {
    const queen = { queen_name: 'Mona', external_id: 'D-1', birth_date: '2022' };
    const { body } = await carla.post('/api/queens/f0', queen);
    const { response } = await causeDeadlock(
      sql`select from queen where id = ${body.data.id} for update`,
      sql`select pg_advisory_xact_lock(hashtextextended(${carla.account.id}, 1))`,
      () => importFile(carla, 'queens.csv', 'queen_name;external_id;notes\nMona;D-1;calm\n'),
    );
    expect(await response).toMatchObject({ status: 'completed', updated: { queens: 1 } });
    expect((await carla.get(`/api/queens/${body.data.id}`)).body.data).toMatchObject({ notes: 'calm' });
  });

  test('makes an account deletion repeat its transaction', async () => {
    const berta = await service.register();
    const { body } = await berta.post('/api/api-keys', { name: 'Key', permissions: READ_ALL });
    const { response } = await causeDeadlock(
      sql`select from api_key where id = ${body.data.id} for update`,
      sql`select from account where id = ${berta.account.id} for update`,
      () => berta.delete('/api/account', { password: berta.account.password }),
    );
    expect((await response).status).toBe(204);
    expect((await berta.get('/api/session')).status).toBe(401);
  });
});
