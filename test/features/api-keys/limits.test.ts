import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { startProcess } from '../../support/process.js';
import { createTestDatabase } from '../../support/database.js';
import { Client, startService, type TestResponse, type TestService } from '../../support/service.js';
import { expectProblem, makeKey, paths, READ_ALL } from './keys.js';

let usual: TestService;
let generous: TestService;
beforeAll(async () => {
  usual = await startService();
  generous = await startService({ KEY_CREATIONS_PER_HOUR: '1000' });
});
afterAll(async () => {
  await usual?.close();
  await generous?.close();
});

const good = { name: 'Key', permissions: READ_ALL };
const fifty = (send: (index: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: 50 }, (_, i) => send(i)));
const count = (responses: TestResponse[], status: number) =>
  responses.filter((response) => response.status === status).length;

test('exactly 10 of 50 concurrent requests for a new key succeed within an hour', async () => {
  const anna = await usual.register();
  const responses = await fifty(() => anna.post('/api/api-keys', good));
  expect([count(responses, 201), count(responses, 429)]).toEqual([10, 40]);
  const refused = responses.find(({ status }) => status === 429)!;
  expectProblem(refused, 429, 'rate_limited');
  const wait = Number(refused.headers.get('Retry-After'));
  expect(wait).toBeGreaterThan(3500);
  expect(wait).toBeLessThanOrEqual(3600);
  expect(refused.headers.get('RateLimit-Policy')).toContain('"key-creations";q=10;w=3600');
  expect(refused.headers.get('RateLimit')).toMatch(/"key-creations";r=0;t=\d+/);
  expect((await anna.get('/api/api-keys')).body.page.total).toBe(10);
  const { body } = await anna.graphql(
    '{ apiKeyAllowance { keys keyLimit createdInLastHour creationLimit retryAfter } }',
  );
  const { retryAfter, ...allowance } = body.data.apiKeyAllowance;
  expect(allowance).toEqual({ keys: 10, keyLimit: 20, createdInLastHour: 10, creationLimit: 10 });
  expect(retryAfter).toBeGreaterThan(3500);
  expect(retryAfter).toBeLessThanOrEqual(3600);
});

test('50 concurrent requests for a new key create exactly 20 keys if the hourly limit is higher', async () => {
  const anna = await generous.register();
  const responses = await fifty(() => anna.post('/api/api-keys', good));
  expect([count(responses, 201), count(responses, 400)]).toEqual([20, 30]);
  expectProblem(
    responses.find(({ status }) => status === 400)!,
    400,
    'key_limit_reached',
  );
  expect((await anna.get('/api/api-keys')).body.page.total).toBe(20);
});

test('GraphQL and REST share the limits of an account; accounts have separate limits', async () => {
  const anna = await usual.register();
  const mutation = 'mutation { createApiKey(input: { name: "Key", permissions: {} }) { key } }';
  const responses = await fifty((i) => (i % 2 ? anna.graphql(mutation) : anna.post('/api/api-keys', good)));
  const created = responses.filter(({ status, body }) => status === 201 || body.data?.createApiKey);
  expect(created).toHaveLength(10);
  const { body } = await anna.graphql(mutation);
  expect(body.errors[0].extensions.code).toBe('rate_limited');
  await makeKey(await usual.register());
});

test('the hourly limit counts the keys of the last 60 minutes, including revoked keys', async () => {
  const anna = await usual.register();
  for (let created = 0; created < 10; created += 1)
    await anna.delete('/api/api-keys', { id: (await makeKey(anna)).id });
  expectProblem(await anna.post('/api/api-keys', good), 429, 'rate_limited');
  const { kysely } = usual.services.orm.database;
  const age = (minutes: number) =>
    sql`
    update api_key set created_at = now() - ${minutes} * interval '1 minute'
    where account_id = ${anna.account.id}`.execute(kysely);
  await age(59);
  const refused = await anna.post('/api/api-keys', good);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  await age(61);
  await makeKey(anna);
});

test('the maximum number of keys includes expired and disabled keys, but not revoked keys', async () => {
  const anna = await generous.register();
  const ids = [];
  for (let created = 0; created < 20; created += 1) ids.push((await makeKey(anna)).id);
  const { kysely } = generous.services.orm.database;
  await sql`update api_key set expires_at = now() - interval '1 day' where id = ${ids[0]}`.execute(kysely);
  await anna.put(`/api/api-keys/${ids[1]}`, { status: 'disabled' });
  expectProblem(await anna.post('/api/api-keys', good), 400, 'key_limit_reached');
  await anna.delete('/api/api-keys', { id: ids[0] });
  await makeKey(anna);
  expectProblem(await anna.post('/api/api-keys', good), 400, 'key_limit_reached');
});

test('for a request for a new key, the body is checked first, then the hourly limit, then the number of keys', async () => {
  const service = await startService({ KEY_CREATIONS_PER_HOUR: '2', KEYS_PER_ACCOUNT: '2' });
  try {
    const anna = await service.register();
    for (let created = 0; created < 2; created += 1) await makeKey(anna);
    const faulty = await anna.post('/api/api-keys', { ...good, name: '' });
    expect([faulty.status, paths(faulty)]).toEqual([400, ['name']]);
    expectProblem(await anna.post('/api/api-keys', good), 429, 'rate_limited');
  } finally {
    await service.close();
  }
});

const onServer = process.env.TEST_DATABASE_URL ? test : test.skip;

onServer.each([
  ['10', {}],
  ['20', { KEY_CREATIONS_PER_HOUR: '1000' }],
])(
  'two processes together accept exactly %s of 50 concurrent requests for a new key',
  async (expected, limits: Record<string, string>) => {
    const database = await createTestDatabase();
    const processes = [1, 2].map(() => startProcess({ ...database.environment, ...limits }));
    try {
      const [one, two] = (await Promise.all(processes.map(({ url }) => url))).map((url) => new Client(url)) as [
        Client,
        Client,
      ];
      await one.post('/api/accounts', { email: 'a@example.org', password: 'a good long password', name: 'Anna' });
      for (const [name, value] of one.cookies) two.cookies.set(name, value);
      const responses = await fifty((i) => (i % 2 ? one : two).post('/api/api-keys', good));
      expect(count(responses, 201)).toBe(Number(expected));
      expect((await two.get('/api/api-keys')).body.page.total).toBe(Number(expected));
    } finally {
      await Promise.all(processes.map((each) => each.end('SIGTERM')));
      await database.drop();
    }
  },
);
