import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { RequestLeases } from '../../src/auth/request-leases.js';
import { factories } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let account: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await factories(service.services.orm.database.kysely).account();
});

/** Simulates a process with its own counters and its own clock. */
function startProcess(limit: number) {
  const process = { now: 0 };
  const leases = new RequestLeases(service.services.orm, limit, () => process.now);
  const take = (caller = 'a key') => leases.take(account, caller);
  return {
    take,
    advanceClock: async (seconds: number) => {
      process.now += seconds * 1000;
    },
    /** Sends requests in sequence. Returns the number of allowed requests. */
    async takeAll(times: number, caller?: string) {
      let allowed = 0;
      for (let n = 0; n < times; n += 1) if ((await take(caller)).allowed) allowed += 1;
      return allowed;
    },
  };
}
/** Moves the ends of all windows in the database into the past. */
const advanceDatabase = (seconds: number) =>
  sql`update request_window set ends_at = ends_at - ${seconds} * interval '1 second'`.execute(
    service.services.orm.database.kysely,
  );

describe('a limit on requests per minute', () => {
  test.each([1, 5, 19, 39, 40, 100, 1200])('of %i allows exactly this number of requests', async (limit) => {
    const process = startProcess(limit);
    expect(await process.takeAll(limit + 30)).toBe(limit);
  });

  test('reports the remaining requests and the end of the window', async () => {
    const process = startProcess(3);
    const first = await process.take();
    expect(first).toMatchObject({ allowed: true, remaining: 2 });
    expect(first.wait).toBeCloseTo(60, 2);
    await process.advanceClock(20);
    expect(await process.take()).toMatchObject({ allowed: true, remaining: 1 });
    const last = await process.take();
    expect(last).toMatchObject({ allowed: true, remaining: 0 });
    expect(await process.take()).toEqual({ allowed: false, remaining: 0, wait: last.wait });
  });

  test('counts callers separately', async () => {
    const process = startProcess(2);
    expect(await process.takeAll(5, 'a key')).toBe(2);
    expect(await process.takeAll(5, 'a session')).toBe(2);
  });

  test('needs one statement for each twentieth of the limit, and no statement after the limit is reached', async () => {
    const process = startProcess(1200);
    service.statements.length = 0;
    await process.takeAll(60);
    expect(service.statements).toHaveLength(1);
    await process.takeAll(1140);
    expect(service.statements).toHaveLength(20);
    await process.takeAll(100);
    expect(service.statements).toHaveLength(20);
  });

  test('is exact for concurrent requests, without additional statements', async () => {
    const process = startProcess(200);
    service.statements.length = 0;
    const counts = await Promise.all(Array.from({ length: 500 }, () => process.take()));
    expect(counts.filter(({ allowed }) => allowed)).toHaveLength(200);
    expect(service.statements).toHaveLength(20);
  });

  test('starts again after a minute', async () => {
    const process = startProcess(5);
    expect(await process.takeAll(9)).toBe(5);
    await process.advanceClock(59);
    expect(await process.takeAll(9)).toBe(0);
    await process.advanceClock(2);
    await advanceDatabase(61);
    expect(await process.takeAll(9)).toBe(5);
  });

  test('discards requests that were leased in an ended window', async () => {
    const process = startProcess(100);
    await process.take();
    await process.advanceClock(61);
    await advanceDatabase(61);
    service.statements.length = 0;
    expect(await process.take()).toMatchObject({ allowed: true, remaining: 99 });
    expect(service.statements.filter((text) => /insert/.test(text))).toHaveLength(1);
  });

  test('ends by the database clock if the process clock is fast', async () => {
    const process = startProcess(5);
    expect(await process.takeAll(4)).toBe(4);
    await process.advanceClock(3600);
    expect(await process.takeAll(9)).toBe(1);
  });

  test('rejects requests of a deleted account', async () => {
    const process = startProcess(5);
    account = uuid();
    await expect(process.take()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('can be lowered while it is in use', async () => {
    expect(await startProcess(100).takeAll(60)).toBe(60);
    expect(await startProcess(50).takeAll(60)).toBe(0);
  });
});

describe('across several processes', () => {
  test.each([1, 5, 39])('a limit of %i is exact', async (limit) => {
    const [one, other] = [startProcess(limit), startProcess(limit)];
    let allowed = 0;
    for (let n = 0; n < limit + 5; n += 1) allowed += (await one.takeAll(1)) + (await other.takeAll(1));
    expect(allowed).toBe(limit);
  });

  test('a large limit is never exceeded, and each process leaves less than a twentieth of the limit unused', async () => {
    const processes = Array.from({ length: 4 }, () => startProcess(200));
    // Three processes each lease ten requests and use one of them.
    for (const process of processes.slice(1)) await process.take();
    const first = await processes[0]!.takeAll(250);
    expect(first).toBe(200 - 3 * 10);
    // The leases of these processes are valid until the window ends.
    let rest = 0;
    for (const process of processes.slice(1)) rest += await process.takeAll(50);
    expect(3 + first + rest).toBe(200);
  });

  test('a limit is never exceeded by concurrent requests', async () => {
    const processes = Array.from({ length: 5 }, () => startProcess(60));
    const counts = await Promise.all(processes.flatMap((process) => Array.from({ length: 40 }, () => process.take())));
    const allowed = counts.filter((count) => count.allowed).length;
    expect(allowed).toBeLessThanOrEqual(60);
    // A process leases three requests at a time. Each of the four other processes can leave two of its three requests
    // unused.
    expect(allowed).toBeGreaterThanOrEqual(60 - 4 * 2);
  });

  test('the first process after the end of a window starts the next window for all processes', async () => {
    const [one, other] = [startProcess(6), startProcess(6)];
    expect((await one.takeAll(4)) + (await other.takeAll(4))).toBe(6);
    await advanceDatabase(61);
    for (const process of [one, other]) await process.advanceClock(61);
    expect((await other.takeAll(4)) + (await one.takeAll(4))).toBe(6);
  });
});

test('ended windows are deleted', async () => {
  const process = startProcess(5);
  await process.take('a key');
  await process.take('a session');
  await process.advanceClock(61);
  await advanceDatabase(61);
  await process.take('a key');
  const { rows } = await sql`select caller from request_window where account_id = ${account}`.execute(
    service.services.orm.database.kysely,
  );
  expect(rows).toEqual([{ caller: 'a key' }]);
});
