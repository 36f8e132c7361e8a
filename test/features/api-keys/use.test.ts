import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { KeyUses } from '../../../src/auth/key-uses.js';
import { startService, type Client, type TestService } from '../../support/service.js';
import { clientWithKey, expectProblem, makeKey, paths, type CreatedKey } from './keys.js';

let service: TestService;
let anna: Client & { account: { id: string } };
let created: CreatedKey;
let program: Client;
beforeAll(async () => {
  service = await startService({ KEY_CREATIONS_PER_HOUR: '1000' });
  anna = await service.register();
});
beforeEach(async () => {
  created = await makeKey(anna);
  program = clientWithKey(service, created.key);
});
afterAll(() => service.close());

const db = () => service.services.orm.database.kysely;
const usage = async (query = '') => (await anna.get(`/api/v1/api-keys/${created.id}/usage${query}`)).body.data;
const entry = async (): Promise<CreatedKey> =>
  (await anna.get('/api/api-keys')).body.data.find(({ id }: CreatedKey) => id === created.id);

describe('uses of a key', () => {
  test('are counted by day for REST and GraphQL, even if the permission is insufficient', async () => {
    for (let time = 0; time < 3; time += 1) await program.get('/api/v1/queens');
    await program.graphql('{ me { id } }');
    await program.get('/api/api-keys');
    const days = await usage();
    const { rows } = await sql<{ today: string }>`select (now() at time zone 'UTC')::date::text as today`.execute(db());
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ date: rows[0]!.today, count: 5 });
    expect(new Set(days.slice(0, -1).map(({ count }: { count: number }) => count))).toEqual(new Set([0]));
    const { body } = await anna.graphql(`{ apiKeyUsage(id: "${created.id}", days: 1) { date count } }`);
    expect(body.data.apiKeyUsage).toEqual([{ date: rows[0]!.today, count: 5 }]);
  });

  test('are not counted if the key was refused', async () => {
    await anna.put(`/api/api-keys/${created.id}`, { status: 'disabled' });
    await program.get('/api/v1/queens');
    expect((await usage('?days=1'))[0].count).toBe(0);
    expect(await entry()).toMatchObject({ last_used_at: null, last_used_ip: null });
  });

  test('record their time, and the IP address that a trusted proxy reports', async () => {
    await program.get('/api/v1/queens', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    const { last_used_at, last_used_ip } = await entry();
    expect(last_used_ip).toBe('203.0.113.9');
    expect(Math.abs(Date.parse(last_used_at as string) - Date.now())).toBeLessThan(60_000);
  });

  test('are written after the responses, many uses in one statement; their time is written at most once a minute', async () => {
    await service.services.keyUses.flush();
    service.keyUseStatements.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => program.get('/api/v1/key')));
    await service.services.keyUses.flush();
    expect(service.keyUseStatements.length).toBeLessThanOrEqual(4);
    const first = (await entry()).last_used_at;
    service.keyUseStatements.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => program.get('/api/v1/key')));
    await service.services.keyUses.flush();
    expect(service.keyUseStatements.filter((text) => /update api_key/.test(text))).toEqual([]);
    expect((await entry()).last_used_at).toBe(first);
    await sql`update api_key set last_used_at = now() - interval '61 seconds' where id = ${created.id}`.execute(db());
    await program.get('/api/v1/key');
    expect(Date.parse((await entry()).last_used_at as string)).toBeGreaterThanOrEqual(Date.parse(first as string));
    expect((await usage('?days=1'))[0].count).toBe(41);
  });

  test('are written automatically after an interval', async () => {
    await program.get('/api/v1/key');
    const written = sql`select 1 from api_key_use where key_id = ${created.id}`;
    while ((await written.execute(db())).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  });
});

describe('usage', () => {
  test.each([1, 7, 366])('can be read for %d days', async (days) =>
    expect(await usage(`?days=${days}`)).toHaveLength(days),
  );

  test.each(['0', '367', '-1', '1.5', 'x', ''])('cannot be read for %j days', async (days) => {
    const response = await anna.get(`/api/api-keys/${created.id}/usage?days=${days}`);
    expect([response.status, paths(response)]).toEqual([400, ['days']]);
  });

  test('returns 404 for an unknown key', async () => {
    expectProblem(await anna.get(`/api/api-keys/${uuid()}/usage`), 404, 'not_found');
  });
});

describe('the usage count', () => {
  const use = () => ({ accountId: anna.account.id, keyId: created.id, day: '2026-05-01' });
  const counted = async () => {
    const { rows } = await sql<{ count: number }>`select count from api_key_use where key_id = ${created.id}`.execute(
      db(),
    );
    return rows[0]?.count ?? 0;
  };
  const log = pino({ level: 'silent' });

  test('is the sum over all processes', async () => {
    const processes = Array.from({ length: 4 }, () => new KeyUses(db() as never, log));
    for (let time = 0; time < 100; time += 1) processes[time % 4]!.record(use());
    await Promise.all(processes.map((each) => each.close()));
    expect(await counted()).toBe(100);
  });

  // Regression: uses of all keys were no longer written, because a statement contained the same key and day twice.
  test('is written for both days if uses before and after midnight are recorded alternately', async () => {
    const uses = new KeyUses(db() as never, log);
    for (const day of ['2026-05-01', '2026-05-02', '2026-05-01', '2026-05-02']) uses.record({ ...use(), day });
    await uses.close();
    const { rows } = await sql`
      select day::text, count from api_key_use where key_id = ${created.id} order by day`.execute(db());
    expect(rows).toEqual([
      { day: '2026-05-01', count: 2 },
      { day: '2026-05-02', count: 2 },
    ]);
  });

  test('is still written for other keys after one key was deleted', async () => {
    const uses = new KeyUses(db() as never, log);
    uses.record({ accountId: uuid(), keyId: uuid(), day: '2026-05-01' });
    uses.record(use());
    await uses.close();
    expect(await counted()).toBe(1);
  });

  test('causes no error if it cannot be written, and is written later', async () => {
    let fail = true;
    const kysely = db() as never as Record<string | symbol, unknown>;
    const flaky = new Proxy(kysely, {
      get(target, name) {
        if (fail) throw new Error('no connection');
        const value = target[name];
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const uses = new KeyUses(flaky as never, log);
    uses.record(use());
    await uses.flush();
    uses.record(use());
    fail = false;
    await uses.close();
    expect(await counted()).toBe(2);
  });

  test('does not count uses twice if only their time cannot be written', async () => {
    const uses = new KeyUses(db() as never, log);
    uses.record({ ...use(), last: { at: '2026-05-01T12:00:00Z', address: 'not stored' } });
    await sql`alter table api_key rename column last_used_ip to unavailable`.execute(db());
    await uses.flush();
    await sql`alter table api_key rename column unavailable to last_used_ip`.execute(db());
    await uses.close();
    expect(await counted()).toBe(1);
  });
});
