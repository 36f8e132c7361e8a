import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { readConfig } from '../../../src/core/config.js';
import { openOrm, type Orm } from '../../../src/db/orm.js';
import { ENTITIES } from '../../../src/features/entities.js';
import { Queen } from '../../../src/features/queens/queen.entity.js';
import { grantRights, checkRowLevelSecurity } from '../../../src/db/row-level-security.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { accountTables, withoutRowSecurity } from './policies.js';

/** The two accounts of the rows in `upgrades/rows`. Some tables have rows of both accounts. */
const ANNA = '00000000-0000-4000-8000-00000000000a';
const BEA = '00000000-0000-4000-8000-00000000000b';
const ROWS = new URL('../../upgrades/rows/', import.meta.url);
const REFUSED = /violates row-level security policy/;

let database: TestDatabase;
let orm: Orm;
let service: Kysely<unknown>;
let tables: { table: string; owner: string }[];

beforeAll(async () => {
  database = await createTestDatabase();
  // There are only four connections, so that successive requests share them.
  orm = await openOrm(readConfig({ ...database.environment, DATABASE_POOL: '4' }), ENTITIES);
  service = orm.database.kysely;
  tables = await accountTables(service);
  for (const file of (await readdir(ROWS)).sort()) {
    const text = await readFile(new URL(file, ROWS), 'utf8');
    await orm.database.pool.query(text);
  }
});
afterAll(async () => {
  await orm?.close();
  await database?.drop();
});

const inAccount = (account: string) => orm.database.inRole(account);

/** Returns the accounts with visible rows in a table. */
async function owners(db: Kysely<unknown>, table: string, owner: string): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct ${sql.ref(owner)}::text as owner from ${sql.table(table)}`.execute(db);
  return rows.map((row) => row.owner).sort();
}

test('every table with an account has the same policy', async () => {
  const { rows } = await sql<{ table: string; on: boolean; policies: [string, string, boolean, string[]][] }>`
    select c.relname::text as "table", c.relrowsecurity as on, (
      select coalesce(json_agg(json_build_array(
        p.polcmd, pg_get_expr(p.polqual, p.polrelid), p.polpermissive and p.polwithcheck is null, p.polroles::text[])), '[]')
      from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(service);
  const found = new Map(rows.map(({ table, on, policies }) => [table, { on, policies }]));
  expect(tables.length).toBeGreaterThan(20);
  for (const { table, owner } of tables) {
    const currentAccount = "(NULLIF(current_setting('queenbook.account'::text, true), ''::text))::uuid";
    expect([table, found.get(table)]).toEqual([
      table,
      { on: true, policies: [['*', `(${owner} = ${currentAccount})`, true, ['0']]] },
    ]);
  }
});

test('a table without row-level security is reported, and accounts cannot read it', async () => {
  await sql`create table forgotten (account_id uuid not null)`.execute(service);
  try {
    await grantRights(orm.database);
    expect(await checkRowLevelSecurity(orm.database)).toEqual({
      active: false,
      reason: 'row-level security is off for forgotten',
    });
    await expect(sql`select from forgotten`.execute(inAccount(ANNA))).rejects.toThrow(/permission denied/);
  } finally {
    await sql`drop table forgotten`.execute(service);
  }
  expect(await checkRowLevelSecurity(orm.database)).toEqual({ active: true });
});

describe('statements without a condition on the account', () => {
  test('return only rows of the account of their connection; on a connection of the service, they return all rows', async () => {
    for (const { table, owner } of tables) {
      const all = await owners(service, table, owner);
      expect([table, all.length]).not.toEqual([table, 0]);
      for (const account of [ANNA, BEA]) {
        const own = all.filter((each) => each === account);
        expect([table, await owners(inAccount(account), table, owner)]).toEqual([table, own]);
      }
    }
  });

  test('return no rows on an anonymous connection', async () => {
    for (const { table, owner } of tables) {
      expect([table, await owners(orm.database.inRole('anonymous'), table, owner)]).toEqual([table, []]);
    }
  });

  test('cannot insert, update or delete rows of another account', async () => {
    for (const { table, owner } of tables) {
      const [rowOwner] = await owners(service, table, owner);
      const other = inAccount(rowOwner === ANNA ? BEA : ANNA);
      const [name, column] = [sql.table(table), sql.ref(owner)];
      const update = await sql`update ${name} set ${column} = ${column} where ${column} = ${rowOwner}`.execute(other);
      const deletion = await sql`delete from ${name} where ${column} = ${rowOwner}`.execute(other);
      expect([table, update.numAffectedRows, deletion.numAffectedRows]).toEqual([table, 0n, 0n]);
      const { rows } = await sql<{ row: string; columns: string[] }>`
        select to_json(t)::text as row, (
          select array_agg(quote_ident(attname)) from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns
        from ${name} t where ${column} = ${rowOwner} limit 1`.execute(service);
      const columns = sql.raw(rows[0]!.columns.join(', '));
      const insertion = sql`
        insert into ${name} (${columns}) select ${columns} from json_populate_record(null::${name}, ${rows[0]!.row}::json)`;
      await expect(insertion.execute(other)).rejects.toThrow(REFUSED);
    }
  });

  test('cannot move rows to another account', async () => {
    await expect(sql`update apiary set account_id = ${BEA}`.execute(inAccount(ANNA))).rejects.toThrow(REFUSED);
    await expect(sql`update account set id = gen_random_uuid()`.execute(inAccount(BEA))).rejects.toThrow(REFUSED);
  });

  test('return and delete rows of all accounts if row-level security is off', async () => {
    await withoutRowSecurity(service, async () => {
      for (const { table, owner } of tables) {
        expect([table, await owners(inAccount(ANNA), table, owner)]).toEqual([
          table,
          await owners(service, table, owner),
        ]);
      }
      const undone = inAccount(ANNA)
        .transaction()
        .execute(async (db) => {
          const { numAffectedRows } = await sql`delete from ranking_row`.execute(db);
          throw new Error(`${numAffectedRows} were deleted`);
        });
      await expect(undone).rejects.toThrow('2 were deleted');
    });
  });
});

describe('successive requests on a connection', () => {
  const names = async (db: Kysely<unknown>) =>
    (await sql<{ name: string }>`select name from account order by name`.execute(db)).rows.map(({ name }) => name);
  /**
   * Returns the id of the database process that serves the connection. Sequential requests use the same connection, so
   * the id does not change.
   */
  const process = async (db: Kysely<unknown>) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
  let pid: number;
  beforeEach(async () => {
    pid = await process(service);
  });
  const expectSameConnection = async () => expect(await process(inAccount(BEA))).toBe(pid);

  test('each use the account of their caller', async () => {
    const [all, anna, bea] = [['Anna', 'Bea'], ['Anna'], ['Bea']];
    const anonymous = orm.database.inRole('anonymous');
    const order = [
      service,
      inAccount(ANNA),
      inAccount(BEA),
      inAccount(ANNA),
      anonymous,
      inAccount(BEA),
      service,
      inAccount(BEA),
      anonymous,
      service,
    ];
    const found: string[][] = [];
    for (const db of order) found.push(await names(db));
    expect(found).toEqual([all, anna, bea, anna, [], bea, all, bea, [], all]);
    await expectSameConnection();
  });

  test('use the correct account after an error', async () => {
    await expect(sql`select 1 / (select 0)`.execute(inAccount(ANNA))).rejects.toThrow(/division by zero/);
    expect(await names(inAccount(BEA))).toEqual(['Bea']);
    await expect(sql`select 1 / (select 0)`.execute(service)).rejects.toThrow(/division by zero/);
    expect(await names(inAccount(BEA))).toEqual(['Bea']);
    await expectSameConnection();
  });

  test('use the correct account within and after a rolled-back transaction', async () => {
    const rolledBack = inAccount(ANNA)
      .transaction()
      .execute(async (db) => {
        expect(await names(db)).toEqual(['Anna']);
        await sql`select 1 / (select 0)`.execute(db);
      });
    await expect(rolledBack).rejects.toThrow(/division by zero/);
    expect(await names(inAccount(BEA))).toEqual(['Bea']);
    expect(await names(inAccount(ANNA))).toEqual(['Anna']);
    await expectSameConnection();
  });

  test('use the correct account under concurrency', async () => {
    const order = Array.from({ length: 200 }, (_, index) => [ANNA, BEA, 'anonymous'][index % 3]!);
    const found = await Promise.all(order.map((account) => names(inAccount(account))));
    expect(found).toEqual(order.map((account) => (account === ANNA ? ['Anna'] : account === BEA ? ['Bea'] : [])));
  });
});

describe('a unit of work', () => {
  const find = (em: ReturnType<Orm['fork']>) => em.find(Queen, {}, { filters: false, orderBy: { name: 'asc' } });

  test('reads only rows of its account, even without the owner filter, and in a transaction', async () => {
    const em = orm.ownedBy(BEA);
    const [outside, inside] = [await find(em), await em.transactional((tx) => find(tx))];
    for (const queens of [outside, inside])
      expect(new Set(queens.map(({ accountId }) => accountId))).toEqual(new Set([BEA]));
    expect(await find(em.fork())).toHaveLength(outside.length);
    expect(await find(orm.ownedBy(null))).toEqual([]);
    expect((await find(orm.fork())).length).toBeGreaterThan(outside.length);
  });

  /**
   * Returns how many of Anna's rows an update as `account` changes, and whether `account` can change an entity of Anna.
   */
  async function writeFor(account: string): Promise<[number, boolean]> {
    const everywhere = { filters: false } as const;
    const [annasQueen] = await orm.fork().find(Queen, { accountId: ANNA }, everywhere);
    const em = orm.ownedBy(account);
    const byCondition = await em.nativeUpdate(Queen, { accountId: ANNA }, { marking: `Of ${account}` }, everywhere);
    const merged = em.merge(Queen, { ...annasQueen! });
    merged.notes = `Of ${account}`;
    await em.flush();
    const { notes } = await orm.fork().findOneOrFail(Queen, { accountId: ANNA, id: annasQueen!.id }, everywhere);
    return [byCondition, notes === `Of ${account}`];
  }

  test('writes only rows of its account', async () => {
    expect(await writeFor(BEA)).toEqual([0, false]);
    expect(await writeFor(ANNA)).toEqual([3, true]);
    expect(await withoutRowSecurity(service, () => writeFor(BEA))).toEqual([3, true]);
  });
});
