import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { sharedService, startService, type Client, type SharedService } from '../../support/service.js';
import { expectProblem, makeKey, paths, READ_ALL } from './keys.js';

let service: SharedService;
let anna: Client;
beforeAll(async () => {
  service = await sharedService();
  anna = await service.register();
});

const post = (input: Record<string, unknown>) => anna.post('/api/api-keys', input);
const good = { name: 'Key', permissions: READ_ALL };

test.each(['/api', '/api/v1'])('POST under %s creates a key and returns the raw key only once', async (prefix) => {
  const response = await anna.post(`${prefix}/api-keys`, { name: 'Scale in the yard', permissions: { hive: 'write' } });
  expect(response.status).toBe(201);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const { id, key, key_prefix, ...rest } = response.body.data;
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(key).toMatch(/^qb_live_[0-9a-f]{64}$/);
  expect(key_prefix).toBe(`${key.slice(0, 16)}…${key.slice(-4)}`);
  expect(rest).toEqual({
    name: 'Scale in the yard',
    permissions: { queens: 'none', evaluations: 'none', blup: 'none', hive: 'write', account: 'none' },
    status: 'enabled',
    ip_allowlist: [],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    last_used_ip: null,
  });
  const list = await anna.get(`${prefix}/api-keys`);
  expect(list.body.data[0]).toEqual({ id, key_prefix, ...rest });
});

test('the list of keys contains the newest keys first, in pages, and no keys of other accounts', async () => {
  const berta = await service.register();
  const created = [];
  for (let count = 0; count < 5; count += 1) created.unshift((await makeKey(berta, { name: `Key ${count}` })).id);
  const first = await berta.get('/api/v1/api-keys?limit=3');
  expect(first.body.page).toMatchObject({ limit: 3, offset: 0, total: 5 });
  const second = await berta.get(`/api/v1/api-keys?limit=3&cursor=${first.body.page.next_cursor}`);
  expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(created);
  expect(second.body.page.next_cursor).toBeNull();
});

describe('the name of a new key', () => {
  test.each([
    ['no character', '', 400],
    ['1 character', 'a', 201],
    ['100 characters', 'a'.repeat(100), 201],
    ['101 characters', 'a'.repeat(101), 400],
    ['100 emoji', '🐝'.repeat(100), 201],
    ['101 emoji', '🐝'.repeat(101), 400],
    ['only blanks', '  \t\u00a0\u3000', 400],
    ['only invisible characters', '\u200b\u2060\ufeff', 400],
    ['blanks around it', ' a ', 201],
    ['a number', 5, 400],
    ['null instead of a name', null, 400],
    ['a missing name', undefined, 400],
    ['a NUL character', 'a\0b', 400],
    ['an unpaired surrogate', '\ud83d', 400],
  ])('is validated: %s', async (_, name, expected) => {
    const response = await post({ ...good, name });
    expect(response.status).toBe(expected);
    if (expected === 400) expect(paths(response)).toEqual(['name']);
    else expect(response.body.data.name).toBe(name);
  });
});

describe('the expiry of a new key', () => {
  test.each([7, 30, 90, 365])('can be set to %d days', async (days) => {
    const { created_at, expires_at } = await makeKey(anna, { expires_in_days: days });
    expect(Date.parse(expires_at as string) - Date.parse(created_at as string)).toBe(days * 24 * 60 * 60 * 1000);
  });

  test.each([[null], ['never'], [undefined]])('is null if `expires_in_days` is %s', async (expires_in_days) => {
    expect((await makeKey(anna, { expires_in_days })).expires_at).toBeNull();
  });

  test.each([[8], [0], [-7], [7.5], ['7'], ['Never'], [''], [true], [[7]], [{}], [1e300]])(
    'is refused if `expires_in_days` is %j',
    async (expires_in_days) => {
      const response = await post({ ...good, expires_in_days });
      expect([response.status, response.body.code, paths(response)]).toEqual([
        400,
        'validation_failed',
        ['expires_in_days'],
      ]);
    },
  );
});

describe('the permissions of a new key', () => {
  test('default to none', async () => {
    const none = { queens: 'none', evaluations: 'none', blup: 'none', hive: 'none', account: 'none' };
    expect((await makeKey(anna, { permissions: {} })).permissions).toEqual(none);
    const some = await makeKey(anna, { permissions: { blup: 'read', queens: 'write' } });
    expect(some.permissions).toEqual({ ...none, blup: 'read', queens: 'write' });
  });

  test.each([
    ['no permissions', undefined, ['permissions']],
    ['null instead of permissions', null, ['permissions']],
    ['an array', ['queens'], ['permissions']],
    ['a word', 'read', ['permissions']],
    ['an unknown resource', { quens: 'read', queens: 'read' }, ['permissions.quens']],
    ['an unknown level', { queens: 'raed', hive: 'Read' }, ['permissions.hive', 'permissions.queens']],
    ['null as a level', { queens: null }, ['permissions.queens']],
    [
      'the name of a member that every object inherits',
      { constructor: 'read', queens: 'toString' },
      ['permissions.constructor', 'permissions.queens'],
    ],
  ])('are refused: %s', async (_, permissions, expected) => {
    const response = await post({ name: 'Key', permissions });
    expect([response.status, paths(response)]).toEqual([400, expected]);
  });
});

describe('the allowed addresses of a new key', () => {
  test('are stored in canonical form without duplicates', async () => {
    const addresses = ['10.1.2.3/8', '10.0.0.0/8', '::ffff:192.0.2.1', '192.0.2.1', '2001:DB8:0::1', '0.0.0.0/0'];
    const { ip_allowlist } = await makeKey(anna, { ip_allowlist: addresses });
    expect(ip_allowlist).toEqual(['10.0.0.0/8', '192.0.2.1', '2001:db8::1', '0.0.0.0/0']);
  });

  test.each(['10.0.0.0/33', '::1%eth0', '1.2.3.4.5', '010.1.2.3', '127.1', '0x7f.1', '', '10.0.0.0/', 5])(
    'are refused if one is %j',
    async (entry) => {
      const response = await post({ ...good, ip_allowlist: ['10.0.0.1', entry] });
      expect([response.status, paths(response)]).toEqual([400, ['ip_allowlist.1']]);
    },
  );

  test('are limited to 100, including duplicates', async () => {
    expect((await post({ ...good, ip_allowlist: Array(100).fill('10.0.0.1') })).status).toBe(201);
    const many = await post({ ...good, ip_allowlist: Array(101).fill('10.0.0.1') });
    expect([many.status, paths(many)]).toEqual([400, ['ip_allowlist']]);
  });
});

test('all errors of a request for a new key are reported at once as problem+json', async () => {
  const response = await post({
    name: ' ',
    permissions: { queens: 'all', drones: 'read' },
    expires_in_days: 8,
    ip_allowlist: ['10.0.0.0/8', 'home', '::1/200'],
    scopes: [],
  });
  expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
  expectProblem(response, 400, 'validation_failed');
  expect(paths(response)).toEqual([
    'expires_in_days',
    'ip_allowlist.1',
    'ip_allowlist.2',
    'name',
    'permissions.drones',
    'permissions.queens',
    'scopes',
  ]);
});

test('the body of a request for a new key must be a JSON object with the correct content type and an allowed size', async () => {
  const raw = (text: string, type = 'application/json') =>
    anna.post('/api/api-keys', undefined, { raw: text, headers: { 'Content-Type': type } });
  expectProblem(await raw('{'), 400, 'validation_failed');
  expectProblem(await raw('[]'), 400, 'validation_failed');
  expectProblem(await raw('{}', 'text/plain'), 415, 'unsupported_media_type');
  expectProblem(await raw(`{"name":"${'a'.repeat(1 << 20)}"}`), 413, 'payload_too_large');
  expectProblem(await anna.post('/api/api-keys?name=x', good), 400, 'validation_failed');
});

test('GraphQL creates keys like REST, and reports errors with GraphQL names', async () => {
  const document = `mutation ($input: NewApiKeyInput!) { createApiKey(input: $input) { key apiKey {
    id name keyPrefix status ipAllowlist expiresAt permissions { queens evaluations blup hive account } } } }`;
  const input = { name: 'Key', permissions: { queens: 'read' }, expiresInDays: 7, ipAllowlist: ['10.0.0.1/8'] };
  const { body } = await anna.graphql(document, { input });
  expect(body).not.toHaveProperty('errors');
  expect(body.data.createApiKey).toMatchObject({
    key: expect.stringMatching(/^qb_live_[0-9a-f]{64}$/),
    apiKey: { ipAllowlist: ['10.0.0.0/8'], permissions: { queens: 'read', hive: 'none' }, status: 'enabled' },
  });
  const wrong = await anna.graphql(document, {
    input: { name: '', permissions: {}, expiresInDays: 8, ipAllowlist: ['x'] },
  });
  const [{ extensions }] = wrong.body.errors;
  expect(extensions.code).toBe('BAD_USER_INPUT');
  expect(extensions.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'input.expiresInDays',
    'input.ipAllowlist.0',
    'input.name',
  ]);
  const { apiKeys } = (await anna.graphql('{ apiKeys(first: 1) { totalCount nodes { id } } }')).body.data;
  expect(apiKeys.nodes).toEqual([{ id: body.data.createApiKey.apiKey.id }]);
});

test('a repeated request with the same Idempotency-Key creates no second key and does not return the raw key again', async () => {
  const berta = await service.register();
  const create = (input: object, key = 'k-1') =>
    berta.post('/api/api-keys', input, { headers: { 'Idempotency-Key': key } });
  const responses = await Promise.all(Array.from({ length: 4 }, () => create(good)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const { id, key } = responses.find(({ status }) => status === 201)!.body.data;
  for (const again of [...responses.filter(({ status }) => status === 409), await create(good)]) {
    expectProblem(again, 409, 'conflict');
    expect(again.body.detail).toContain(id);
    expect(JSON.stringify(again.body)).not.toContain(key);
  }
  const other = await create({ ...good, name: 'Other' });
  expectProblem(other, 409, 'conflict');
  expect(other.body.detail).not.toContain(id);
  expect((await berta.get('/api/api-keys')).body.page.total).toBe(1);
  expect((await create(good, 'k-2')).status).toBe(201);
  expect((await create(good, 'k 3')).body.errors).toMatchObject([{ path: 'Idempotency-Key' }]);
  const { rows } = await sql`select * from idempotency_key`.execute(service.services.orm.database.kysely);
  expect(JSON.stringify(rows)).not.toContain(key.slice(8));
});

test('a repeated request returns the id of the key that the first request created, even if the limit on new keys is reached', async () => {
  const narrow = await startService({ KEY_CREATIONS_PER_HOUR: '1' });
  const cora = await narrow.register();
  const create = () => cora.post('/api/api-keys', good, { headers: { 'Idempotency-Key': 'k-1' } });
  const { id } = (await create()).body.data;
  const again = await create();
  await narrow.close();
  expectProblem(again, 409, 'conflict');
  expect(again.body.detail).toContain(id);
});

test('no key is created for an account whose deletion has not finished', async () => {
  const berta = await service.register();
  const { kysely } = service.services.orm.database;
  await sql`update account set closed_at = now() where id = ${berta.account.id}`.execute(kysely);
  expect((await berta.post('/api/api-keys', good)).status).toBe(401);
  const { rows } = await sql`select from api_key where account_id = ${berta.account.id}`.execute(kysely);
  expect(rows).toEqual([]);
});
