import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { csv } from '../imports/files.js';
import { importFile } from '../imports/uploads.js';
import { factories, type Factories } from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { Copy, currentRows } from './synchronized-copy.js';
import { transaction, write } from './writers.js';
import { runs } from '../../support/fuzz.js';

let service: TestService;
let client: Awaited<ReturnType<TestService['register']>>;
let account: string;
let make: Factories;
let db: Kysely<unknown>;

beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '0' });
  db = service.services.orm.database.kysely;
  make = factories(db);
});
afterAll(() => service?.close());
beforeEach(async () => {
  client = await service.register();
  account = client.account.id;
});

const short = fc.array(transaction(fc.constantFrom(0, 1, 10)), { minLength: 1, maxLength: 6 });
const long = transaction(fc.constant(60));

test('a copy that a client synchronizes with the feed equals the data of the account after any concurrent writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(short, { minLength: 3, maxLength: 3 }),
      fc.array(long, { minLength: 1, maxLength: 1 }),
      fc.integer({ min: 1, max: 7 }),
      async (writers, slow, limit) => {
        const reader = await service.register();
        const { id } = reader.account;
        for (let count = 0; count < 5; count++) await make.evaluation(id, await make.queen(id));
        const copy = new Copy(reader, limit);
        let writing = true;
        // The slow transaction starts first and commits last. The copy reads the changes of other writers before this
        // commit.
        const written = [slow, ...writers].map(async (transactions) => {
          for (const each of transactions) await write(service, id, each);
        });
        const done = Promise.all(written).finally(() => (writing = false));
        while (writing) await copy.follow();
        await done;
        await copy.follow();
        expect(copy.rows).toEqual(await currentRows(reader));
        expect(await copy.follow()).toEqual([]);
      },
    ),
    // The order of concurrent writes varies, so a failure may not be reproducible, and shrinking the input would take
    // minutes.
    { numRuns: runs(15), endOnFailure: true },
  );
});

// Regression: the feed returned a cached row that was older than the reported change, so the copy stayed outdated.
test('an entry of the feed contains the row as it is when the feed is read, not as it was when the request started', async () => {
  const { pool, pglite } = service.services.orm.database;
  // The embedded database has one connection, so no other writer can hold a lock while a request waits.
  if (pglite) return;
  const queen = await make.queen(account, { notes: 'before' });
  const copy = new Copy(client);
  await copy.follow();
  // Reads the queen again, so that she is cached for the newest revision.
  await client.get(`/api/v1/queens/${queen}/pedigree?depth=3`);
  const holder = await pool.acquire('service');
  await holder.query('begin; lock table change in access exclusive mode');
  const following = copy.follow();
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waits.execute(db)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await holder.query(`update queen set notes = 'after' where id = '${queen}'; commit`);
  holder.release();
  expect((await following).map(({ data }) => data!.notes)).toEqual(['after']);
});

test('a copy that a client synchronizes with the feed contains the results of imports and undos', async () => {
  const file = (name: string, year: number, race: string) =>
    csv([
      { queen_name: 'Dam', race, mother: '', apiary: 'Hill', hive: '1', eval_year: 2022, honey_yield_kg: 20 },
      { queen_name: name, race: 'C', mother: 'Dam', apiary: name, hive: '2', eval_year: year, honey_yield_kg: 25 },
    ]);
  const copy = new Copy(client, 3);
  await importFile(client, 'first.csv', file('Anna', 2023, 'C'));
  await copy.follow();
  const first = await currentRows(client);
  expect(copy.rows).toEqual(first);

  const second = await importFile(client, 'second.csv', file('Berta', 2024, 'M'));
  await copy.follow();
  expect(copy.rows).toEqual(await currentRows(client));
  expect(copy.rows).not.toEqual(first);

  expect((await client.post(`/api/v1/imports/${second.id}/undo`)).status).toBe(200);
  const undone = await copy.follow();
  expect(undone.filter(({ change }) => change === 'delete').map(({ kind }) => kind).sort()).toEqual([
    'apiary', 'evaluation', 'hive', 'queen',
  ]); // prettier-ignore
  expect(copy.rows).toEqual(await currentRows(client));
});

test('a copy that a client synchronizes with the feed contains the results of writes by REST', async () => {
  const copy = new Copy(client);
  const id = async (path: string, body: object) => {
    const { status, body: created } = await client.post(path, body);
    expect(status).toBe(201);
    return created.data.id as string;
  };
  const readChanges = async () => (await copy.follow()).map((entry) => [entry.kind, entry.id, entry.change]);

  const dam = await id('/api/queens/f0', { queen_name: 'Dam' });
  const apiary = await id('/api/apiaries', { name: 'Hill' });
  const hive = await id('/api/hives', { name: '1', apiary_id: apiary, queen_id: dam });
  const evaluation = await id('/api/queens/evaluations', { queen_id: dam, eval_year: 2024, honey_yield_kg: 20 });
  expect(await readChanges()).toEqual([
    ['queen', dam, 'upsert'],
    ['apiary', apiary, 'upsert'],
    ['hive', hive, 'upsert'],
    ['evaluation', evaluation, 'upsert'],
  ]);
  expect(copy.rows).toEqual(await currentRows(client));

  expect((await client.put(`/api/hives/${hive}`, { queen_id: null })).status).toBe(200);
  expect((await client.delete(`/api/queens/evaluations/${evaluation}`)).status).toBe(204);
  expect(await readChanges()).toEqual([
    ['hive', hive, 'upsert'],
    ['evaluation', evaluation, 'delete'],
  ]);
  expect((await client.post('/api/queens/f0', { queen_name: '' })).status).toBe(400);
  expect(await readChanges()).toEqual([]);
  expect(copy.rows).toEqual(await currentRows(client));
});

test('the feed reports a deleted queen, and the rows that are deleted with her, as deleted and not as changed', async () => {
  const queen = await make.queen(account);
  const other = await make.queen(account);
  await make.identifier(account, queen, 'DE-1');
  const evaluation = await make.evaluation(account, queen);
  await make.import(account, {}, [[queen, 'Anna']]);
  const copy = new Copy(client);
  await copy.follow();
  await sql`delete from queen where account_id = ${account} and id = ${queen}`.execute(db);
  const entries = await copy.follow();
  expect(entries.map(({ kind, id, change }) => [kind, id, change])).toEqual([
    ['evaluation', evaluation, 'delete'],
    ['queen', queen, 'delete'],
  ]);
  expect([...copy.rows.keys()]).toEqual([`queen ${other}`]);
});

test('adding, changing, moving or removing an identifier is a change of its queens', async () => {
  const [anna, berta] = [await make.queen(account), await make.queen(account)];
  const copy = new Copy(client);
  await copy.follow();
  const readChangedIds = async () => (await copy.follow()).map(({ id }) => id).sort();
  await make.identifier(account, anna, 'DE-1');
  expect(await readChangedIds()).toEqual([anna]);
  await sql`update queen_identifier set value = 'DE-2' where account_id = ${account}`.execute(db);
  expect(await readChangedIds()).toEqual([anna]);
  await sql`update queen_identifier set queen_id = ${berta} where account_id = ${account}`.execute(db);
  expect(await readChangedIds()).toEqual([anna, berta].sort());
  expect(copy.rows.get(`queen ${berta}`)).toMatchObject({ external_identifiers: [{ value: 'DE-2' }] });
  await sql`delete from queen_identifier where account_id = ${account}`.execute(db);
  expect(await readChangedIds()).toEqual([berta]);
  expect(copy.rows).toEqual(await currentRows(client));
});

test('in the feed, new changes come after earlier changes, even if the clock was set back', async () => {
  const ahead = Date.now() + 3_600_000;
  const first = await make.queen(account);
  const copy = new Copy(client);
  await sql`update change_clock set revision = ${ahead * 1000} where account_id = ${account}`.execute(db);
  await sql`update change set revision = ${ahead * 1000} where account_id = ${account}`.execute(db);
  await copy.follow();
  const second = await make.queen(account);
  const entries = await copy.follow();
  expect(entries.map(({ id }) => id)).toEqual([second]);
  expect(Date.parse(entries[0]!.changed_at)).toBeGreaterThanOrEqual(ahead);
  expect([...copy.rows.keys()]).toEqual([`queen ${first}`, `queen ${second}`]);
});

test('the feed has no rows of a deleted account', async () => {
  const queen = await make.queen(account);
  await make.identifier(account, queen, 'DE-1');
  await make.evaluation(account, queen);
  await make.hive(account);
  await make.run(account);
  const other = await service.register();
  await make.queen(other.account.id);
  // One account is deleted in the same transaction as a last write, and the other account separately.
  await service.services.orm.ownedBy(account).transactional(async (tx) => {
    const inner = tx.getKysely<unknown>() as Kysely<unknown>;
    await sql`delete from evaluation where account_id = ${account}`.execute(inner);
    await sql`delete from account where id = ${account}`.execute(inner);
  });
  const left = (table: string, id: string) =>
    sql`select 1 from ${sql.table(table)} where account_id = ${id}`.execute(db).then(({ rows }) => rows.length);
  for (const table of ['change', 'change_clock']) {
    expect(await left(table, account)).toBe(0);
    expect(await left(table, other.account.id)).toBe(1);
  }
  await sql`delete from account where id = ${other.account.id}`.execute(db);
  for (const table of ['change', 'change_clock']) expect(await left(table, other.account.id)).toBe(0);
});
