import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startProcess, type ServiceProcess } from '../../support/process.js';
import { Client } from '../../support/service.js';
import { clientWithKey, expectProblem, INVALID_TOKEN, makeKey } from './keys.js';

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('keys shared by two processes', () => {
  let database: TestDatabase;
  let processes: ServiceProcess[] = [];
  let anna: Client;
  let otherProcess: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    processes = [launch(), launch()];
    const [one, two] = await Promise.all(processes.map(({ url }) => url));
    anna = new Client(one!);
    otherProcess = two!;
    await anna.post('/api/accounts', { email: 'a@example.org', password: 'a good long password', name: 'Anna' });
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end('SIGTERM')));
    await database?.drop();
  });

  const launch = () => startProcess({ ...database.environment, KEY_CREATIONS_PER_HOUR: '1000' });
  const other = (key: string) => clientWithKey({ url: otherProcess }, key);

  test('changes of a key by one process apply to the next request to the other process', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, key } = await makeKey(anna);
      expect((await other(key).get('/api/v1/key')).status).toBe(200);
      await anna.put(`/api/api-keys/${id}`, { status: 'disabled' });
      expectProblem(await other(key).get('/api/v1/key'), 401, 'key_disabled', INVALID_TOKEN);
      await anna.put(`/api/api-keys/${id}`, { status: 'enabled' });
      expect((await other(key).get('/api/v1/key')).status).toBe(200);
      await anna.delete('/api/api-keys', { id });
      expectProblem(await other(key).get('/api/v1/key'), 401, 'key_revoked', INVALID_TOKEN);
    }
  });

  test('the expiry of a key, and the end of the overlap after its rotation, apply to all processes', async () => {
    const client = new pg.Client({ connectionString: database.environment.DATABASE_URL });
    await client.connect();
    try {
      const { id, key } = await makeKey(anna, { expires_in_days: 7 });
      await client.query(`update api_key set expires_at = now() where id = '${id}'`);
      expectProblem(await other(key).get('/api/v1/key'), 401, 'key_expired', INVALID_TOKEN);
      const old = await makeKey(anna);
      await anna.post(`/api/api-keys/${old.id}/rotate`, { overlap_hours: 1 });
      expect((await other(old.key).get('/api/v1/key')).status).toBe(200);
      await client.query(`update api_key set overlap_ends_at = now() where id = '${old.id}'`);
      expectProblem(await other(old.key).get('/api/v1/key'), 401, 'key_revoked', INVALID_TOKEN);
    } finally {
      await client.end();
    }
  });

  test('the usage count is the sum over all processes, and each process writes its uses when it ends', async () => {
    const { id, key } = await makeKey(anna);
    const ending = launch();
    processes.push(ending);
    const clients = [clientWithKey(anna, key), clientWithKey({ url: await ending.url }, key)];
    await Promise.all(Array.from({ length: 20 }, (_, i) => clients[i % 2]!.get('/api/v1/key')));
    expect(await ending.end('SIGTERM')).toBe(0);
    const { body } = await anna.get(`/api/api-keys/${id}/usage?days=1`);
    expect(body.data[0].count).toBe(20);
  });
});
