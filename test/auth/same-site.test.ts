import { beforeAll, describe, expect, test } from '@jest/globals';
import { sharedService, startService, type Client, type SharedService } from '../support/service.js';

let service: SharedService;
let anna: Client & { account: { email: string; password: string } };
beforeAll(async () => {
  service = await sharedService();
  anna = await service.register();
});

/** Sends an unsafe request. The default path does not exist, so that the request has no effect. */
const send = (client: Client, headers: Record<string, string>, path = '/api/nothing-here') =>
  client.post(path, {}, { headers });

describe('an unsafe request with a session', () => {
  test.each<[string, Record<string, string>]>([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another port', { Origin: 'http://127.0.0.1:1' }],
    ['an origin that begins with the origin of the service', { Origin: 'http://127.0.0.1.evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling domain', { 'Sec-Fetch-Site': 'same-site' }],
    [
      'another origin with Sec-Fetch-Site: same-origin',
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    ],
  ])('from %s is rejected on REST and GraphQL', async (_, headers) => {
    for (const path of ['/api/nothing-here', '/graphql', '/api/v1/account/password']) {
      const { status, body } = await send(anna, headers, path);
      const code = path === '/graphql' ? body.errors[0].extensions.code : body.code;
      expect([status, code]).toEqual([403, 'cross_origin']);
    }
  });

  test('from another origin is also rejected with PUT or DELETE, and does not end the session', async () => {
    const headers = { Origin: 'https://evil.example' };
    expect((await anna.delete('/api/session', undefined, { headers })).status).toBe(403);
    expect((await anna.put('/api/account/password', {}, { headers })).status).toBe(403);
    expect((await anna.get('/api/session')).status).toBe(200);
  });

  test('from the origin of the service, or without an origin, is accepted', async () => {
    const harmless: Record<string, string>[] = [
      {},
      { Origin: service.url },
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: service.url, 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const headers of harmless) expect((await send(anna, headers)).status).toBe(404);
  });
});

test('a safe request is accepted from any site', async () => {
  expect((await anna.get('/api/session', { headers: { Origin: 'https://evil.example' } })).status).toBe(200);
});

test('another site cannot sign a user in', async () => {
  const headers = { Origin: 'https://evil.example' };
  const { email, password } = anna.account;
  for (const path of [
    '/api/session',
    '/api/v1/session',
    '/API/session/',
    '/api/accounts',
    '/api/account/password-link',
  ]) {
    const visitor = service.visitor();
    const { status, body } = await visitor.post(path, { email, password }, { headers });
    expect([status, body.code]).toEqual([403, 'cross_origin']);
    expect(visitor.cookies.size).toBe(0);
  }
});

test('a cross-origin request without a session gets 401, not 403', async () => {
  const { status, body } = await service
    .visitor()
    .put('/api/account/password', {}, { headers: { Origin: 'https://a.b' } });
  expect([status, body.code]).toEqual([401, 'unauthenticated']);
});

test('a request with a key is authenticated by the key, not by the session', async () => {
  const headers = { Origin: 'https://evil.example', Authorization: 'Bearer x' };
  const { status, body } = await send(anna, headers);
  expect([status, body.code]).toEqual([401, 'invalid_key']);
});

test('PUBLIC_URL determines the origin of the service', async () => {
  const behindProxy = await startService({ PUBLIC_URL: 'https://queens.example.org/' });
  try {
    const bea = await behindProxy.register();
    expect((await send(bea, { Origin: 'https://queens.example.org' })).status).toBe(404);
    expect((await send(bea, { Origin: behindProxy.url })).status).toBe(403);
    expect((await send(bea, { Origin: 'http://queens.example.org' })).status).toBe(403);
  } finally {
    await behindProxy.close();
  }
});
