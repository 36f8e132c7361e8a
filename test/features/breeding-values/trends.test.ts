import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { all } from '../imports/uploads.js';
import { factories } from '../../support/factories.js';
import { sharedService, type SharedService } from '../../support/service.js';

const PATH = '/api/v1/ebv/trends';

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

interface Year {
  birth_year: number | null;
  queens: number;
  index: number | null;
  traits: Record<string, { n: number; mean: number | null }>;
  inbreeding?: { queens: number; inbred: number; mean: number };
}

/** Inserts queens of three birth years and of an unknown year. Some queens lack values. */
async function insertQueens() {
  const make = factories(service.services.orm.database.kysely);
  const { id } = client.account;
  const sire = await make.queen(id, { name: 'Sire', external_id: 'S', birth_date: '2018' });
  const dam = await make.queen(id, { name: 'Dam', external_id: 'D', birth_date: '2018', mated_to_id: sire });
  const family = { mother_id: dam, father_id: sire };
  const ids = await make.queens(id, [
    ...[0, 1, 2].map((n) => ({ name: `A${n}`, external_id: `A${n}`, birth_date: '2020', ...family })),
    ...[0, 1].map((n) => ({ name: `B${n}`, external_id: `B${n}`, birth_date: '2022-05-01', ...family })),
    { name: 'Undated', external_id: 'U' },
  ]);
  // The queen "Half" and her dam mate with daughters of the same queen, so the daughter of "Half" is inbred.
  const half = await make.queen(id, {
    name: 'Half',
    external_id: 'H',
    birth_date: '2020',
    mated_to_id: sire,
    ...family,
  });
  const inbred = { name: 'Inbred', external_id: 'I', birth_date: '2022', mother_id: half, father_id: sire };
  await make.queen(id, inbred);
  const run = await make.run(id, { traits: '{honey,non_swarming}' });
  for (const [n, queen] of ids.entries()) {
    for (const entity_type of ['queen', 'worker']) {
      const more = entity_type === 'worker' ? 1 : 0;
      await make.breedingValue(id, run, queen, { entity_type, normalized: 95 + n * 2 + more });
      if (n % 3 === 2) continue;
      await make.breedingValue(id, run, queen, { entity_type, trait: 'non_swarming', normalized: 110 - n });
    }
  }
  return { run, dam };
}

interface Value {
  queen_id: string;
  trait: string;
  normalized_value: number;
}

const mean = (values: number[]) => (values.length ? values.reduce((sum, each) => sum + each, 0) / values.length : null);

/** Computes the expected trends from the queens and values that the service lists. */
async function expected(weights: Record<string, number>, entity: string) {
  const queens = await all<{ id: string; birth_date: string | null; inbreeding: number }>(client, '/api/v1/queens');
  const values = await all<Value>(client, `/api/ebv/latest?entity_type=${entity}`);
  const yearOf = ({ birth_date }: { birth_date: string | null }) =>
    birth_date ? Number(birth_date.slice(0, 4)) : null;
  const years = [...new Set(queens.map(yearOf))].sort((a, b) => (a ?? 9999) - (b ?? 9999));
  const size = Object.values(weights).reduce((sum, weight) => sum + Math.abs(weight), 0);
  return years.map((year) => {
    const born = queens.filter((queen) => yearOf(queen) === year);
    const of = (trait: string) =>
      values.filter((value) => value.trait === trait && born.some(({ id }) => id === value.queen_id));
    const indices = born.flatMap(({ id }) => {
      const values = Object.keys(weights).map((trait) => of(trait).find(({ queen_id }) => queen_id === id));
      if (values.includes(undefined)) return [];
      return [
        100 + values.reduce((sum, value) => sum + (weights[value!.trait]! * (value!.normalized_value - 100)) / size, 0),
      ];
    });
    const trait = (name: string) => ({
      n: of(name).length,
      mean: mean(of(name).map(({ normalized_value }) => normalized_value)),
    });
    const valued = new Set([...of('honey'), ...of('swarming')].map(({ queen_id }) => queen_id));
    return {
      birth_year: year,
      queens: valued.size,
      index: mean(indices),
      traits: { honey: trait('honey'), swarming: trait('swarming') },
      inbreeding: {
        queens: born.length,
        inbred: born.filter(({ inbreeding }) => inbreeding > 0).length,
        mean: mean(born.map(({ inbreeding }) => inbreeding)),
      },
    };
  });
}

const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'number' ? Math.round(each * 1e9) / 1e9 : each));

test.each([
  ['', { honey: 1, swarming: 1 }, 'queen'],
  ['?weights=honey:3,swarming:-1', { honey: 3, swarming: -1 }, 'queen'],
  ['?entity_type=worker&weights=honey:1', { honey: 1 }, 'worker'],
])('means by birth year equal the means of the listed values and coefficients: %s', async (query, weights, entity) => {
  const { run } = await insertQueens();
  const { body } = await client.get(PATH + query);
  expect(body.run.id).toBe(run);
  const expectedYears = await expected(weights, entity);
  expect(expectedYears[2]!.inbreeding).toMatchObject({ queens: 3, inbred: 1, mean: expect.closeTo(0.0417, 1) });
  expect(expectedYears.map(({ birth_year }) => birth_year)).toEqual([2018, 2020, 2022, null]);
  expect(rounded(body.data)).toEqual(rounded(expectedYears));
  expect((body.data as Year[])[0]).toMatchObject({ queens: 0, index: null, traits: { honey: { n: 0, mean: null } } });
});

test('trends contain birth years with their inbreeding even without a run', async () => {
  expect((await client.get(PATH)).body).toMatchObject({ run: null, data: [] });
  await client.post('/api/queens/f0', { queen_name: 'Mona', birth_date: '2021-05-01' });
  const { body } = await client.get(PATH);
  const inbreeding = { queens: 1, inbred: 0, mean: 0 };
  expect(body.data).toEqual([{ birth_year: 2021, queens: 0, index: null, traits: {}, inbreeding }]);
});

// Regression: after a write, concurrent requests each loaded all queens in a separate thread.
test('trends that are requested during writes include every completed write', async () => {
  await insertQueens();
  const before = (await client.get(PATH)).body.data as Year[];
  const of2022 = (years: Year[]) => years.find(({ birth_year }) => birth_year === 2022)!.inbreeding!.queens;
  const pending: Promise<[number, number]>[] = [];
  for (let more = 1; more <= 12; more++) {
    await client.post('/api/queens/f0', { queen_name: `More ${more}`, birth_date: '2022' });
    pending.push(client.get(PATH).then(({ body }) => [more, of2022(body.data)]));
  }
  for (const [more, queens] of await Promise.all(pending)) {
    expect(queens).toBeGreaterThanOrEqual(of2022(before) + more);
    expect(queens).toBeLessThanOrEqual(of2022(before) + 12);
  }
  expect(of2022((await client.get(PATH)).body.data)).toBe(of2022(before) + 12);
});

test('without permission to read queens, trends omit inbreeding and years without values, and GraphQL reports the reason', async () => {
  await insertQueens();
  const { key } = await makeKey(client, { permissions: { blup: 'read' } });
  const limited = clientWithKey(service, key);
  const { body } = await client.get(PATH);
  const valued = (body.data as Year[]).filter(({ queens }) => queens > 0);
  expect(valued.map(({ birth_year }) => birth_year)).toEqual([2020, 2022, null]);
  const without = valued.map((year) => ({ ...year, inbreeding: undefined }));
  expect((await limited.get(PATH)).body.data).toEqual(JSON.parse(JSON.stringify(without)));
  const response = await limited.graphql('{ ebvTrends { years { year inbreeding { mean } } } }');
  expect(response.body.data.ebvTrends.years[0]).toEqual({ year: 2020, inbreeding: null });
  expect(response.body.errors[0]).toMatchObject({
    path: ['ebvTrends', 'years', 0, 'inbreeding'],
    extensions: { code: 'insufficient_permission', required: { resource: 'queens', level: 'read' } },
  });
});

test('without permission to read queens and without a run, the list of trends is empty', async () => {
  await client.post('/api/queens/f0', { queen_name: 'Mona', birth_date: '2021-05-01' });
  const { key } = await makeKey(client, { permissions: { blup: 'read' } });
  expect((await clientWithKey(service, key).get(PATH)).body).toMatchObject({ run: null, data: [] });
});

test('invalid weights in a request for trends are reported', async () => {
  const { status, body } = await client.get(`${PATH}?weights=honey:0`);
  expect([status, body.errors]).toMatchObject([
    400,
    [{ path: 'weights', message: expect.stringMatching(/at least one trait/) }],
  ]);
});
