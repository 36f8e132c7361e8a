import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrations } from '../../migrations/index.js';
import { withSnapshot } from '../../src/backups/snapshot.js';
import {
  listTables,
  measureTables,
  MIGRATIONS_TABLE,
  type Queryable,
  type MeasuredTable,
  type Table,
} from '../../src/backups/tables.js';
import { DROP_ALL } from '../../src/backups/target.js';
import { readConfig } from '../../src/core/config.js';
import { openOrm, type Orm } from '../../src/db/orm.js';
import { ENTITIES } from '../../src/features/entities.js';
import { contentsOf, empty, withOrm, type Place } from '../backups/filled-database.js';
import { Client } from '../support/client.js';
import { queenbook } from '../support/command.js';
import { startProcess } from '../support/process.js';

/** This database is migrated version by version. The rows of each version are inserted before the next migration. */
let place: Place;
let orm: Orm;
/** The tables of the newest version. */
let current: Table[];
/** The contents of the tables of each version except the newest, before and after the next migration. */
const steps = new Map<number, { before: MeasuredTable[]; after: MeasuredTable[] }>();
beforeAll(async () => {
  place = await empty();
  orm = await openOrm(readConfig(place.environment), ENTITIES);
  await orm.migrate();
  current = await tablesOf(orm);
  await execute(orm, `${DROP_ALL}; delete from ${MIGRATIONS_TABLE}`);
  await migrateAndFill(orm, 1);
  for (let version = 1; version < migrations.length; version += 1) {
    const remaining = existingIn(await tablesOf(orm), current);
    const before = await measured(orm, remaining);
    await orm.migrate(migrations[version]!.name);
    steps.set(version, { before, after: await measured(orm, remaining) });
    await fill(orm, version + 1);
  }
});
afterAll(async () => {
  await orm.close();
  await place.drop();
});

async function execute(to: Orm, text: string): Promise<void> {
  await to.database.pool.query(text);
}

/** Returns the path of the file with the rows of a migration. Some migrations have no such file. */
const rowsOf = (version: number) =>
  fileURLToPath(new URL(`rows/${/(\d\d)_/.exec(migrations[version - 1]!.name)![1]}.sql`, import.meta.url));

async function migrateAndFill(orm: Orm, version: number): Promise<void> {
  await orm.migrate(migrations[version - 1]!.name);
  await fill(orm, version);
}

/** Inserts the rows from the file of a migration. A migration that creates a table needs such a file. */
async function fill(orm: Orm, version: number): Promise<void> {
  if (existsSync(rowsOf(version))) await execute(orm, await readFile(rowsOf(version), 'utf8'));
}

const inSnapshot = <T>(orm: Orm, work: (db: Queryable) => Promise<T>): Promise<T> => withSnapshot(orm.database, work);
const measured = (orm: Orm, tables: Table[]): Promise<MeasuredTable[]> =>
  inSnapshot(orm, (db) => measureTables(db, tables));
const tablesOf = (orm: Orm): Promise<Table[]> => inSnapshot(orm, listTables);

/** Returns the tables and columns of `before` that still exist in `after`. */
function existingIn(before: Table[], after: Table[]): Table[] {
  return before.flatMap(({ name, columns }) => {
    const now = after.find((table) => table.name === name)?.columns ?? [];
    const both = columns.filter((column) => now.includes(column));
    return both.length > 0 ? [{ name, columns: both }] : [];
  });
}

const versions = migrations.slice(0, -1).map(({ name }, index) => [index + 1, name.replace(/^\w+?_/, '')] as const);

test.each(versions)('the rows of version %d (%s) are unchanged by the next migration', (version) => {
  const { before, after } = steps.get(version)!;
  expect(before.filter(({ rows }) => rows === 0)).toEqual([]);
  expect(after).toEqual(before);
});

test('a database that was migrated with rows has the same tables as a new database, and rows in each table', async () => {
  expect(await tablesOf(orm)).toEqual(current);
  expect((await measured(orm, current)).filter(({ rows }) => rows === 0)).toEqual([]);
});

test('migrations create change entries and ranking rows for existing rows', async () => {
  const rows = await inSnapshot(orm, ({ query }) =>
    query<Record<string, number>>(`
      select (select count(*)::integer from change where kind = 'queen' and not deleted) as queens,
        (select count(*)::integer from change where kind <> 'queen' and not deleted) as others,
        (select count(*)::integer from change_clock) as clocks,
        (select json_agg(r.honey order by r.honey) from ranking_row r) as ranked`),
  );
  expect(rows).toEqual([{ queens: 6, others: 5, clocks: 2, ranked: [99, 108.25] }]);
});

// Regression: an import stored the key of the identifier as the key of the name, so a search did not find the name.
test('the next migration corrects keys of names that are keys of identifiers', async () => {
  const target = await empty();
  await withOrm(target.environment, async (older) => {
    await migrateAndFill(older, 1);
    await older.migrate('Migration20261126000056_import_outcome');
    const keys = () =>
      inSnapshot(older, ({ query }) =>
        query(`select id, name_key from queen where external_id is not null order by id`),
      );
    const correct = await keys();
    expect(correct.length).toBeGreaterThan(1);
    await execute(older, `update queen set name_key = lower(external_id) where external_id is not null`);
    expect(await keys()).not.toEqual(correct);
    await older.migrate();
    expect(await keys()).toEqual(correct);
  });
  await target.drop();
});

test('a backup of the first version can be restored and migrated, and the service works with it', async () => {
  const [old, other] = [await empty(), await empty()];
  await withOrm(old.environment, async (older) => {
    await older.pending();
    await migrateAndFill(older, 1);
  });
  const file = join(other.folder, 'old.zip');
  expect(await queenbook(['backup', file], old.environment)).toMatchObject({ code: 0, err: '' });
  expect(await queenbook(['restore', file], other.environment)).toMatchObject({ code: 0, err: '' });
  expect((await queenbook(['migrate'], old.environment)).code).toBe(0);
  expect(await contentsOf(other)).toEqual(await contentsOf(old));

  const service = startProcess(other.environment);
  try {
    const anna = new Client(await service.url);
    const credentials = { email: 'anna@example.org', password: 'a good long password' };
    expect((await anna.post('/api/session', credentials)).status).toBe(200);
    const queens = await anna.get('/api/queens?sort=queen_name');
    expect(queens.body.data.map((queen: { queen_name: string }) => queen.queen_name)).toEqual([
      'Daughter',
      'Mona',
      'Sire',
    ]);
    expect((await anna.get(`/api/queens/${queens.body.data[0].id}/pedigree?depth=3`)).body.data.known_ancestors).toBe(
      2,
    );
    expect((await anna.get('/api/ebv/latest')).body.page.total).toBe(3);
    expect((await anna.get('/api/changes')).body.page.total).toBe(8);

    // These identifiers differed in earlier versions and are equal in this version. Both queens still exist and are
    // listed.
    const bea = new Client(await service.url);
    expect((await bea.post('/api/session', { ...credentials, email: 'bea@example.org' })).status).toBe(200);
    const shared = await bea.get('/api/queens?shares_identifier=true&sort=external_id');
    expect(shared.body.data.map((queen: { external_id: string }) => queen.external_id).sort()).toEqual([
      '7 – 1 – 2020',
      '7-1-2020',
    ]);
  } finally {
    await service.end('SIGTERM');
    await old.drop();
    await other.drop();
  }
});
