import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { limitAttempts } from '../../../src/features/accounts/sign-in-attempts.js';
import { insertAccount } from '../../support/accounts.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
const run = (statement: ReturnType<typeof sql>) => statement.execute(service.services.orm.database.kysely);
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await run(sql`delete from sign_in_attempt`);
});

const attempt = (email: string, network: string, right = false) =>
  limitAttempts(service.services, { email, network }, async () => right).then(String, (error) => error.code as string);
const repeat = async (times: number, email: string, network: string) => {
  const responses: string[] = [];
  for (let n = 0; n < times; n += 1) responses.push(await attempt(email, network));
  return responses;
};
/** Moves all attempts `seconds` seconds into the past. */
const wait = (seconds: number) =>
  run(sql`update sign_in_attempt set blocked_until = blocked_until - ${seconds} * interval '1 second',
    expires_at = expires_at - ${seconds} * interval '1 second'`);

describe('failed sign-ins', () => {
  test.each([
    ['registered', true],
    ['unknown', false],
  ])('cause 429 and a waiting time for a %s address, even if the next password is correct', async (_, exists) => {
    const nobody = { email: 'nobody@example.org', password: 'never was right' };
    const { email, password } = exists ? (await service.register()).account : nobody;
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const response = await service.visitor().post('/api/session', { email, password: 'wrong' });
      statuses.push(response.status);
      if (n < 8) continue;
      expect(response.body.code).toBe('rate_limited');
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(Number(response.headers.get('Retry-After'))).toBeLessThanOrEqual(4);
      expect(response.headers.get('RateLimit-Policy')).toBe('"sign-in";q=8;w=86400');
      expect(response.headers.get('RateLimit')).toBe(`"sign-in";r=0;t=${response.headers.get('Retry-After')}`);
    }
    expect(statuses).toEqual([...Array(8).fill(401), 429]);
    expect((await service.visitor().post('/api/session', { email, password })).status).toBe(429);
  });

  test('double the waiting time after each failure, up to 15 minutes', async () => {
    await repeat(8, 'anna', '192.0.2.1');
    const waits: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const { rows } = await sql<{ seconds: number }>`
        select (extract(epoch from blocked_until - expires_at) + 24 * 3600)::float8 as seconds from sign_in_attempt
        where email_hash <> '' and network_hash <> ''`.execute(service.services.orm.database.kysely);
      // `expires_at` is one day after the last attempt, so `seconds` is the delay after this attempt.
      waits.push(Math.round(rows[0]!.seconds));
      expect(await attempt('anna', '192.0.2.1')).toBe('rate_limited');
      await wait(waits[n]! + 1);
      expect(await attempt('anna', '192.0.2.1')).toBe('false');
    }
    expect(waits).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test('are limited to eight, even if a client sends them concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => attempt('anna', '192.0.2.1')));
    expect(responses.filter((response) => response === 'false')).toHaveLength(8);
  });

  test('are reset by a successful sign-in', async () => {
    await repeat(7, 'anna', '192.0.2.1');
    expect(await attempt('anna', '192.0.2.1', true)).toBe('true');
    expect(await repeat(8, 'anna', '192.0.2.1')).toEqual(Array(8).fill('false'));
  });

  test('do not block the owner at another IP address', async () => {
    await repeat(9, 'anna', '192.0.2.1');
    expect(await attempt('anna', '192.0.2.2', true)).toBe('true');
  });

  test('from many IP addresses delay all sign-ins to the account, except from an IP address of the owner', async () => {
    await attempt('anna', '198.51.100.7', true);
    for (let n = 0; n < 100; n += 1) await attempt('anna', `192.0.2.${n}`);
    expect(await attempt('anna', '203.0.113.1')).toBe('rate_limited');
    expect(await attempt('anna', '198.51.100.7', true)).toBe('true');
  });

  test('to many accounts delay sign-ins from the same IP address; successful sign-ins do not', async () => {
    for (let n = 0; n < 101; n += 1) expect(await attempt(`member-${n}`, '192.0.2.1', true)).toBe('true');
    for (let n = 0; n < 100; n += 1) await attempt(`guess-${n}`, '192.0.2.1');
    expect(await attempt('guess-100', '192.0.2.1')).toBe('rate_limited');
    expect(await attempt('guess-100', '192.0.2.2')).toBe('false');
  });

  // Regression: after 100 failures, each successful sign-in delayed the next sign-in from this network.
  test('to many accounts do not cause a delay after a successful sign-in, but cause a longer one after each failure', async () => {
    for (let n = 0; n < 100; n += 1) await attempt(`guess-${n}`, '192.0.2.1');
    await wait(5);
    for (const email of ['anna', 'berta', 'anna']) expect(await attempt(email, '192.0.2.1', true)).toBe('true');
    expect(await attempt('guess-101', '192.0.2.1')).toBe('false');
    await wait(5);
    expect(await attempt('anna', '192.0.2.1', true)).toBe('rate_limited');
    await wait(5);
    expect(await attempt('anna', '192.0.2.1', true)).toBe('true');
  });

  test('to many accounts still count after the client signs in to an account of its own', async () => {
    for (let n = 0; n < 60; n += 1) await attempt(`guess-${n}`, '192.0.2.1');
    expect(await attempt('mallory', '192.0.2.1', true)).toBe('true');
    for (let n = 60; n < 100; n += 1) await attempt(`guess-${n}`, '192.0.2.1');
    expect(await attempt('guess-100', '192.0.2.1')).toBe('rate_limited');
  });

  // People who signed in at least once an hour once kept all failures of their network in memory.
  test('to many accounts count for an hour, also in a network from which people sign in all the time', async () => {
    for (let n = 0; n < 60; n += 1) await attempt(`friend ${n}`, '192.0.2.1');
    await wait(1800);
    expect(await attempt('anna', '192.0.2.1', true)).toBe('true');
    await wait(1801);
    for (let n = 60; n < 159; n += 1) await attempt(`friend ${n}`, '192.0.2.1');
    expect(await attempt('anna', '192.0.2.1')).toBe('false');
    expect(await attempt('anna', '192.0.2.1')).toBe('rate_limited');
  });

  test('to many accounts delay no sign-in after the hour, even if the last wait has not ended', async () => {
    for (let n = 0; n < 100; n += 1) await attempt(`friend ${n}`, '192.0.2.1');
    await wait(3598);
    // This failure causes a wait of 8 s, and the hour ends in 2 s.
    expect(await attempt('anna', '192.0.2.1')).toBe('false');
    await wait(3);
    expect(await attempt('anna', '192.0.2.1', true)).toBe('true');
  });

  test('are deleted after they expire, and are stored without plain e-mail addresses', async () => {
    await repeat(8, 'anna@example.org', '192.0.2.1');
    const { rows } = await run(sql`select * from sign_in_attempt`);
    expect(JSON.stringify(rows)).not.toMatch(/anna|192\.0/);
    await wait(25 * 3600);
    await attempt('bea@example.org', '192.0.2.2');
    expect((await run(sql`select 1 from sign_in_attempt`)).rows).toHaveLength(3);
  });
});

test('a wrong address and a wrong password cause the same response, headers and statements', async () => {
  // Nobody has signed in to the account from this network. After a sign-in, the service would run one statement fewer.
  const { email } = await insertAccount(service.services.orm.database.kysely);
  const responses: unknown[] = [];
  for (const address of [email, 'nobody@example.org', 'no address', email.toUpperCase()]) {
    const visitor = service.visitor();
    service.statements.length = 0;
    const { status, headers, body } = await visitor.post('/api/session', { email: address, password: 'wrong' });
    const names = [...headers.keys()].filter((name) => name !== 'date');
    // For an existing account, the audit trail records the attempt after the response.
    const statements = service.statements.filter((text) => !text.includes('audit_event'));
    responses.push({ status, names, body, statements, cookies: visitor.cookies.size });
  }
  expect(responses[0]).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  for (const response of responses) expect(response).toEqual(responses[0]);
});

test('attempts are counted by the IP address that a trusted proxy reports, not by an address that the client adds', async () => {
  const guess = (forwarded: string) =>
    service
      .visitor()
      .post(
        '/api/session',
        { email: 'chloe@example.org', password: 'x' },
        { headers: { 'X-Forwarded-For': forwarded } },
      );
  for (let n = 0; n < 8; n += 1) expect((await guess(`192.0.2.${n}, 198.51.100.1`)).status).toBe(401);
  expect((await guess('192.0.2.99, 198.51.100.1')).status).toBe(429);
  expect((await guess('198.51.100.2')).status).toBe(401);
});

test('password changes with a wrong current password are limited to eight', async () => {
  const anna = await service.register();
  const body = { current_password: 'a wrong guess', new_password: 'another password' };
  const statuses: number[] = [];
  for (let n = 0; n < 9; n += 1) statuses.push((await anna.put('/api/account/password', body)).status);
  expect(statuses).toEqual([...Array(8).fill(400), 429]);
});
