import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { request } from 'node:http';
import { makeKey } from '../features/api-keys/keys.js';
import { startService, type Client, type TestService } from '../support/service.js';
import { runs } from '../support/fuzz.js';

/** Tests the allowlists of keys over real connections, from trusted and untrusted peers. */
const LIST = ['198.51.100.0/24', '2001:db8::/32'];
const INSIDE = '198.51.100.7';
const OUTSIDE = '203.0.113.9';
const NAMES = ['CF-Connecting-IP', 'X-Forwarded-For', 'X-Real-IP'] as const;

let trusting: TestService;
let limited: TestService;
let narrow: TestService;
const sessions = new Map<TestService, Client>();
const keys = new Map<TestService, { listed: string; open: string; here: string }>();
beforeAll(async () => {
  trusting = await startService({ REQUESTS_PER_MINUTE: '0' });
  limited = await startService({ TRUSTED_PROXIES: '192.0.2.0/24', REQUESTS_PER_MINUTE: '0' });
  narrow = await startService({ CLIENT_IP_HEADER: 'X-Real-IP', REQUESTS_PER_MINUTE: '0' });
  for (const service of [trusting, limited, narrow]) {
    const session = await service.register();
    const { key } = await makeKey(session, { ip_allowlist: LIST });
    const { key: open } = await makeKey(session);
    const { key: here } = await makeKey(session, { ip_allowlist: ['::ffff:127.0.0.0/104'] });
    sessions.set(service, session);
    keys.set(service, { listed: key, open, here });
  }
});
afterAll(async () => {
  for (const service of [trusting, limited, narrow]) await service?.close();
});

/** Sends raw headers, which may repeat a name. Returns the status. */
function send(service: TestService, key: string, headers: [string, string][], path = '/api/v1/key'): Promise<number> {
  const { hostname, port } = new URL(service.url);
  const raw = [['Host', 'localhost'], ['Authorization', `Bearer ${key}`], ...headers].flat();
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, agent: false, headers: raw as never })
      .on('response', (response) => resolve(response.resume().statusCode!))
      .on('error', reject)
      .end();
  });
}

describe('requests through a trusted proxy', () => {
  test.each<[[string, string][], number]>([
    [[], 403],
    [[['X-Forwarded-For', INSIDE]], 200],
    [[['X-Forwarded-For', `${OUTSIDE}, ${INSIDE}`]], 200],
    [[['X-Forwarded-For', `${INSIDE}, ${OUTSIDE}`]], 403],
    [[['X-Forwarded-For', `${INSIDE}, 127.0.0.1`]], 200],
    [
      [
        ['X-Forwarded-For', INSIDE],
        ['X-Forwarded-For', OUTSIDE],
      ],
      403,
    ],
    [
      [
        ['X-Forwarded-For', OUTSIDE],
        ['X-Forwarded-For', INSIDE],
      ],
      200,
    ],
    [[['X-Real-IP', `::ffff:${INSIDE}`]], 200],
    [
      [
        ['X-Real-IP', INSIDE],
        ['X-Real-IP', INSIDE],
      ],
      403,
    ],
    [[['CF-Connecting-IP', '2001:db8::9']], 200],
    [
      [
        ['CF-Connecting-IP', INSIDE],
        ['X-Real-IP', '[2001:db8::1]:80'],
        ['X-Forwarded-For', INSIDE],
      ],
      200,
    ],
    [
      [
        ['CF-Connecting-IP', INSIDE],
        ['X-Real-IP', INSIDE],
        ['X-Forwarded-For', OUTSIDE],
      ],
      403,
    ],
    [
      [
        ['CF-Connecting-IP', OUTSIDE],
        ['X-Forwarded-For', INSIDE],
      ],
      403,
    ],
    [
      [
        ['CF-Connecting-IP', ''],
        ['X-Forwarded-For', INSIDE],
      ],
      403,
    ],
    [[['X-Real-IP', 'unknown']], 403],
  ])('with the headers %j get the status %i', async (headers, status) => {
    const { listed, open } = keys.get(trusting)!;
    expect(await send(trusting, listed, headers)).toBe(status);
    expect(await send(trusting, open, headers)).toBe(200);
  });

  test('are rejected if the allowlist contains only this machine', async () => {
    const { here } = keys.get(trusting)!;
    expect(await send(trusting, here, [])).toBe(200);
    expect(await send(trusting, here, [['X-Real-IP', OUTSIDE]])).toBe(403);
  });

  test('get 403 from REST and GraphQL if the client is outside the allowlist', async () => {
    const client = trusting.visitor();
    client.headers.Authorization = `Bearer ${keys.get(trusting)!.listed}`;
    client.headers['X-Real-IP'] = OUTSIDE;
    const rest = await client.get('/api/queens/f0');
    expect([rest.status, rest.body.code, rest.headers.get('WWW-Authenticate')]).toEqual([
      403,
      'address_not_allowed',
      null,
    ]);
    const graphql = await client.graphql('{ queens { totalCount } }');
    expect([graphql.status, graphql.body.errors[0].extensions.code]).toEqual([403, 'address_not_allowed']);
  });

  test('store the address from the first valid header as the last address that used the key', async () => {
    const session = sessions.get(trusting)!;
    const { id, key } = await makeKey(session);
    await send(trusting, key, [
      ['X-Real-IP', '198.51.100.1'],
      ['X-Forwarded-For', '198.51.100.2'],
      ['CF-Connecting-IP', 'x'],
    ]);
    await trusting.services.keyUses.flush();
    const { body } = await session.get('/api/api-keys');
    expect(body.data.find((entry: { id: string }) => entry.id === id).last_used_ip).toBe('198.51.100.2');
  });
});

test('the service reads the client address only from the header that CLIENT_IP_HEADER names', async () => {
  const { listed } = keys.get(narrow)!;
  expect(
    await send(narrow, listed, [
      ['X-Real-IP', INSIDE],
      ['X-Forwarded-For', OUTSIDE],
    ]),
  ).toBe(200);
  expect(
    await send(narrow, listed, [
      ['X-Real-IP', OUTSIDE],
      ['X-Forwarded-For', INSIDE],
    ]),
  ).toBe(403);
  expect(
    await send(narrow, listed, [
      ['CF-Connecting-IP', INSIDE],
      ['X-Forwarded-For', INSIDE],
    ]),
  ).toBe(403);
});

describe('a forged header', () => {
  const value = fc
    .array(fc.constantFrom(INSIDE, OUTSIDE, '127.0.0.1', '2001:db8::1', '192.0.2.1', 'unknown', `${INSIDE}:80`), {
      maxLength: 3,
    })
    .map((hops) => hops.join(', '));
  const headers = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 5 });

  test('grants no access from an untrusted peer', async () => {
    const { listed, here } = keys.get(limited)!;
    await fc.assert(
      fc.asyncProperty(headers, async (sent) => {
        expect(await send(limited, listed, sent)).toBe(403);
        expect(await send(limited, here, sent)).toBe(200);
      }),
      { numRuns: runs(60) },
    );
  });

  test.each(NAMES)('grants no access through a trusted proxy that sets %s', async (name) => {
    const { listed } = keys.get(trusting)!;
    await fc.assert(
      fc.asyncProperty(headers, async (sent) => {
        const appends = name === 'X-Forwarded-For';
        const passed = sent.filter(([other]) => appends || other !== name);
        expect(await send(trusting, listed, [...passed, [name, OUTSIDE]])).toBe(403);
      }),
      { numRuns: runs(60) },
    );
  });
});

test('after too many requests with unknown keys, an address can use only keys that were used before', async () => {
  const service = await startService({ FAILED_KEYS_PER_MINUTE: '3' });
  try {
    const session = await service.register();
    const [used, unused] = [await makeKey(session), await makeKey(session)];
    expect(await send(service, used.key, [])).toBe(200);
    for (let n = 0; n < 3; n += 1) expect(await send(service, `qb_live_${String(n).repeat(64)}`, [])).toBe(401);
    expect(await send(service, `qb_live_${'a'.repeat(64)}`, [])).toBe(429);
    expect(await send(service, unused.key, [])).toBe(429);
    expect(await send(service, used.key, [])).toBe(200);
    expect(await send(service, unused.key, [['X-Forwarded-For', OUTSIDE]])).toBe(200);
    await session.delete('/api/api-keys', { id: used.id });
    expect(await send(service, used.key, [])).toBe(401);
  } finally {
    await service.close();
  }
});

test('the request limit counts each key separately from the session and from other keys', async () => {
  const service = await startService({ REQUESTS_PER_MINUTE: '3' });
  try {
    const session = await service.register();
    const [one, other] = [(await makeKey(session)).key, (await makeKey(session)).key];
    for (const key of [one, other]) {
      for (let n = 0; n < 3; n += 1) expect(await send(service, key, [], '/api/v1/queens')).toBe(200);
      expect(await send(service, key, [], '/api/v1/queens')).toBe(429);
      // The limit applies to all paths.
      expect(await send(service, key, [], '/api/session')).toBe(429);
    }
    expect((await session.get('/api/queens')).status).toBe(200);
  } finally {
    await service.close();
  }
});
