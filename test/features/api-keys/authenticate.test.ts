import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { request } from 'node:http';
import { startService, type TestResponse, type Client, type TestService } from '../../support/service.js';
import { clientWithKey, expectProblem, INVALID_TOKEN, makeKey, READ_ALL, type CreatedKey } from './keys.js';

let service: TestService;
let anna: Client & { account: { id: string } };
let created: CreatedKey;
beforeAll(async () => {
  service = await startService({ KEY_CREATIONS_PER_HOUR: '1000', KEYS_PER_ACCOUNT: '1000' });
  anna = await service.register();
  created = await makeKey(anna, { name: 'Program', expires_in_days: 30 });
});
afterAll(() => service.close());

const db = () => service.services.orm.database.kysely;
const statements = () => service.statements.filter((text) => /api_key|session/.test(text));

/** Sends a REST request under both prefixes, and a GraphQL request. */
const everywhere = (client: Client): Promise<TestResponse>[] => [
  client.get('/api/v1/queens'),
  client.get('/api/queens/f0'),
  client.graphql('{ queens { totalCount } }'),
];

async function expectRejected(client: Client, status: number, code: string, challenge: string | null): Promise<void> {
  for (const response of await Promise.all(everywhere(client))) {
    expectProblem(response, status, code, challenge);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  }
}

test('a key authenticates REST and GraphQL requests with one statement each', async () => {
  const program = clientWithKey(service, created.key);
  for (const response of await Promise.all(everywhere(program))) {
    expect(response.status).toBe(200);
    expect(response.body).not.toHaveProperty('errors');
  }
  service.statements.length = 0;
  await program.get('/api/nothing-here');
  expect(service.statements.filter((text) => /api_key/.test(text))).toHaveLength(1);
  expect(service.statements.filter((text) => /session/.test(text))).toEqual([]);
});

test.each(['bearer', 'BEARER', 'Bearer  '])(
  'the scheme of the Authorization header can be written as %j',
  async (scheme) => {
    const client = service.visitor();
    client.headers.Authorization = `${scheme} ${created.key}`;
    expect((await client.get('/api/v1/queens')).status).toBe(200);
  },
);

describe('a request without credentials', () => {
  test('is rejected by REST with WWW-Authenticate, and by GraphQL with an error at the field', async () => {
    expectProblem(await service.visitor().get('/api/v1/queens'), 401, 'unauthenticated', 'Bearer');
    const { body } = await service.visitor().graphql('{ queens { totalCount } }');
    expect(body).toMatchObject({ data: { queens: null }, errors: [{ extensions: { code: 'unauthenticated' } }] });
  });

  test('is rejected even if its query string contains a key', async () => {
    for (const name of ['access_token', 'key', 'api_key']) {
      const response = await service.visitor().get(`/api/v1/queens?${name}=${created.key}`);
      expectProblem(response, 401, 'unauthenticated', 'Bearer');
      expect(JSON.stringify(response.body)).not.toContain(created.key);
    }
  });
});

describe('a malformed key', () => {
  beforeEach(() => void (service.statements.length = 0));
  const digits = 'ab'.repeat(32);
  test.each([
    ['71 characters', `Bearer qb_live_${digits.slice(1)}`],
    ['73 characters', `Bearer qb_live_${digits}0`],
    ['upper-case digits', `Bearer qb_live_${digits.toUpperCase()}`],
    ['an upper-case prefix', `Bearer QB_LIVE_${digits}`],
    ['another prefix', `Bearer qb_test_${digits}`],
    ['a digit that is not hexadecimal', `Bearer qb_live_${digits.slice(1)}g`],
    ['no key', 'Bearer'],
    ['two keys', `Bearer qb_live_${digits} qb_live_${digits}`],
    ['quotes', `Bearer "qb_live_${digits}"`],
    ['no scheme', `qb_live_${digits}`],
    ['another scheme', `Token qb_live_${digits}`],
  ])('is rejected without a database query: %s', async (_, authorization) => {
    const client = service.visitor();
    client.headers.Authorization = authorization;
    await expectRejected(client, 401, 'invalid_key', INVALID_TOKEN);
    expect(statements()).toEqual([]);
  });

  test('is rejected without a database query: two Authorization headers, in any order', async () => {
    const good = `Bearer ${created.key}`;
    for (const Authorization of [
      [good, good],
      ['Basic YTpi', good],
      [good, 'Basic YTpi'],
    ]) {
      const { hostname, port } = new URL(service.url);
      const status = await new Promise((resolve, reject) => {
        request({ hostname, port, path: '/api/v1/queens', headers: { Authorization } as never })
          .on('response', (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect(status).toBe(401);
    }
    expect(statements()).toEqual([]);
  });
});

test('an unknown key is rejected, even if it starts like a known key', async () => {
  const end = created.key.endsWith('0') ? '1' : '0';
  for (const key of [`qb_live_${'0'.repeat(64)}`, created.key.slice(0, -1) + end]) {
    await expectRejected(clientWithKey(service, key), 401, 'invalid_key', INVALID_TOKEN);
  }
});

describe('the next request', () => {
  test('is rejected after the key was disabled, and accepted after it was enabled again', async () => {
    const { id, key } = await makeKey(anna);
    const program = clientWithKey(service, key);
    for (let round = 0; round < 3; round += 1) {
      expect((await anna.put(`/api/api-keys/${id}`, { status: 'disabled' })).body.data.status).toBe('disabled');
      await expectRejected(program, 401, 'key_disabled', INVALID_TOKEN);
      expect((await anna.put(`/api/api-keys/${id}`, { status: 'enabled' })).body.data.status).toBe('enabled');
      expect((await program.get('/api/v1/queens')).status).toBe(200);
    }
  });

  test('is rejected after the key was revoked', async () => {
    const { id, key } = await makeKey(anna);
    await anna.delete('/api/api-keys', { id });
    await expectRejected(clientWithKey(service, key), 401, 'key_revoked', INVALID_TOKEN);
  });

  test('is rejected after the key expired according to the database clock', async () => {
    const { id, key } = await makeKey(anna, { expires_in_days: 7 });
    const program = clientWithKey(service, key);
    await sql`update api_key set expires_at = now() + interval '1 minute' where id = ${id}`.execute(db());
    expect((await program.get('/api/v1/queens')).status).toBe(200);
    await sql`update api_key set expires_at = now() - interval '1 millisecond' where id = ${id}`.execute(db());
    await expectRejected(program, 401, 'key_expired', INVALID_TOKEN);
    const { body } = await anna.get('/api/api-keys');
    expect(body.data.find((entry: CreatedKey) => entry.id === id).status).toBe('expired');
  });

  test('is rejected after the account was deleted', async () => {
    const berta = await service.register();
    const { key } = await makeKey(berta);
    await sql`delete from account where id = ${berta.account.id}`.execute(db());
    await expectRejected(clientWithKey(service, key), 401, 'invalid_key', INVALID_TOKEN);
  });
});

describe('a request', () => {
  test('is checked for the state of its key first, then for its IP address, then for permission', async () => {
    const { id, key } = await makeKey(anna, { permissions: {}, ip_allowlist: ['192.0.2.7'] });
    const otherAddress = clientWithKey(service, key);
    const there = clientWithKey(service, key);
    there.headers['X-Real-IP'] = '192.0.2.7';
    await expectRejected(otherAddress, 403, 'address_not_allowed', null);
    const forbidden = await there.get('/api/v1/queens');
    expectProblem(forbidden, 403, 'insufficient_permission', 'Bearer error="insufficient_scope"');
    expect(forbidden.body.required).toEqual({ resource: 'queens', level: 'read' });
    const { body } = await there.graphql('{ queens { totalCount } }');
    expect(body).toMatchObject({
      data: { queens: null },
      errors: [{ path: ['queens'], extensions: { code: 'insufficient_permission', required: { resource: 'queens' } } }],
    });
    await anna.put(`/api/api-keys/${id}`, { status: 'disabled' });
    for (const client of [otherAddress, there]) await expectRejected(client, 401, 'key_disabled', INVALID_TOKEN);
  });

  test('is refused for a missing permission before its body is checked', async () => {
    const program = clientWithKey(service, (await makeKey(anna, { permissions: { hive: 'write' } })).key);
    expectProblem(
      await program.post('/api/v1/imports/00000000-0000-0000-0000-000000000000/undo'),
      403,
      'insufficient_permission',
      'Bearer error="insufficient_scope"',
    );
  });
});

describe('an Authorization header together with a session', () => {
  test('determines the account and permissions if it contains a key', async () => {
    const berta = await service.register();
    const both = service.visitor();
    for (const [name, value] of berta.cookies) both.cookies.set(name, value);
    both.headers.Authorization = `Bearer ${created.key}`;
    service.statements.length = 0;
    expect((await both.get('/api/v1/account')).body.data.id).toBe(anna.account.id);
    expect((await both.graphql('{ me { id } }')).body.data.me.id).toBe(anna.account.id);
    expect(service.statements.filter((text) => /\bsession\b/.test(text))).toEqual([]);
    both.headers.Authorization = `Bearer qb_live_${'0'.repeat(64)}`;
    await expectRejected(both, 401, 'invalid_key', INVALID_TOKEN);
  });

  test('is ignored if it contains a password for a proxy', async () => {
    const response = await anna.get('/api/session', { headers: { Authorization: 'Basic YTpi' } });
    expect(response.status).toBe(200);
  });
});

test('a key reads only its own account', async () => {
  const berta = await service.register();
  const { key } = await makeKey(berta, { permissions: { ...READ_ALL, account: 'write' } });
  const program = clientWithKey(service, key);
  expect((await program.get('/api/v1/account')).body.data.id).toBe(berta.account.id);
  expect((await program.get('/api/v1/key')).body.data.name).toBe('Key');
});

describe('GET /key', () => {
  test('returns the permissions of the key, even if it has none', async () => {
    const { id, key, key_prefix } = await makeKey(anna, { name: 'Bare', permissions: {} });
    for (const path of ['/api/v1/key', '/api/key']) {
      const { status, body } = await clientWithKey(service, key).get(path);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id, name: 'Bare', key_prefix, status: 'enabled', expires_at: null });
      expect(body.data.permissions).toEqual({
        queens: 'none',
        evaluations: 'none',
        blup: 'none',
        hive: 'none',
        account: 'none',
      });
    }
    const { body } = await clientWithKey(service, key).graphql('{ presentedKey { id permissions { hive } } }');
    expect(body.data.presentedKey).toEqual({ id, permissions: { hive: 'none' } });
  });

  test('returns 404 to a session and 401 to a visitor', async () => {
    expectProblem(await anna.get('/api/v1/key'), 404, 'not_found');
    expectProblem(await service.visitor().get('/api/v1/key'), 401, 'unauthenticated', 'Bearer');
  });
});
