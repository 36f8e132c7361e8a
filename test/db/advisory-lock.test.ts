import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from '../../src/core/config.js';
import { withAdvisoryLock } from '../../src/db/advisory-lock.js';
import { openDatabase, type Database } from '../../src/db/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** Needs a PostgreSQL server, because only one process can use an embedded database. */
const onServer = process.env.TEST_DATABASE_URL ? test : test.skip;

let testDatabase: TestDatabase;
/** The connections of two processes. */
let [one, other]: Database[] = [];
beforeAll(async () => {
  if (!process.env.TEST_DATABASE_URL) return;
  testDatabase = await createTestDatabase();
  const config = readConfig(testDatabase.environment);
  [one, other] = [await openDatabase(config), await openDatabase(config)];
});
afterAll(async () => {
  await one?.release();
  await other?.release();
  await testDatabase?.drop();
});

/** Whether the other process can do the work. */
async function otherWorks(id: string): Promise<boolean> {
  let works = false;
  await withAdvisoryLock(other!, id, async () => void (works = true));
  return works;
}

onServer(
  'work is skipped while another process does it, and is possible again after that process ends it',
  async () => {
    await withAdvisoryLock(one!, 'first', async () => {
      expect([await otherWorks('first'), await otherWorks('second')]).toEqual([false, true]);
    });
    expect(await otherWorks('first')).toBe(true);
    const failed = withAdvisoryLock(one!, 'first', () => Promise.reject(new Error('The work failed.')));
    await expect(failed).rejects.toThrow('The work failed.');
    expect(await otherWorks('first')).toBe(true);
  },
);
