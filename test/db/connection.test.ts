import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../src/core/config.js';
import { openDatabase, type Database } from '../../src/db/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const ACCOUNT = '0198d2c0-0000-7000-8000-000000000001';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(readConfig(testDatabase.environment));
});
afterAll(async () => {
  await database?.release();
  await testDatabase?.drop();
});

describe('a connection', () => {
  const role = async (name: string) => {
    const setting = sql<{
      account: string;
    }>`select coalesce(current_setting('queenbook.account', true), '') as account`;
    return (await setting.execute(database.inRole(name))).rows[0]!.account;
  };

  // Regression: the job queue sends whole transactions. After a failed transaction, all later statements of its
  // connection failed. On the embedded database, all statements failed until a restart.
  test('is usable after a multi-statement transaction has failed', async () => {
    const text = 'begin; select 1 / (select 0); commit';
    for (let round = 0; round < 3; round += 1) {
      const failed = database.pglite ? database.pglite.exec(text) : database.pool!.query(text);
      const next = Promise.all([ACCOUNT, 'anonymous', 'service', ACCOUNT].map(role));
      await expect(failed).rejects.toThrow('division by zero');
      expect(await next).toEqual([ACCOUNT, '', '', ACCOUNT]);
    }
  });

  test('has the correct role after an error', async () => {
    expect(await role(ACCOUNT)).toBe(ACCOUNT);
    await expect(sql`select 1 / (select 0)`.execute(database.inRole(ACCOUNT))).rejects.toThrow('division by zero');
    expect(await role('service')).toBe('');
    expect(await role(ACCOUNT)).toBe(ACCOUNT);
  });
});
