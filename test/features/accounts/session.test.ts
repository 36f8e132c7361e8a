import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { startService, type Client, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.statements.length = 0;
});

const rows = async () => {
  const found = await sql<{ id_hash: string; account_id: string }>`
    select id_hash, account_id from session`.execute(service.services.orm.database.kysely);
  return found.rows;
};
const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

describe('session', () => {
  test('is returned by GET under both prefixes, but visitors get 401', async () => {
    const anna = await service.register({ name: 'Anna' });
    for (const path of ['/api/session', '/api/v1/session']) {
      const { status, body } = await anna.get(path);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id: anna.account.id,
        email: anna.account.email,
        name: 'Anna',
        language: 'en',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      const nobody = await service.visitor().get(path);
      expect(nobody.status).toBe(401);
      expect(nobody.body).toMatchObject({ code: 'unauthenticated' });
      expect(nobody.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });

  test('has a cookie that scripts and other sites cannot read; the database contains only its hash', async () => {
    const { email, password } = (await service.register()).account;
    const visitor = service.visitor();
    const { headers } = await visitor.post('/api/session', { email, password });
    const line = headers.getSetCookie().find((cookie) => cookie.startsWith('queenbook='))!;
    expect(line).toMatch(/; path=\/(;|$)/);
    expect(line).toMatch(/; httponly/i);
    expect(line).toMatch(/; samesite=lax/i);
    expect(line).not.toMatch(/; secure/i);
    const id = visitor.cookies.get('queenbook')!;
    expect(id).toMatch(/^[\w-]{43}$/);
    const stored = (await rows()).map(({ id_hash }) => id_hash);
    expect(stored).toContain(hashOf(id));
    expect(stored).not.toContain(id);
  });

  test('needs one statement per request; a missing or forged cookie needs none', async () => {
    const anna = await service.register();
    // The first request of a minute needs another statement, which leases a share of the session's rate limit.
    await anna.get('/api/nothing-here');
    service.statements.length = 0;
    await anna.get('/api/nothing-here');
    expect(service.statements).toHaveLength(1);
    service.statements.length = 0;
    await service.visitor().get('/api/nothing-here');
    anna.cookies.set('queenbook', 'A'.repeat(43));
    await anna.get('/api/nothing-here');
    await anna.get('/api/nothing-here', { headers: { Cookie: 'queenbook=nonsense' } });
    expect(service.statements).toEqual([]);
  });

  test('gets a new id at sign-in, and the old id becomes invalid', async () => {
    const anna = await service.register();
    const before = new Map(anna.cookies);
    await anna.post('/api/session', anna.account && { email: anna.account.email, password: anna.account.password });
    expect(anna.cookies.get('queenbook')).not.toBe(before.get('queenbook'));
    expect((await anna.get('/api/session')).status).toBe(200);
    anna.cookies.clear();
    for (const [name, value] of before) anna.cookies.set(name, value);
    expect((await anna.get('/api/session')).status).toBe(401);
  });

  test('ends immediately after DELETE, even for a copy of the cookie; other sessions remain', async () => {
    const anna = await service.register();
    const copy = service.visitor();
    for (const [name, value] of anna.cookies) copy.cookies.set(name, value);
    const otherSession = service.visitor();
    await otherSession.post('/api/session', { email: anna.account.email, password: anna.account.password });
    const { status, body } = await anna.delete('/api/session');
    expect([status, body]).toEqual([204, '']);
    expect(anna.cookies.size).toBe(0);
    expect((await copy.get('/api/session')).status).toBe(401);
    expect((await otherSession.get('/api/session')).status).toBe(200);
  });

  test('need not exist for DELETE, which returns 204 even to visitors', async () => {
    expect((await service.visitor().delete('/api/session')).status).toBe(204);
  });

  test('ends when its account is deleted', async () => {
    const anna = await service.register();
    await sql`delete from account where id = ${anna.account.id}`.execute(service.services.orm.database.kysely);
    expect((await anna.get('/api/session')).status).toBe(401);
  });

  test('is ignored after it expires, and is deleted at a later sign-in', async () => {
    const anna = await service.register();
    const old = hashOf(anna.cookies.get('queenbook')!);
    await sql`update session set expires_at = now() - interval '1 second' where id_hash = ${old}`.execute(
      service.services.orm.database.kysely,
    );
    expect((await anna.get('/api/session')).status).toBe(401);
    anna.cookies.clear();
    await anna.post('/api/session', { email: anna.account.email, password: anna.account.password });
    expect((await rows()).map(({ id_hash }) => id_hash)).not.toContain(old);
  });

  test('is extended only after half of its lifetime, not at every request', async () => {
    const anna = await service.register();
    const { kysely } = service.services.orm.database;
    const id = hashOf(anna.cookies.get('queenbook')!);
    const expiry = async () =>
      (
        await sql<{ late: boolean }>`
        select expires_at > now() + interval '13 days' as late from session where id_hash = ${id}`.execute(kysely)
      ).rows[0]!.late;
    service.statements.length = 0;
    await anna.get('/api/session');
    expect(service.statements.filter((text) => /update|insert/i.test(text))).toEqual([]);
    const soon = Date.now() + 6 * 24 * 60 * 60 * 1000;
    await sql`
      update session set data = jsonb_set(data, '{_expire}', to_jsonb(${soon}::float8)),
        expires_at = now() + interval '6 days' where id_hash = ${id}`.execute(kysely);
    expect(await expiry()).toBe(false);
    const { headers } = await anna.get('/api/session');
    expect(headers.getSetCookie()).not.toEqual([]);
    expect(await expiry()).toBe(true);
  });

  test('authenticates GraphQL requests', async () => {
    const anna = await service.register({ name: 'Anna' });
    const { body } = await anna.graphql('{ me { name email } }');
    expect(body).toEqual({ data: { me: { name: 'Anna', email: anna.account.email } } });
  });

  test('does not affect a request with a key', async () => {
    const anna = await service.register();
    const headers = { Authorization: `Bearer qb_live_${'0'.repeat(64)}` };
    for (const path of ['/api/session', '/api/queens/f0']) {
      const { status, body, headers: responseHeaders } = await anna.get(path, { headers });
      expect([status, body.code]).toEqual([401, 'invalid_key']);
      expect(responseHeaders.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  test('does not support PUT; the response is 405 and lists the allowed methods', async () => {
    const { status, headers, body } = await service.visitor().put('/api/session', {});
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('Allow')).toBe('DELETE, GET, HEAD, OPTIONS, POST');
  });
});

describe('a session over HTTPS', () => {
  test('has a Secure cookie with the __Host- prefix, even behind a proxy that terminates TLS', async () => {
    const secure = await startService({ PUBLIC_URL: 'https://queens.example.org' });
    try {
      const anna = await secure.register();
      expect([...anna.cookies.keys()]).toContain('__Host-queenbook');
      expect((await anna.get('/api/session')).status).toBe(200);
      const { headers } = await anna.post('/api/session', {
        email: anna.account.email,
        password: anna.account.password,
      });
      for (const line of headers.getSetCookie()) expect(line).toMatch(/; secure/i);
      expect(headers.get('Strict-Transport-Security')).toMatch(/max-age=\d+/);
    } finally {
      await secure.close();
    }
  });
});

test('a request is refused if its Queenbook-Account header does not name the account of the session', async () => {
  const [anna, berta] = [await service.register(), await service.register()];
  const { id } = (await anna.get('/api/session')).body.data;
  const request = async (client: Client, account: string) => {
    const headers = { 'Queenbook-Account': account };
    const query = '{ queens { totalCount } }';
    return [
      (await client.get('/api/queens', { headers })).status,
      (await client.post('/api/queens/f0', { queen_name: 'A' }, { headers })).status,
      (await client.post('/graphql', { query }, { headers })).body.errors?.[0].extensions.code,
    ];
  };
  expect(await request(anna, id)).toEqual([200, 201, undefined]);
  for (const [client, account] of [
    [berta, id],
    [anna, 'nobody'],
    [service.visitor(), id],
  ] as const) {
    expect(await request(client, account)).toEqual([401, 401, 'unauthenticated']);
  }
});
