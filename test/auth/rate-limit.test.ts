import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { countByNetwork } from '../../src/auth/address-limit.js';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { startService, type TestResponse, type Client, type TestService } from '../support/service.js';

let service: TestService;
const run = (statement: ReturnType<typeof sql>) => statement.execute(service.services.orm.database.kysely);
beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '5', FAILED_KEYS_PER_MINUTE: '4', ACCOUNTS_PER_HOUR: '3' });
});
afterAll(() => service.close());
beforeEach(async () => {
  await run(sql`delete from address_window`);
});

const repeat = async (times: number, send: () => Promise<TestResponse>) => {
  const responses: TestResponse[] = [];
  for (let n = 0; n < times; n += 1) responses.push(await send());
  return responses;
};
const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status);

/** Parses the rate-limit headers. */
const rateLimitOf = ({ headers }: TestResponse) => {
  const [, policy, quota, window] = /^"([\w-]+)";q=(\d+);w=(\d+)$/.exec(headers.get('RateLimit-Policy') ?? '') ?? [];
  const [, name, remaining, wait] = /^"([\w-]+)";r=(\d+);t=(\d+)$/.exec(headers.get('RateLimit') ?? '') ?? [];
  expect(name).toBe(policy);
  return { policy, quota: Number(quota), window: Number(window), remaining: Number(remaining), wait: Number(wait) };
};
/** Checks the parts that all 429 responses have in common. */
function expectRefusal(response: TestResponse, policy: string, quota: number, window: number) {
  expect(response.status).toBe(429);
  const { wait, ...rest } = rateLimitOf(response);
  expect(rest).toEqual({ policy, quota, window, remaining: 0 });
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(window);
  expect(response.headers.get('Retry-After')).toBe(String(wait));
  expect(response.headers.get('Cache-Control')).toBe('no-store');
}

describe('the request limit of a session', () => {
  let anna: Client;
  beforeEach(async () => {
    anna = await service.register();
  });

  test('counts REST and GraphQL together, and adds headers to every response', async () => {
    const responses = [
      await anna.get('/api/queens/f0'),
      await anna.graphql('{ me { name } }'),
      await anna.get('/api/v1/queens/f0/no-uuid'),
      await anna.post('/api/queens/f0', 'not an object'),
      await anna.graphql('{ nonsense'),
    ];
    expect(responses.map((response) => rateLimitOf(response).remaining)).toEqual([4, 3, 2, 1, 0]);
    for (const response of responses) {
      expect(rateLimitOf(response)).toMatchObject({ policy: 'minute', quota: 5, window: 60 });
      expect(response.headers.has('Retry-After')).toBe(false);
    }
  });

  test('returns 429 on REST when it is exceeded', async () => {
    await repeat(5, () => anna.get('/api/queens/f0'));
    const response = await anna.get('/api/queens/f0');
    expectRefusal(response, 'minute', 5, 60);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    expect(response.body).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(response.body.error).toBe(response.body.detail);
  });

  test('returns a GraphQL error when it is exceeded', async () => {
    await repeat(5, () => anna.get('/api/queens/f0'));
    const response = await anna.graphql('{ me { name } }');
    expectRefusal(response, 'minute', 5, 60);
    expect(response.body).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'rate_limited' } }] });
  });

  test('applies before the service reads the body', async () => {
    await repeat(5, () => anna.get('/api/queens/f0'));
    const raw = { headers: { 'Content-Type': 'application/json' }, raw: '{' };
    for (const path of ['/graphql', '/api/ebv/runs']) expect((await anna.post(path, undefined, raw)).status).toBe(429);
  });

  test('accepts exactly the allowed number of concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => anna.get('/api/queens/f0')));
    expect(statuses(responses).sort()).toEqual([...Array(5).fill(200), ...Array(15).fill(429)]);
  });

  test('does not count requests of other sessions of the same account', async () => {
    const { email, password } = (anna as unknown as { account: { email: string; password: string } }).account;
    await repeat(6, () => anna.get('/api/queens/f0'));
    const otherSession = service.visitor();
    await otherSession.post('/api/session', { email, password });
    expect((await otherSession.get('/api/queens/f0')).status).toBe(200);
  });

  test('does not count sign-in, sign-out, pages and health checks', async () => {
    const free = ['/healthz', '/readyz', '/', '/api/session'];
    for (const path of free) expect((await anna.get(path)).headers.has('RateLimit')).toBe(false);
    await repeat(6, () => anna.get('/api/queens/f0'));
    for (const path of free) expect((await anna.get(path)).status).toBe(200);
    expect((await anna.delete('/api/session')).status).toBe(204);
  });

  test('leaves no row in the database after the account is deleted', async () => {
    await anna.get('/api/queens/f0');
    await run(sql`delete from account`);
    expect((await run(sql`select 1 from request_window`)).rows).toEqual([]);
  });
});

test('requests with a key count on every path, also where requests of a session do not count', async () => {
  const program = clientWithKey(service, (await makeKey(await service.register())).key);
  const responses = await repeat(5, () => program.get('/api/session'));
  expect(responses.map((response) => rateLimitOf(response).remaining)).toEqual([4, 3, 2, 1, 0]);
  expectRefusal(await program.get('/api/session'), 'minute', 5, 60);
});

test('unauthenticated requests are not limited', async () => {
  const responses = await repeat(8, () => service.visitor().get('/api/queens/f0'));
  expect(statuses(responses)).toEqual(Array(8).fill(401));
  expect(responses.some(({ headers }) => headers.has('RateLimit'))).toBe(false);
});

test('the service counts no requests if the limits are 0', async () => {
  const unlimited = await startService({
    REQUESTS_PER_MINUTE: '0',
    FAILED_KEYS_PER_MINUTE: '0',
    ACCOUNTS_PER_HOUR: '0',
  });
  try {
    const anna = await unlimited.register();
    const responses = await repeat(30, () => anna.get('/api/queens/f0'));
    expect(statuses(responses)).toEqual(Array(30).fill(200));
    expect(responses[0]!.headers.has('RateLimit')).toBe(false);
    expect(unlimited.statements.filter((text) => /_window/.test(text))).toEqual([]);
  } finally {
    await unlimited.close();
  }
});

describe('unknown keys', () => {
  const key = (n: number) => `qb_live_${String(n).padStart(64, '0')}`;
  let count = 0;
  const guess = (path: string, address: string) => {
    const headers = { Authorization: `Bearer ${key((count += 1))}`, 'X-Forwarded-For': address };
    return path === '/graphql'
      ? service.visitor().post(path, { query: '{ me { name } }' }, { headers })
      : service.visitor().get(path, { headers });
  };

  test('are rejected without a look-up after too many REST and GraphQL requests from one address', async () => {
    expect(statuses(await repeat(2, () => guess('/api/queens/f0', '198.51.100.1')))).toEqual([401, 401]);
    expect(statuses(await repeat(2, () => guess('/graphql', '198.51.100.1')))).toEqual([401, 401]);
    service.statements.length = 0;
    const rest = await guess('/api/queens/f0', '198.51.100.1');
    expectRefusal(rest, 'failed-keys', 4, 60);
    expect(rest.body.code).toBe('rate_limited');
    const graphql = await guess('/graphql', '198.51.100.1');
    expectRefusal(graphql, 'failed-keys', 4, 60);
    expect(graphql.body.errors[0].extensions.code).toBe('rate_limited');
    expect(service.statements).toEqual([]);
  });

  test('are counted by IPv4 address or by IPv6 /64 network', async () => {
    await repeat(5, () => guess('/api/queens/f0', '2001:db8::1'));
    expect((await guess('/api/queens/f0', '2001:db8::2')).status).toBe(429);
    expect((await guess('/api/queens/f0', '2001:db8:0:1::1')).status).toBe(401);
    expect((await guess('/api/queens/f0', '198.51.100.2')).status).toBe(401);
  });

  test('do not lock out sessions from the same address', async () => {
    const anna = await service.register();
    await repeat(5, () => guess('/api/queens/f0', '198.51.100.3'));
    const headers = { 'X-Forwarded-For': '198.51.100.3' };
    expect((await anna.get('/api/queens/f0', { headers })).status).toBe(200);
  });
});

describe('the request counter of an address', () => {
  const policy = { name: 'trials', quota: 5, seconds: 60 };
  const count = (network = '192.0.2.1') => countByNetwork(service.services, policy, network);

  test('counts all concurrent requests', async () => {
    const counts = await Promise.all(Array.from({ length: 30 }, () => count()));
    expect(counts.map((each) => each.count).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  test('starts at 1 again after the end of its window, and deletes ended windows', async () => {
    await count();
    await count('192.0.2.2');
    expect((await count()).count).toBe(2);
    await run(sql`update address_window set ends_at = ends_at - interval '61 seconds'`);
    const again = await count();
    expect(again.count).toBe(1);
    expect(again.wait).toBeCloseTo(60, 1);
    expect((await run(sql`select 1 from address_window`)).rows).toHaveLength(1);
  });

  test('stores no address in plain text', async () => {
    await count('192.0.2.77');
    const { rows } = await run(sql`select * from address_window`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
  });
});

describe('registrations', () => {
  let count = 0;
  /** Registers an account from an address, or from this machine without an address. */
  const open = (address?: string, part = {}) => {
    const account = { email: `member-${(count += 1)}@example.org`, password: 'a good long password', name: 'Anna' };
    const headers = address ? { 'X-Forwarded-For': address } : undefined;
    return service.visitor().post('/api/accounts', { ...account, ...part }, { headers });
  };

  test('are limited for each address; invalid registrations do not count', async () => {
    expect((await open('198.51.100.1', { name: '' })).status).toBe(400);
    expect(statuses(await repeat(3, () => open('198.51.100.1')))).toEqual([201, 201, 201]);
    const response = await open('198.51.100.1');
    expectRefusal(response, 'accounts', 3, 3600);
    expect(response.body.code).toBe('rate_limited');
    expect((await open('198.51.100.2')).status).toBe(201);
  });

  test('from this machine are not limited', async () => {
    expect(statuses(await repeat(5, () => open()))).toEqual(Array(5).fill(201));
  });
});
