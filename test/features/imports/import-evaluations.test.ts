import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { factories, type Factories } from '../../support/factories.js';
import { sharedService, type SharedService } from '../../support/service.js';
import { exported } from './archives.js';
import { csv } from './files.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
let make: Factories;
let client: Awaited<ReturnType<SharedService['register']>>;

beforeAll(async () => {
  service = await sharedService();
  make = factories(service.services.orm.database.kysely);
});
beforeEach(async () => {
  client = await service.register();
});

/** Returns year, apiary and honey of every evaluation, ordered by honey. */
async function evaluations() {
  const places = await all<{ id: string; name: string }>(client, '/api/v1/apiaries');
  const names = new Map(places.map(({ id, name }) => [id, name]));
  const rows = await all<{ eval_year: number; apiary_id: string | null; honey_yield_kg: number }>(
    client,
    '/api/queens/evaluations',
  );
  return rows
    .map(({ eval_year, apiary_id, honey_yield_kg }) => [eval_year, apiary_id && names.get(apiary_id), honey_yield_kg])
    .sort(([, , a], [, , b]) => Number(a) - Number(b));
}

const tested = (honey: number, apiary = '', more = {}) => ({
  queen_name: 'Queen',
  eval_year: 2022,
  apiary,
  honey_yield_kg: honey,
  ...more,
});

const importRows = (...rows: ReturnType<typeof tested>[]) => importFile(client, 'tests.csv', csv(rows));

// Regression: both evaluations at apiaries lost their apiary, and only the last evaluation remained.
test('a season can have evaluations at two apiaries and an evaluation without an apiary', async () => {
  await importRows(tested(5));
  expect(await importRows(tested(10, 'Pine'), tested(20, 'Rock'))).toMatchObject({
    created: { evaluations: 2 },
    updated: { evaluations: 0 },
  });
  expect(await evaluations()).toEqual([
    [2022, null, 5],
    [2022, 'Pine', 10],
    [2022, 'Rock', 20],
  ]);
});

test('an evaluation without an apiary gets the apiary of a later file that has only one apiary for the season', async () => {
  await importRows(tested(5));
  expect(await importRows(tested(10, 'Pine'))).toMatchObject({
    created: { evaluations: 0 },
    updated: { evaluations: 1 },
  });
  expect(await evaluations()).toEqual([[2022, 'Pine', 10]]);
});

// Regression: rows with an apiary were not compared with rows without an apiary, and the larger value was stored.
test('a row without an apiary must not contradict the evaluation at the only apiary of the season', async () => {
  expect(await importRows(tested(10, 'Pine'), tested(12))).toMatchObject({
    status: 'failed',
    errors: [{ row: 3, column: 'honey_yield_kg', message: expect.stringMatching(/contradicts row 2: 10 and 12/) }],
  });
  expect(await importRows(tested(10, 'Pine'), tested(10, '', { vigor: 3 }))).toMatchObject({
    created: { evaluations: 1 },
  });
});

/** Exports the evaluations of the account and imports them again. */
const importExported = async () => importFile(client, 'evaluations.csv', (await exported(client))['evaluations.csv']!);

// Regression: the evaluation at the apiary got the larger values of both evaluations.
test('a re-import of an export does not change two evaluations of a season if one of them has no apiary', async () => {
  const { id } = client.account;
  const queen = await make.queen(id, { name: 'Queen' });
  const apiary = await make.apiary(id, { name: 'Pine' });
  await make.evaluation(id, queen, { year: 2022, apiary_id: apiary, honey: 10, gentleness: 2 });
  await make.evaluation(id, queen, { year: 2022, honey: 20, gentleness: 4 });
  expect(await importExported()).toMatchObject({
    status: 'completed',
    created: { evaluations: 0 },
    updated: { evaluations: 0 },
    unchanged: { evaluations: 2 },
  });
});

test('a row without an apiary changes the evaluation without an apiary, even if there are evaluations at several apiaries', async () => {
  await importRows(tested(5));
  await importRows(tested(10, 'Pine'), tested(20, 'Rock'));
  await importRows(tested(6));
  expect(await importRows(tested(30, 'Moor'), tested(7))).toMatchObject({
    created: { evaluations: 1 },
    updated: { evaluations: 1 },
  });
  expect(await evaluations()).toEqual([
    [2022, null, 7],
    [2022, 'Pine', 10],
    [2022, 'Rock', 20],
    [2022, 'Moor', 30],
  ]);
});

test('if a file has rows with and without an apiary, only the row without an apiary changes the evaluation without an apiary', async () => {
  await importRows(tested(5));
  expect(await importRows(tested(10, 'Pine'), tested(7))).toMatchObject({
    created: { evaluations: 1 },
    updated: { evaluations: 1 },
  });
  expect(await evaluations()).toEqual([
    [2022, null, 7],
    [2022, 'Pine', 10],
  ]);
});

test('a row with an apiary changes the evaluation at this apiary, even if there is also one without an apiary', async () => {
  const { id } = client.account;
  const queen = await make.queen(id, { name: 'Queen' });
  await make.evaluation(id, queen, { year: 2022, honey: 10 });
  await make.evaluation(id, queen, { year: 2022, honey: 20, apiary_id: await make.apiary(id, { name: 'Pine' }) });
  expect(await importRows(tested(21, 'Pine'))).toMatchObject({
    created: { evaluations: 0 },
    updated: { evaluations: 1 },
  });
  expect(await evaluations()).toEqual([
    [2022, null, 10],
    [2022, 'Pine', 21],
  ]);
});

/** Returns the queen of each hive. */
async function heads() {
  const hives = await all<{ name: string; queen_id: string | null }>(client, '/api/hives');
  return Object.fromEntries(hives.map(({ name, queen_id }) => [name, queen_id]));
}

// Regression: an old evaluation moved the queen back to a former hive, and that hive lost its present queen.
test('a re-import of evaluations does not move a queen out of her present hive', async () => {
  const { id } = client.account;
  const [queen, other] = await make.queens(id, [
    { name: 'Queen', status: 'testing' },
    { name: 'Other', status: 'testing' },
  ]);
  const apiary = await make.apiary(id, { name: 'Pine' });
  const first = await make.hive(id, { name: '1', apiary_id: apiary, queen_id: other });
  await make.hive(id, { name: '2', apiary_id: apiary, queen_id: queen });
  await make.evaluation(id, queen!, { year: 2022, apiary_id: apiary, hive_id: first });
  expect(await importExported()).toMatchObject({ status: 'completed', updated: { hives: 0 }, unchanged: { hives: 1 } });
  expect(await heads()).toEqual({ 1: other, 2: queen });
});

test('an evaluation of a later season moves the queen to the hive in the row; an evaluation of an earlier season does not', async () => {
  const row = (eval_year: number, hive: string, queen_name = 'Queen') =>
    tested(20, 'Pine', { queen_name, life_status: 'testing', eval_year, hive });
  await importRows(row(2022, '1'), row(2023, '2', 'Other'));
  const before = await heads();
  await importRows(row(2021, '3'), row(2022, '2'));
  expect(await heads()).toEqual({ ...before, 3: null });
  await importRows(row(2024, '2'));
  expect(await heads()).toEqual({ 1: null, 2: before['1'], 3: null });
});

test('the row of the latest season decides which queen heads a hive; within a season, the last row decides', async () => {
  const row = (queen_name: string, eval_year: number, hive: string) =>
    tested(20, 'Pine', { queen_name, life_status: 'testing', eval_year, hive });
  await importRows(
    ...[row('Anna', 2023, '1'), row('Berta', 2022, '1')],
    ...[row('Cora', 2023, '2'), row('Dora', 2023, '2')],
    ...[row('Emma', 2024, '3'), row('Emma', 2023, '4')],
    ...[row('Fina', 2023, '5'), row('Fina', 2023, '6')],
  );
  const headNames = async () => {
    const queens = await all<{ id: string; queen_name: string }>(client, '/api/v1/queens');
    const names = new Map(queens.map(({ id, queen_name }) => [id, queen_name]));
    return Object.fromEntries(Object.entries(await heads()).map(([hive, queen]) => [hive, queen && names.get(queen)]));
  };
  expect(await headNames()).toEqual({ 1: 'Anna', 2: 'Dora', 3: 'Emma', 4: null, 5: null, 6: 'Fina' });
  // Another queen can follow in the season of the stored test, but not in an earlier season.
  await importRows(row('Gerda', 2023, '1'), row('Hanna', 2023, '3'));
  expect(await headNames()).toMatchObject({ 1: 'Gerda', 3: 'Emma' });
});
