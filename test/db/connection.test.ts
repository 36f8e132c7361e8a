import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../src/core/config.js';
import { openDatabase, type Database } from '../../src/db/database.js';
import { limitStatements, statementTimeout, withLimit } from '../../src/db/statement-timeout.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { onServer } from '../support/global-setup.js';

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

  // The job queue sends a whole transaction as one text. Regression: after the transaction had failed, all later
  // statements of its connection failed. On the embedded database, all statements failed until a restart.
  test('is usable after a multi-statement transaction has failed', async () => {
    const text = 'begin; select 1 / (select 0); commit';
    for (let round = 0; round < 3; round += 1) {
      const failed = database.pool.query(text);
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

  test('that is closed leaves no transaction, setting, table or prepared statement behind', async () => {
    for (let round = 0; round < 2; round += 1) {
      const connection = await database.pool.acquire(ACCOUNT);
      for (let repeat = 0; repeat < 3; repeat += 1) await connection.query('select $1::int', [repeat]);
      await connection.query('begin; create temporary table left_behind (id int)');
      connection.release(new Error('The work failed.'));
    }
    expect(await role('service')).toBe('');
    const { rows } = await sql<{ table: unknown }>`select to_regclass('pg_temp.left_behind') as table`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ table: null }]);
  });

  (process.env.TEST_DATABASE_URL ? test.skip : test)(
    'to the embedded database is given in turn to the roles that wait for it',
    async () => {
      const order: string[] = [];
      // The first statement of a role takes longer to reach the queue.
      for (const name of [ACCOUNT, 'anonymous']) await role(name);
      const held = await database.pool.acquire('service');
      const work = (name: string) => role(name).then(() => order.push(name));
      const done = Promise.all([...Array.from({ length: 5 }, () => work(ACCOUNT)), work('anonymous')]);
      // All statements reach the queue before the connection is released.
      await setImmediate();
      held.release();
      await done;
      expect(order.indexOf('anonymous')).toBeLessThanOrEqual(1);
    },
  );
});

test('a closed database refuses all statements', async () => {
  const other = await createTestDatabase();
  try {
    const closed = await openDatabase(readConfig(other.environment));
    await closed.release();
    const statements = [1, 2, 3].map((number) => closed.pool.query(`select ${number}`));
    const results = await Promise.allSettled(statements);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  } finally {
    await other.drop();
  }
});

(process.env.TEST_DATABASE_URL ? test : test.skip)(
  'a database is not opened if it is unknown whether row-level security can be used',
  async () => {
    const other = await createTestDatabase();
    try {
      await onServer(
        other.environment.DATABASE_URL!,
        `create function public.set_config(text, text, boolean) returns text language plpgsql
          as $$ begin raise exception 'no memory' using errcode = 'out_of_memory'; end $$`,
      );
      const url = new URL(other.environment.DATABASE_URL!);
      url.searchParams.set('options', '-c search_path=public,pg_catalog');
      const open = async () => {
        const opened = await openDatabase(readConfig({ ...other.environment, DATABASE_URL: url.href }));
        await opened.release();
      };
      await expect(open()).rejects.toThrow('no memory');
    } finally {
      await other.drop();
    }
  },
);

test('a limit of statements does not extend a shorter limit', async () => {
  const limit = () => Promise.resolve(statementTimeout());
  expect(await withLimit(5, limit)).toBe(5000);
  for (const [outer, inner] of [
    [1, 5],
    [5, 1],
  ]) {
    let found = 0;
    await limitStatements(outer!)({} as never, async () => {
      found = await withLimit(inner!, limit);
    });
    expect(found).toBe(1000);
  }
});
