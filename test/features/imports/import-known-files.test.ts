import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sharedService, type SharedService } from '../../support/service.js';
import { csv } from './files.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

interface Test {
  id: string;
  honey_yield_kg: number;
  gentleness: number | null;
}

const evaluations = () => all<Test>(client, '/api/queens/evaluations');
const honey = async () => (await evaluations()).map(({ honey_yield_kg }) => honey_yield_kg).sort();

const file = (first: number, second: number) =>
  csv([
    { queen_name: 'Anna', race: `race ${first}`, eval_year: 2020, honey_yield_kg: first },
    { queen_name: 'Berta', race: `race ${second}`, eval_year: 2020, honey_yield_kg: second },
  ]);

// Regression: the third file was not applied, because each of its rows was in an earlier file.
test('a file that combines rows of earlier files is applied; a second import of any of these files changes nothing', async () => {
  await importFile(client, '1.csv', file(1, 5));
  await importFile(client, '2.csv', file(2, 6));
  expect(await importFile(client, '3.csv', file(1, 6))).toMatchObject({ updated: { queens: 1, evaluations: 1 } });
  expect(await honey()).toEqual([1, 6]);
  const races = (await all<{ race: string }>(client, '/api/v1/queens')).map(({ race }) => race);
  expect(races.sort()).toEqual(['race 1', 'race 6']);
  await importFile(client, '2.csv', file(2, 5));
  for (const known of [file(1, 5), file(2, 6), file(1, 6)]) {
    expect(await importFile(client, 'known.csv', known)).toMatchObject({
      updated: { queens: 0, evaluations: 0 },
      unchanged: { queens: 2, evaluations: 2 },
    });
  }
  expect(await honey()).toEqual([2, 5]);
});

test('a known file is applied if a row no longer finds the same queen', async () => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', race: 'C' }]));
  const [anna] = await all<{ id: string }>(client, '/api/v1/queens');
  expect((await client.put(`/api/queens/f0/${anna!.id}`, { queen_name: 'Berta' })).status).toBe(200);
  expect(await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', race: 'C' }]))).toMatchObject({
    created: { queens: 1 },
  });
});

test('hive visits that were imported from several files become one evaluation if a later file contains all these visits', async () => {
  const visit = (day: string, gentleness: string, weight: string) =>
    `DE-44-1-3-2020;2022;${day}.05.2022;${gentleness};${weight}`;
  const cards = (...visits: string[]) => ['1A;JST;DATUM;SANFT;HONIG', ...visits].join('\n');
  const [may, june] = [visit('01', '2', '10'), visit('20', '4', '8,5')];
  await importFile(client, 'may.csv', cards(may));
  await importFile(client, 'june.csv', cards(june));
  expect(await importFile(client, 'both.csv', cards(may, june))).toMatchObject({
    format: 'stockkarten',
    updated: { evaluations: 1 },
  });
  expect(await evaluations()).toMatchObject([{ honey_yield_kg: 18.5, gentleness: 3 }]);
});

test('a file that repeats a known row more often is applied; a file that repeats the row less often changes nothing', async () => {
  const cards = (times: number) =>
    ['1A;JST;DATUM;HONIG', ...Array(times).fill('DE-44-1-3-2020;2022;01.05.2022;10')].join('\n');
  await importFile(client, 'a.csv', cards(2));
  expect(await honey()).toEqual([20]);
  await importFile(client, 'b.csv', cards(1));
  expect(await honey()).toEqual([20]);
  await importFile(client, 'c.csv', cards(3));
  expect(await honey()).toEqual([30]);
});

test('hive visits are refused only if their total honey yield exceeds the maximum of an evaluation', async () => {
  const cards = ['1A;JST;DATUM;HONIG', ...[150, 60].map((weight) => `DE-44-1-3-2020;2022;01.05.2022;${weight}`)];
  const { status, errors } = await importFile(client, 'cards.csv', cards.join('\n'));
  expect([status, errors]).toMatchObject([
    'failed',
    [
      {
        column: 'HONIG',
        message: 'is 210 kg in total: must be from 0 to 200',
        code: 'sum_too_large',
        params: { given: 210 },
      },
    ],
  ]);
  const most = [...cards.slice(0, 2), 'DE-44-1-3-2020;2022;01.05.2022;50'];
  expect(await importFile(client, 'cards.csv', most.join('\n'))).toMatchObject({ status: 'completed', errors: [] });
});

// Regression: a deleted evaluation, apiary and hive were counted as unchanged.
test('if a file is imported again, records that were deleted after the first import are not counted as unchanged', async () => {
  const rows = ['Anna', 'Berta'].map((queen_name) => ({
    queen_name,
    eval_year: 2020,
    apiary: 'Pine',
    hive: queen_name,
    honey_yield_kg: 1,
  }));
  await importFile(client, 'a.csv', csv(rows));
  const [first] = await evaluations();
  expect((await client.delete(`/api/queens/evaluations/${first!.id}`)).status).toBe(204);
  const [hive] = (await client.get('/api/hives')).body.data;
  expect((await client.delete(`/api/hives/${hive.id}`)).status).toBe(204);
  expect(await importFile(client, 'a.csv', csv(rows))).toMatchObject({
    created: { evaluations: 0, hives: 0 },
    unchanged: { queens: 2, evaluations: 1, apiaries: 1, hives: 1 },
  });
});

test('a second import of a file with breeding values does not prevent the undo of the first import', async () => {
  const file = csv([{ Zuchtbuchnummer: 'DE-1-2-3-2020', Honig: '101', Sanftmut: '99' }]);
  const first = await importFile(client, 'values.csv', file);
  const second = await importFile(client, 'values.csv', file);
  expect([first.created.breeding_values, second.created.breeding_values]).toEqual([2, 0]);
  expect((await client.post(`/api/v1/imports/${first.id}/undo`)).status).toBe(200);
  expect(await all(client, '/api/queens/f0')).toEqual([]);
});

// Regression: a run kept the fingerprint of values that were deleted together with a queen, so that an import of the
// remaining values created a second run.
test('breeding values without those of a deleted queen are recognized', async () => {
  const [kept, deleted] = ['DE-1-2-3-2020', 'DE-1-2-4-2020'] as const;
  const values = (...queens: string[]) =>
    csv(queens.map((number) => ({ Zuchtbuchnummer: number, Honig: '101', Sanftmut: '99' })));
  await importFile(client, 'values.csv', values(kept, deleted));
  const queens = await all<{ id: string; external_id: string }>(client, '/api/queens/f0');
  const { id } = queens.find((queen) => queen.external_id === deleted)!;
  expect((await client.delete(`/api/queens/${id}`)).status).toBe(204);
  const again = await importFile(client, 'values.csv', values(kept));
  expect([again.created.breeding_values, again.unchanged.breeding_values]).toEqual([0, 2]);
  expect(await all(client, '/api/ebv/runs')).toHaveLength(1);
  expect((await importFile(client, 'values.csv', values(kept, deleted))).created.breeding_values).toBe(4);
  expect((await importFile(client, 'values.csv', values(kept))).created.breeding_values).toBe(0);
});
