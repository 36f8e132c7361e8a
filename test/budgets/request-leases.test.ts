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

/** The counters of one process, and its clock. */
function startProcess(limit: number) {
  const process = { now: 0 };
  const leases = new RequestLeases(service.services.orm, limit, () => process.now);
  const take = (caller = 'a key') => leases.take(account, caller);
  return {
    take,
    pass: async (seconds: number) => {
      process.now += seconds * 1000;
    },
    /** Sends requests one after the other and returns how many were allowed. */
    async tryAll(times: number, caller?: string) {
      let allowed = 0;
      for (let n = 0; n < times; n += 1) if ((await take(caller)).allowed) allowed += 1;
      return allowed;
    },
  };
}
/** Moves the windows of the database into the past. */
const passInDatabase = (seconds: number) =>
  sql`update request_window set ends_at = ends_at - ${seconds} * interval '1 second'`.execute(
    service.services.orm.database.kysely,
  );

describe('a limit on requests per minute', () => {
  test.each([1, 5, 19, 39, 40, 100, 1200])('of %i allows exactly that many', async (limit) => {
    const process = startProcess(limit);
    expect(await process.tryAll(limit + 30)).toBe(limit);
  });

  test('reports the remaining requests and the end of the window', async () => {
    const process = startProcess(3);
    const first = await process.take();
    expect(first).toMatchObject({ allowed: true, remaining: 2 });
    expect(first.wait).toBeCloseTo(60, 2);
    await process.pass(20);
    expect(await process.take()).toMatchObject({ allowed: true, remaining: 1 });
    const last = await process.take();
    expect(last).toMatchObject({ allowed: true, remaining: 0 });
    expect(await process.take()).toEqual({ allowed: false, remaining: 0, wait: last.wait });
  });

  test('counts callers separately', async () => {
    const process = startProcess(2);
    expect(await process.tryAll(5, 'a key')).toBe(2);
    expect(await process.tryAll(5, 'a session')).toBe(2);
  });

  test('needs one statement for each twentieth of the limit, and none when it is reached', async () => {
    const process = startProcess(1200);
    service.statements.length = 0;
    await process.tryAll(60);
    expect(service.statements).toHaveLength(1);
    await process.tryAll(1140);
    expect(service.statements).toHaveLength(20);
    await process.tryAll(100);
    expect(service.statements).toHaveLength(20);
  });

  test('holds for concurrent requests, without more statements', async () => {
    const process = startProcess(200);
    service.statements.length = 0;
    const counts = await Promise.all(Array.from({ length: 500 }, () => process.take()));
    expect(counts.filter(({ allowed }) => allowed)).toHaveLength(200);
    expect(service.statements).toHaveLength(20);
  });

  test('starts again after a minute', async () => {
    const process = startProcess(5);
    expect(await process.tryAll(9)).toBe(5);
    await process.pass(59);
    expect(await process.tryAll(9)).toBe(0);
    await process.pass(2);
    await passInDatabase(61);
    expect(await process.tryAll(9)).toBe(5);
  });

  test('discards leases of an ended window', async () => {
    const process = startProcess(100);
    await process.take();
    await process.pass(61);
    await passInDatabase(61);
    service.statements.length = 0;
    expect(await process.take()).toMatchObject({ allowed: true, remaining: 99 });
    expect(service.statements.filter((text) => /insert/.test(text))).toHaveLength(1);
  });

  test('follows the database clock if the process clock is fast', async () => {
    const process = startProcess(5);
    expect(await process.tryAll(4)).toBe(4);
    await process.pass(3600);
    expect(await process.tryAll(9)).toBe(1);
  });

  test('rejects requests of a deleted account', async () => {
    const process = startProcess(5);
    account = uuid();
    await expect(process.take()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('can be lowered while it is in use', async () => {
    expect(await startProcess(100).tryAll(60)).toBe(60);
    expect(await startProcess(50).tryAll(60)).toBe(0);
  });
});

describe('limits across several processes', () => {
  test.each([1, 5, 39])('a limit of %i is exact', async (limit) => {
    const [one, other] = [startProcess(limit), startProcess(limit)];
    let allowed = 0;
    for (let n = 0; n < limit + 5; n += 1) allowed += (await one.tryAll(1)) + (await other.tryAll(1));
    expect(allowed).toBe(limit);
  });

  test('a large limit is never exceeded, and each other process leaves less than a twentieth of it unused', async () => {
    const processes = Array.from({ length: 4 }, () => startProcess(200));
    // Three processes lease requests and use one each.
    for (const process of processes.slice(1)) await process.take();
    const first = await processes[0]!.tryAll(250);
    expect(first).toBe(200 - 3 * 10);
    // Their leases last until the window ends.
    let rest = 0;
    for (const process of processes.slice(1)) rest += await process.tryAll(50);
    expect(3 + first + rest).toBe(200);
  });

  test('a limit is never exceeded under concurrency', async () => {
    const processes = Array.from({ length: 5 }, () => startProcess(60));
    const counts = await Promise.all(processes.flatMap((process) => Array.from({ length: 40 }, () => process.take())));
    const allowed = counts.filter((count) => count.allowed).length;
    expect(allowed).toBeLessThanOrEqual(60);
    // Each of the other processes can have two of its three leased requests left.
    expect(allowed).toBeGreaterThanOrEqual(60 - 4 * 2);
  });

  test('the first process after the end of a window starts the next window for all processes', async () => {
    const [one, other] = [startProcess(6), startProcess(6)];
    expect((await one.tryAll(4)) + (await other.tryAll(4))).toBe(6);
    await passInDatabase(61);
    for (const process of [one, other]) await process.pass(61);
    expect((await other.tryAll(4)) + (await one.tryAll(4))).toBe(6);
  });
});

test('ended windows are deleted', async () => {
  const process = startProcess(5);
  await process.take('a key');
  await process.take('a session');
  await process.pass(61);
  await passInDatabase(61);
  await process.take('a key');
  const { rows } = await sql`select caller from request_window where account_id = ${account}`.execute(
    service.services.orm.database.kysely,
  );
  expect(rows).toEqual([{ caller: 'a key' }]);
});
