import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { reserveUpload } from '../../src/features/imports/upload-limit.js';
import { waitForEnd, type ImportBody } from '../features/imports/uploads.js';
import { startService, type Client, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ SESSIONS_PER_ACCOUNT: '3', OPEN_IMPORTS: '2' });
});
afterAll(() => service?.close());

const isSignedIn = async (client: Client) => (await client.get('/api/session')).status === 200;

describe('sessions of an account', () => {
  test('have a limit: one more sign-in ends the oldest session of the account', async () => {
    const bea = await service.register();
    const first = await service.register();
    const { email, password } = first.account;
    const signIn = async () => {
      const client = service.visitor();
      expect((await client.post('/api/session', { email, password })).status).toBe(200);
      return client;
    };
    const [second, third] = [await signIn(), await signIn()];
    expect(await Promise.all([first, second, third].map(isSignedIn))).toEqual([true, true, true]);
    const fourth = await signIn();
    expect(await Promise.all([first, second, third, fourth, bea].map(isSignedIn))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  // Regression: in one of ten to fifty rounds, concurrent sign-ins ended more sessions than the limit requires, or one of
  // them failed because of a deadlock.
  test('are as many as the limit allows after concurrent sign-ins, which all succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { email, password, id } = (await service.register()).account;
      const signIn = () => service.visitor().post('/api/session', { email, password });
      const responses = await Promise.all(Array.from({ length: 8 }, signIn));
      expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const { rows } = await sql`select from session where account_id = ${id}`.execute(
        service.services.orm.database.kysely,
      );
      expect(rows).toHaveLength(3);
    }
  });
});

describe('unfinished imports of an account', () => {
  const upload = (client: Client, name: string) =>
    client.upload('/api/imports', `${name}.csv`, `name,birth_date\n${name},2020\n`);

  test('have a limit, also for concurrent uploads; one more upload gets 429 with Retry-After', async () => {
    const anna = await service.register();
    const bea = await service.register();
    const db = service.services.orm.database.kysely;
    const { body } = await upload(anna, 'Early');
    await waitForEnd(anna, (body.data as ImportBody).id);
    // Marks the completed import as unfinished.
    await sql`update import set status = 'queued' where account_id = ${anna.account.id}`.execute(db);
    const responses = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => upload(anna, name)));
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429]);
    const refused = responses.find(({ status }) => status === 429)!;
    expect(refused.body.code).toBe('rate_limited');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.headers.get('RateLimit-Policy')).toBe('"imports";q=2;w=30');
    const { id } = responses.find(({ status }) => status === 202)!.body.data as ImportBody;
    await waitForEnd(anna, id);
    for (const status of ['queued', 'running']) {
      await sql`update import set status = ${status} where account_id = ${anna.account.id}`.execute(db);
      expect([status, (await upload(anna, 'Five')).status]).toEqual([status, 429]);
      expect([status, (await upload(bea, `Another ${status}`)).status]).toEqual([status, 202]);
    }
    await sql`update import set status = 'completed' where account_id = ${anna.account.id}`.execute(db);
    expect((await upload(anna, 'Again')).status).toBe(202);
  });

  test('include uploads in progress, each of them until its end', async () => {
    const { id } = (await service.register()).account;
    const reserve = () => reserveUpload(service.services, id);
    const [endFirst, endSecond] = [await reserve(), await reserve()];
    await expect(reserve()).rejects.toThrow(/unfinished/);
    endFirst();
    const endThird = await reserve();
    await expect(reserve()).rejects.toThrow(/unfinished/);
    for (const end of [endSecond, endThird]) end();
  });
});
