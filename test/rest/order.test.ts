import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import { importFile } from '../features/imports/uploads.js';
import { factories } from '../support/factories.js';
import { readPaths } from '../support/read-paths.js';
import { sharedService, type TestResponse, type Client } from '../support/service.js';

/**
 * Responses must not depend on the physical order of rows. Without a defined order, a scan returns rows in their
 * physical order.
 */
let db: Kysely<unknown>;
let owner: Client & { account: { id: string } };
let rows: Awaited<ReturnType<typeof insertAccount>>;
beforeAll(async () => {
  const service = await sharedService();
  db = service.services.orm.database.kysely;
  owner = await service.register();
  rows = await insertAccount();
});

const SHUFFLES = 2;
/** Returns a number. Floating-point sums of such numbers depend on the order of the numbers. */
const uneven = (index: number) => Math.round(10_000 * (1.1 + Math.sin(index) + index / 7)) / 10_000;

async function insertAccount() {
  const make = factories(db);
  const account = owner.account.id;
  const dam = await make.queen(account, { name: 'Dam', external_id: 'DE-1', birth_date: '2015' });
  const apiary = await make.apiary(account, { name: 'Garden' });
  const scale = { fromYear: 2010, toYear: 2020, queens: 12, mean: uneven(3), sd: uneven(4) };
  const report = JSON.stringify({ traits: { honey: { scale } } });
  const run = await make.run(account, { computed_at: '2026-01-01', traits: ['honey', 'vigor'], report });
  const older = await make.run(account, { computed_at: '2025-01-01' });
  const daughters: string[] = [];
  for (let index = 0; index < 12; index++) {
    const generation = index % 2 ? 'F1' : 'F0';
    const daughter = await make.queen(account, {
      name: 'Daughter',
      external_id: `D-${index}`,
      generation,
      birth_date: '2018',
      mother_id: dam,
    });
    await make.identifier(account, dam, `ID-${index}`, `system ${index % 3}`);
    await make.hive(account, { apiary_id: apiary, queen_id: daughter });
    for (const year of [2019, 2020]) {
      await make.evaluation(account, daughter, { apiary_id: apiary, year, honey: 10 * uneven(index), gentleness: 3.5 });
    }
    for (const each of [run, older]) {
      for (const trait of ['honey', 'vigor']) {
        await make.breedingValue(account, each, daughter, {
          trait,
          normalized: 90 + uneven(index),
          raw: uneven(index),
        });
      }
    }
    daughters.push(daughter);
  }
  // These two queens cannot be merged: `other` has daughters that are older than `keep`, and both queens have
  // evaluations of the same seasons.
  const keep = await make.queen(account, { name: 'Keep', birth_date: '2021' });
  const other = await make.queen(account, { name: 'Other' });
  for (let index = 0; index < 8; index++) {
    await make.queen(account, { name: `Elder ${index}`, birth_date: '2017', mother_id: other });
    for (const queen of [keep, other]) await make.evaluation(account, queen, { year: 2000 + index, apiary_id: null });
  }
  const read = await make.import(
    account,
    { headers: ['Name'] },
    daughters.map((id) => [id, 'Daughter']),
  );
  const again = await make.import(
    account,
    { headers: ['Name'] },
    daughters.map((id) => [id, 'Daughter']),
  );
  // This cell has several faults: the birth date is later than the birth dates of the daughters, and differs from the
  // stored year.
  const faulty = await importFile(owner, 'queens.csv', 'external_id;birth_date\nDE-1;2024\n');
  const built = await importFile(owner, 'more.csv', 'queen_name\nMona\nZoe\nLea\n');
  for (const { id } of (await owner.get('/api/queens?search=o&limit=100')).body.data) {
    if ((await owner.get(`/api/queens/${id}`)).body.data.origin_imports[0]?.import_id !== built.id) continue;
    await owner.post('/api/hives', { name: 'Hive', queen_id: id });
    await owner.post('/api/queens/f0', { queen_name: `Daughter of ${id}`, mother_id: id });
  }
  expect([faulty.errors.length, built.status]).toEqual([13, 'completed']);
  return {
    dam,
    apiary,
    run,
    older,
    daughters,
    daughter: daughters[1]!,
    keep,
    other,
    read,
    again,
    faulty: faulty.id,
    built: built.id,
  };
}

/** The number of updates of each row in one transaction. The updates move the rows to other pages of their table. */
const ROUNDS = 6;

/** Rewrites all rows of the account in random order, so that scans return the rows in this order. */
async function shuffle(): Promise<void> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'`.execute(db);
  // Excludes the change feed, which depends on the order of writes.
  for (const { name } of tables.rows.filter((table) => !/^change/.test(table.name))) {
    const rowsOfAccount = sql`from ${sql.table(name)} where account_id = ${sql.lit(owner.account.id)}`;
    await sql`
      do $$ declare place tid; begin
        for round in 1..${sql.lit(ROUNDS)} loop
          for place in select ctid ${rowsOfAccount} order by random() loop
            update ${sql.table(name)} set account_id = account_id where ctid = place;
          end loop;
        end loop;
      end $$`.execute(db);
    // The planner can choose another plan now.
    await sql`analyze ${sql.table(name)}`.execute(db);
  }
}

const bytesOf = ({ status, body, headers }: TestResponse) => [
  status,
  headers.get('ETag'),
  headers.get('Link'),
  body as unknown,
];

/** Repeats requests and compares each response with the first. */
async function expectSame(
  requests: readonly string[],
  send: (request: string) => Promise<TestResponse>,
): Promise<void> {
  const first = new Map<string, unknown>();
  for (let round = 0; round <= SHUFFLES; round++) {
    if (round > 0) await shuffle();
    for (const request of requests) {
      const response = bytesOf(await send(request));
      if (round === 0) first.set(request, response);
      else expect([request, round, ...response]).toEqual([request, round, ...(first.get(request) as unknown[])]);
    }
  }
}

test('responses are the same after the rows have moved within their tables', async () => {
  const ids = Object.values(rows).filter((each) => typeof each === 'string');
  const pathValues = { ids, others: [rows.other], externalId: 'DE-1' };
  const paths = (await readPaths(owner, pathValues)).filter((path) => !/\/(changes|export)\b/.test(path));
  expect(paths.length).toBeGreaterThan(100);
  // A download adds an audit event, which other requests read. Therefore downloads are requested separately.
  const isTable = (path: string) => path.includes('.csv');
  await expectSame(
    paths.filter((path) => !isTable(path)),
    (path) => owner.get(path),
  );
  await expectSame(paths.filter(isTable), (path) => owner.get(path));
});

describe('errors and mating plans', () => {
  const refusals: Record<string, () => Promise<TestResponse>> = {
    merge: () => owner.post(`/api/queens/${rows.keep}/merge`, { queen_id: rows.other }),
    birth: () => owner.put(`/api/queens/${rows.dam}`, { birth_date: '2022' }),
    ring: () => owner.put(`/api/queens/${rows.dam}`, { mother_id: rows.daughter }),
    mating: () => owner.put(`/api/queens/${rows.dam}`, { mated_to_id: rows.daughter }),
    deletion: () => owner.delete(`/api/queens/${rows.dam}`),
    place: () => owner.delete(`/api/apiaries/${rows.apiary}`),
    plan: () =>
      owner.post('/api/ebv/mating-plans', {
        queen_ids: rows.daughters,
        drone_mother_ids: [rows.dam],
        use: 'own_drones',
      }),
    undo: () => owner.post(`/api/imports/${rows.built}/undo`),
  };
  test('are the same, with all their members, after the rows have moved within their tables', async () => {
    await expectSame(Object.keys(refusals), (name) => refusals[name]!());
    const reasons = async (name: string) => ((await refusals[name]!()).body.errors as unknown[]).length;
    expect(await reasons('merge')).toBeGreaterThan(10);
    expect(await reasons('birth')).toBeGreaterThan(10);
    expect(await reasons('undo')).toBeGreaterThan(1);
  });
});
