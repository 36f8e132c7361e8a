import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { TabularBees } from '../../blup/tabular.js';
import { all } from '../imports/uploads.js';
import { factories } from '../../support/factories.js';
import { startService, type TestResponse, type Client, type TestService } from '../../support/service.js';
import { toBeeQueens, type Row } from './test-pedigrees.js';
import { enterTwelve } from './twelve-queens.js';
import { runs } from '../../support/fuzz.js';

type Owner = Awaited<ReturnType<TestService['register']>>;
type Values = Record<string, { raw_value: number; normalized_value: number }>;
interface Mating {
  rank: number;
  queen_id: string;
  drone_mother_id: string;
  index: number | null;
  inbreeding: number;
  basis: 'daughter' | 'queen';
  daughter: { inbreeding: number; index: number | null; values: Values };
  queen: { inbreeding: number; index: number | null; values: Values };
}

let service: TestService;
let anna: Owner;
let id: Record<string, string>;
beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '0' });
  anna = await service.register();
  id = await enterTwelve(anna);
  // Q13 counts as unmated: she has no mate, daughters or evaluations.
  id.Q13 = (await anna.post('/api/queens/f0', { queen_name: 'Q13', mother_id: id.Q10 })).body.data.id;
});
afterAll(() => service.close());

const STATIONS = 'drone_producing_daughters';
const plan = (client: Client, body: object) => client.post('/api/v1/ebv/mating-plans', body);
const faults = ({ status, body }: TestResponse) => {
  expect(status).toBe(400);
  return Object.fromEntries(body.errors.map(({ path, message }: { path: string; message: string }) => [path, message]));
};
const some = (...names: string[]) => names.map((name) => id[name]!);

test.each([STATIONS, 'own_drones'])(
  'the predicted inbreeding equals that of the reference implementation `TabularBees`: %s',
  async (use) => {
    const body = { queen_ids: some('Q08', 'Q12', 'Q10', 'Q13'), drone_mother_ids: some('Q07', 'Q08', 'Q13'), use };
    const response = await plan(anna, body);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ run: null, use, excluded: [], weights: { honey: 1, swarming: 1 } });
    const matings = response.body.data as Mating[];
    // No queen is paired with herself.
    expect(matings).toHaveLength(10);
    const table = new TabularBees(toBeeQueens(await all<Row>(anna, '/api/v1/queens')));
    const relationship = (one: string, other: string) => {
      for (const name of [one, other])
        void (name.startsWith('W(') ? table.workers(name.slice(2, -1)) : table.queen(name));
      return table.get(one, other);
    };
    for (const mating of matings) {
      const { queen_id: x, drone_mother_id: y, daughter, queen } = mating;
      const sire = use === STATIONS ? `W(${y})` : y;
      expect(daughter).toEqual({
        inbreeding: expect.closeTo(relationship(`W(${x})`, sire) / 2, 10),
        index: null,
        values: {},
      });
      expect(queen).toEqual({ inbreeding: expect.closeTo(relationship(x, sire) / 2, 10), index: null, values: {} });
      expect(mating.basis).toBe(x === id.Q13 ? 'queen' : 'daughter');
      expect(mating.inbreeding).toBe(mating[mating.basis].inbreeding);
      // Rounded to 12 decimals, so that equal coefficients compare equal with each other and with `max_inbreeding`.
      expect(mating.inbreeding).toBe(Number(mating.inbreeding.toFixed(12)));
    }
    expect(matings.map(({ rank }) => rank)).toEqual(matings.map((_, place) => place + 1));
    const inOrder = matings.map(({ inbreeding }) => inbreeding);
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));

    const { body: graph } = await anna.graphql(
      `query ($input: MatingPlanInput!) { planMatings(input: $input) { run { id } use weights { honey }
      matings { rank queen { id name } droneMother { id } index inbreeding basis
        daughter { inbreeding } herself { inbreeding values { trait raw } } } excluded { queenId } } }`,
      { input: { queenIds: body.queen_ids, droneMotherIds: body.drone_mother_ids, use } },
    );
    expect(graph.data.planMatings.matings).toEqual(
      matings.map(({ rank, queen_id, drone_mother_id, index, inbreeding, basis, daughter, queen }) => ({
        rank,
        queen: { id: queen_id, name: expect.stringMatching(/^Q/) },
        droneMother: { id: drone_mother_id },
        index,
        inbreeding,
        basis,
        daughter: { inbreeding: daughter.inbreeding },
        herself: { inbreeding: queen.inbreeding, values: [] },
      })),
    );
  },
);

test('offspring that are entered later have the predicted inbreeding', async () => {
  const names = ['Q04', 'Q06', 'Q08', 'Q09', 'Q10', 'Q11', 'Q12'];
  let count = 0;
  const enter = async (body: object) =>
    (await anna.post('/api/queens/f0', { queen_name: `New ${++count}`, ...body })).body.data;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.constantFrom(...names),
      fc.constantFrom(STATIONS, 'own_drones'),
      async (x, y, use) => {
        fc.pre(x !== y);
        const { body } = await plan(anna, { queen_ids: some(x), drone_mother_ids: some(y), use });
        // The mating has no year, so it shares its drone-producing queens with no other mating.
        const drones =
          use === STATIONS ? { mating_type: 'land_station', drone_producers: 99 } : { mating_type: 'single_queen' };
        const mated = await enter({ mother_id: id[x], mated_to_id: id[y], ...drones });
        const { inbreeding } = await enter({ mother_id: mated.id });
        expect(inbreeding).toBeCloseTo((body.data[0] as Mating).daughter.inbreeding, 10);
      },
    ),
    { numRuns: runs(8) },
  );
});

// Regression: a repeated blank or a no-break space in the name of a station made it another station.
test('matings at one station share drone-producing queens even if blanks or case in the name of the station differ', async () => {
  const owner = await service.register();
  const enter = async (body: object): Promise<string> => (await owner.post('/api/queens/f0', body)).body.data.id;
  const sire = await enter({ queen_name: 'Sire' });
  const dams: string[] = [];
  for (const [n, mating_station] of ['Insel Nord', 'insel  Nord', 'Insel\u00a0Nord', 'Insel Süd'].entries()) {
    const mating = {
      mated_to_id: sire,
      mating_type: 'island_station',
      mated_at: '2020',
      drone_producers: 1,
      drones: 1,
    };
    // The year of the mating counts, not the year of birth.
    const dam = { queen_name: `Dam ${n}`, birth_date: String(2016 + n) };
    dams.push(await enter({ ...dam, ...mating, mating_station }));
  }
  const { body } = await plan(owner, { queen_ids: dams.slice(0, 1), drone_mother_ids: dams.slice(1), use: STATIONS });
  const inbreeding = new Map((body.data as Mating[]).map((each) => [each.drone_mother_id, each.daughter.inbreeding]));
  const [repeated, noBreak, other] = dams.slice(1).map((dam) => inbreeding.get(dam)!);
  // One drone-producing queen is the paternal grandmother of the workers of both dams: ½ · ¼ · A_SS, with A_SS = 1.
  expect([repeated, noBreak]).toEqual([0.125, 0.125]);
  expect(other).toBeLessThan(0.1);
});

test('a plan is for the daughters of a queen if something shows that she is mated, and otherwise for herself', async () => {
  const owner = await service.register();
  const enter = async (queen_name: string, body: object = {}): Promise<string> =>
    (await owner.post('/api/queens/f0', { queen_name, ...body })).body.data.id;
  const drones = await enter('Drones');
  const queens = {
    unmated: await enter('Unmated'),
    mated: await enter('Mated', { mated_to_id: drones }),
    typed: await enter('Typed', { mating_type: 'island_station' }),
    dated: await enter('Dated', { mated_at: '2023' }),
    mother: await enter('Mother'),
    tested: await enter('Tested'),
  };
  await enter('Daughter', { mother_id: queens.mother });
  await owner.post('/api/queens/evaluations', { queen_id: queens.tested, eval_year: 2023, gentleness: 3 });
  const request = { queen_ids: Object.values(queens), drone_mother_ids: [drones], use: STATIONS };
  const { body } = await plan(owner, request);
  const basisOf = new Map((body.data as Mating[]).map(({ queen_id, basis }) => [queen_id, basis]));
  expect(Object.entries(queens).map(([word, queen]) => [word, basisOf.get(queen)])).toEqual([
    ['unmated', 'queen'],
    ...['mated', 'typed', 'dated', 'mother', 'tested'].map((word) => [word, 'daughter']),
  ]);
});

// Regression: a queen deleted between two statements of a plan caused an internal error.
test('a plan for a queen that is deleted at the same time succeeds, or reports that she does not exist', async () => {
  for (let round = 0; round < 25; round++) {
    const { body } = await anna.post('/api/queens/f0', { queen_name: `Short ${round}`, mother_id: id.Q08 });
    const queen = body.data.id as string;
    const requests = [0, 1, 2, 3, 4].map(() =>
      plan(anna, { queen_ids: [id.Q09!, queen], drone_mother_ids: some('Q10'), use: STATIONS }),
    );
    const deletion = await anna.delete(`/api/queens/f0/${queen}`);
    expect(deletion.status).toBe(204);
    for (const response of await Promise.all(requests)) {
      if (response.status === 200) expect(response.body.data).toHaveLength(2);
      else expect(faults(response)).toEqual({ 'queen_ids.1': `"${queen}" is not the id of a queen` });
    }
  }
});

test('the response to an invalid request for a plan reports each error with its path', async () => {
  const bert = await service.register();
  const theirs = (await bert.post('/api/queens/f0', { queen_name: 'Other' })).body.data.id as string;
  const response = await plan(anna, {
    queen_ids: [id.Q08, id.Q09, theirs, id.Q08!.toUpperCase(), 'x'.repeat(61)],
    drone_mother_ids: [],
    use: 'drones',
    max_inbreeding: 1.5,
    weights: { honey: 'much' },
    colour: 1,
  });
  expect(faults(response)).toEqual({
    drone_mother_ids: 'must be a list of 1 to 100 ids of queens, each once, not []',
    use: 'must be one of drone_producing_daughters, own_drones, not "drones"',
    max_inbreeding: expect.stringMatching(/^must be a number from 0 to 1/),
    'weights.honey': 'must be a number from -1000 to 1000, not "much"',
    colour: expect.stringMatching(/^is unknown/),
    'queen_ids.2': `"${theirs}" is not the id of a queen`,
    'queen_ids.3': 'is a duplicate of the id with index 0, counted from 0',
    'queen_ids.4': `"${'x'.repeat(60)}" is not the id of a queen`,
  });
  expect(faults(await plan(anna, {}))).toEqual({
    queen_ids: 'is required',
    drone_mother_ids: 'is required',
    use: 'is required',
  });
  const alone = { queen_ids: [id.Q08], drone_mother_ids: [id.Q08], use: STATIONS };
  expect(faults(await plan(anna, alone))).toEqual({ 'drone_mother_ids.0': 'must not be the queen to be mated' });
  const many = Array.from({ length: 51 }, (_, index) => `0190a6f0-0000-7000-8000-0000000000${10 + index}`);
  expect(faults(await plan(anna, { queen_ids: many, drone_mother_ids: many, use: STATIONS }))).toMatchObject({
    queen_ids: expect.stringMatching(/^form 2601 pairs/),
    'queen_ids.50': expect.stringMatching(/is not the id of a queen/),
  });
  // The largest plan has 2500 pairs, and the longest list 100 ids. So many ids are reported only because they are unknown.
  const most = await plan(anna, { queen_ids: many.slice(1), drone_mother_ids: many.slice(1), use: STATIONS });
  expect(faults(most)).not.toHaveProperty('queen_ids');
  const ids = Array.from({ length: 101 }, (_, index) => `0190a6f0-0000-7000-8000-000000000${100 + index}`);
  const longest = await plan(anna, { ...alone, queen_ids: ids.slice(1) });
  expect(faults(longest)).not.toHaveProperty('queen_ids');
  expect(faults(await plan(anna, { ...alone, queen_ids: ids }))).toEqual({
    queen_ids: expect.stringMatching(/^must be a list of 1 to 100/),
  });
  const { body } = await anna.graphql('query ($input: MatingPlanInput!) { planMatings(input: $input) { use } }', {
    input: { queenIds: [theirs], droneMotherIds: some('Q08'), use: 'own_drones', weights: { honey: 0 } },
  });
  expect(body.errors[0].extensions.errors.map(({ path }: { path: string }) => path)).toEqual([
    'input.queenIds.0',
    'input.weights',
  ]);
});

/** Returns functions for raw and normalized values of the newest run. */
async function valuesOf(client: Client) {
  interface Value {
    queen_id: string;
    trait: string;
    entity_type: string;
    raw_value: number;
    normalized_value: number;
  }
  const rows = await all<Value>(client, '/api/v1/ebv/latest');
  const find = (trait: string, queen: string, kind: string) =>
    rows.find((row) => row.trait === trait && row.queen_id === queen && row.entity_type === kind)?.raw_value;
  /** Normalization is linear, so two values determine it. */
  const normalized = (trait: string, raw: number) => {
    const of = rows.filter((row) => row.trait === trait).sort((a, b) => a.raw_value - b.raw_value);
    const [low, high] = [of[0]!, of.at(-1)!];
    const slope = (high.normalized_value - low.normalized_value) / (high.raw_value - low.raw_value);
    return low.normalized_value + slope * (raw - low.raw_value);
  };
  return { find, normalized };
}

test('a plan predicts values and index from the values of the parents in the newest run that Queenbook computed', async () => {
  const anna = await service.register();
  const id = await enterTwelve(anna);
  const some = (...names: string[]) => names.map((name) => id[name]!);
  for (const [place, name] of ['Q04', 'Q05', 'Q06', 'Q07', 'Q08', 'Q09', 'Q10', 'Q11', 'Q12'].entries()) {
    await anna.put(`/api/queens/f0/${id[name]}`, {
      birth_date: String(2016 + (place > 2 ? 3 : 0) + (place > 5 ? 3 : 0)),
    });
    const test = { eval_year: 2023, honey_yield_kg: 20 + ((place * 7) % 11), gentleness: 2 + (place % 4) / 2 };
    expect((await anna.post('/api/queens/evaluations', { queen_id: id[name], ...test })).status).toBe(201);
  }
  id.Young = (await anna.post('/api/queens/f0', { queen_name: 'Young', mother_id: id.Q12 })).body.data.id;
  const started = await anna.post('/api/v1/ebv/runs', { traits: ['honey', 'gentleness'], base_years: 20 });
  expect(started.status).toBe(202);
  for (;;) {
    const { body } = await anna.get(`/api/v1/ebv/runs/${started.body.data.id}`);
    if (body.data.status === 'completed') break;
    if (body.data.status === 'failed') throw new Error(body.data.error);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { find, normalized } = await valuesOf(anna);
  // Queen Young mates after the run, so the run has no value of her workers.
  expect(find('honey', id.Young!, 'worker')).toBeUndefined();
  await anna.put(`/api/queens/f0/${id.Young}`, { mated_to_id: id.Q11 });
  // Queen Late has no value in the run. Her expected value depends on her parents. The expected value of her daughters
  // depends on her value and on unknown drones.
  id.Late = (await anna.post('/api/queens/f0', { queen_name: 'Late', mother_id: id.Q12 })).body.data.id;
  // Queen Orphan has no value either. Only her sire is known, so half of her expected value is that of his daughters.
  id.Orphan = (await anna.post('/api/queens/f0', { queen_name: 'Orphan', father_id: id.Q09 })).body.data.id;
  // A newer imported run must be ignored, even if it has values of queens without values in the computed run.
  const make = factories(service.services.orm.database.kysely);
  const imported = await make.run(anna.account.id, { source: 'import', computed_at: '2999-01-01T00:00:00Z' });
  for (const queen of [id.Q12!, id.Orphan!])
    for (const entity_type of ['queen', 'worker'])
      await make.breedingValue(anna.account.id, imported, queen, { entity_type });

  const weights = { honey: 2, gentleness: -1, vigor: 5 };
  const request = {
    queen_ids: some('Q10', 'Q12', 'Young', 'Late', 'Orphan'),
    drone_mother_ids: some('Q07', 'Q08'),
    weights,
  };
  for (const use of [STATIONS, 'own_drones']) {
    const { body, status } = await plan(anna, { ...request, use });
    expect(status).toBe(200);
    expect(body.run).toMatchObject({ id: started.body.data.id, source: 'computed' });
    expect(body.weights).toMatchObject({ ...weights, wintering: 0 });
    const matings = body.data as Mating[];
    expect(matings).toHaveLength(10);
    for (const { queen_id: x, drone_mother_id: y, index, basis, daughter, queen } of matings) {
      for (const [kind, predicted] of [
        ['worker', daughter],
        ['queen', queen],
      ] as const) {
        const points: Record<string, number> = {};
        for (const trait of ['honey', 'gentleness']) {
          const expectations: Record<string, number> = {
            [id.Late!]: find(trait, id.Q12!, 'worker')!,
            [id.Orphan!]: find(trait, id.Q09!, 'worker')! / 2,
          };
          const own = expectations[x] ?? find(trait, x, 'queen')!;
          const ofMates = x === id.Young ? find(trait, id.Q11!, 'worker')! : 0;
          const value = kind === 'queen' ? own : (find(trait, x, 'worker') ?? (own + ofMates) / 2);
          const raw = (value + find(trait, y, use === STATIONS ? 'worker' : 'queen')!) / 2;
          points[trait] = normalized(trait, raw);
          expect(predicted.values[trait]).toEqual({
            raw_value: expect.closeTo(raw, 9),
            normalized_value: expect.closeTo(points[trait]!, 7),
          });
        }
        expect(predicted.index).toBeCloseTo(100 + (2 * (points.honey! - 100) - (points.gentleness! - 100)) / 3, 7);
      }
      expect(basis).toBe(x === id.Late || x === id.Orphan ? 'queen' : 'daughter');
      expect(index).toBe((basis === 'queen' ? queen : daughter).index);
    }
    const indexes = matings.map(({ index }) => index!);
    expect(indexes).toEqual([...indexes].sort((a, b) => b - a));

    const ceiling = matings.map(({ inbreeding }) => inbreeding).sort((a, b) => a - b)[3]!;
    const under = (await plan(anna, { ...request, use, max_inbreeding: ceiling })).body;
    const belowLimit = matings.filter(({ inbreeding }) => inbreeding <= ceiling);
    expect(under.data).toEqual(belowLimit.map((mating, place) => ({ ...mating, rank: place + 1 })));
    const pair = ({ queen_id, drone_mother_id, inbreeding, basis }: Mating) => ({
      queen_id,
      drone_mother_id,
      inbreeding,
      basis,
    });
    const left = matings.filter(({ inbreeding }) => inbreeding > ceiling).map(pair);
    expect(under.excluded).toEqual(expect.arrayContaining(left));
    const excluded = (under.excluded as Mating[]).map(({ inbreeding }) => inbreeding);
    expect(excluded).toHaveLength(left.length);
    expect(excluded).toEqual([...excluded].sort((a, b) => a - b));
  }
  await anna.put('/api/v1/ebv/index-weights', { weights: { gentleness: 1 } });
  const { body } = await plan(anna, { ...request, weights: undefined, use: STATIONS });
  expect(body.weights).toMatchObject({ honey: 0, gentleness: 1 });
  expect(body.data[0].index).toBeCloseTo(body.data[0][body.data[0].basis].values.gentleness.normalized_value, 9);
});

// Regression: with such a scale from an edited export, every plan failed with an internal error.
test.each([
  ['standard deviation 0', { sd: 0 }],
  ['negative standard deviation', { sd: -1 }],
  ['standard deviation that is too small', { sd: 1e-308 }],
  ['mean that is too large', { mean: 1.7e308 }],
  ['standard deviation as text', { sd: '0' }],
  ['missing mean', { mean: null }],
])('a plan ignores a trait whose stored scale has a %s', async (_, wrong) => {
  const owner = await service.register();
  const make = factories(service.services.orm.database.kysely);
  const [queen, droneMother] = await make.queens(owner.account.id, [{ name: 'Queen' }, { name: 'Drone mother' }]);
  const scale = { fromYear: 2018, toYear: 2022, queens: 2, mean: 1, sd: 0.5 };
  const run = await make.run(owner.account.id, {
    traits: '{honey,gentleness}',
    computed_at: '2024-01-01T00:00:00Z',
    report: JSON.stringify({ traits: { honey: { scale: { ...scale, ...wrong } }, gentleness: { scale } } }),
  });
  for (const trait of ['honey', 'gentleness'])
    for (const id of [queen!, droneMother!])
      for (const entity_type of ['queen', 'worker'])
        await make.breedingValue(owner.account.id, run, id, { trait, entity_type, raw: 2 });
  const response = await plan(owner, { queen_ids: [queen], drone_mother_ids: [droneMother], use: STATIONS });
  expect(response.status).toBe(200);
  expect(response.body.data[0].queen.values).toEqual({ gentleness: { raw_value: 2, normalized_value: 120 } });
});

test('a plan contains no names of queens if the key may not read queens', async () => {
  const request = { queen_ids: some('Q10'), drone_mother_ids: some('Q07'), use: STATIONS };
  const { key } = await makeKey(anna, { permissions: { blup: 'read' } });
  const [limited, full] = [await plan(clientWithKey(service, key), request), await plan(anna, request)];
  const [{ queen_name, drone_mother_name, ...rest }] = full.body.data;
  expect([queen_name, drone_mother_name]).toEqual(['Q10', 'Q07']);
  expect(limited.status).toBe(200);
  expect(limited.body).toEqual({ ...full.body, data: [rest] });
});
