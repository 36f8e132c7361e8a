import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import { lockPedigree } from '../../../src/db/account-lock.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ DATABASE_POOL: '4' });
});
afterAll(() => service.close());

// The embedded database has only one connection, so it cannot keep connections free for other accounts.
const onServer = process.env.TEST_DATABASE_URL ? test : test.skip;

// Regression: writes that waited for an import of their account occupied all connections, so other accounts got 503.
onServer('writes that wait for an import leave database connections for other accounts', async () => {
  const [busy, other] = [await service.register(), await service.register()];
  const kysely = service.services.orm.database.kysely as Kysely<unknown>;
  const writes = await kysely.transaction().execute(async (importing) => {
    await lockPedigree(importing, busy.account.id);
    const sent = Array.from({ length: 12 }, (_, index) => busy.post('/api/queens/f0', { queen_name: `Q${index}` }));
    await untilOneWaits(importing);
    expect((await other.get('/api/queens')).status).toBe(200);
    expect((await busy.get('/api/queens')).status).toBe(200);
    return sent;
  });
  expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([201]));
});

async function untilOneWaits(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('concurrent writes of one account run one at a time', async () => {
  const client = await service.register();
  const sent = Array.from({ length: 30 }, (_, index) =>
    client.post('/api/queens/f0', { queen_name: `Q${index % 20}` }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 409)).toHaveLength(10);
});
