import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { faults, sharedService, type SharedService } from '../../support/service.js';
import { factories } from '../../support/factories.js';
import { all, importFile } from '../imports/uploads.js';
import { enterTwelve } from './twelve-queens.js';

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

interface Prediction {
  seasons: number;
  hidden_tests: number;
  focal_queens: number;
  bias_in_sd: number;
  dispersion: number;
  consistency: number;
  tested_queens: number;
  predictive_ability: number;
  points: [expected: number, observed: number][];
}

interface Run {
  id: string;
  status: string;
  error: string | null;
  progress: number;
  fingerprint: string | null;
  traits: string[];
  parameters: Record<string, Record<string, number>>;
  report: {
    queens: number;
    inbred: number;
    mean_inbreeding: number;
    traits: Record<string, { records: number; reliability?: string; refused?: string; prediction?: Prediction }>;
  };
}

const sample = (name: string) => readFile(new URL(`../../../src/demo/${name}`, import.meta.url));

const sumOf = (pieces: Record<string, number>) => Object.values(pieces).reduce((sum, piece) => sum + piece);

async function waitForEnd(id: string): Promise<Run> {
  for (;;) {
    const { body } = await client.get(`/api/ebv/runs/${id}`);
    if (!['queued', 'running'].includes(body.data.status)) return body.data;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function run(body: object = {}): Promise<Run> {
  const response = await client.post('/api/v1/ebv/runs', body);
  expect([response.status, response.body]).toEqual([202, expect.anything()]);
  expect(response.headers.get('Location')).toBe(`/api/v1/ebv/runs/${response.body.data.id}`);
  return waitForEnd(response.body.data.id);
}

/** Checks the prediction of a run. The file was simulated with the published variances, so the dispersion is near 1. */
async function expectPrediction({ id, report }: Run): Promise<void> {
  const { prediction } = report.traits.honey!;
  expect(prediction).toMatchObject({ seasons: 2 });
  const { hidden_tests, focal_queens, tested_queens, points } = prediction!;
  expect(Math.min(hidden_tests, tested_queens, focal_queens - tested_queens)).toBeGreaterThan(50);
  const { rows } = await sql<{ tests: number }>`
    select count(*)::integer as tests from evaluation e
    where account_id = ${client.account.id} and honey is not null and year > (
      select max(year) - 2 from evaluation where account_id = e.account_id and honey is not null)`.execute(
    service.services.orm.database.kysely,
  );
  expect(hidden_tests).toBe(rows[0]!.tests);
  expect(points).toHaveLength(100);
  expect(Math.abs(prediction!.bias_in_sd)).toBeLessThan(0.5);
  expect(Math.abs(prediction!.dispersion - 1)).toBeLessThan(0.4);
  expect(prediction!.consistency).toBeGreaterThan(0.5);
  expect(prediction!.predictive_ability).toBeGreaterThan(0.1);
  const document = `query ($id: ID!) { ebvRun(id: $id) { validationSeasons traitReports { trait prediction {
    seasons hiddenTests focalQueens biasInSd dispersion consistency testedQueens predictiveAbility
    points { expected observed } } } } }`;
  const { ebvRun } = (await client.graphql(document, { id })).body.data;
  expect(ebvRun).toMatchObject({
    validationSeasons: 2,
    traitReports: expect.arrayContaining([
      {
        trait: 'honey',
        prediction: {
          ...{ seasons: 2, hiddenTests: hidden_tests, focalQueens: focal_queens, testedQueens: tested_queens },
          ...{ biasInSd: prediction!.bias_in_sd, dispersion: prediction!.dispersion },
          ...{ consistency: prediction!.consistency, predictiveAbility: prediction!.predictive_ability },
          points: points.map(([expected, observed]) => ({ expected, observed })),
        },
      },
    ]),
  });
}

test('a run of the sample file has breeding values, reliabilities and contributions for each requested trait', async () => {
  await importFile(client, 'datenimport.csv', await sample('datenimport-2005-2024.csv'));
  const created = await run({ traits: ['honey', 'gentleness'] });
  expect(created).toMatchObject({ status: 'completed', error: null, progress: 1, traits: ['honey', 'gentleness'] });
  expect(created.report.traits.honey).toMatchObject({ reliability: 'exact' });
  await expectPrediction(created);
  const { body } = await client.get('/api/ebv/latest?trait=honey&entity_type=queen&limit=5');
  expect(body.run.id).toBe(created.id);
  expect(body.page.total).toBe(created.report.queens);
  const [best] = body.data;
  expect(best.normalized_value).toBeGreaterThan(110);
  expect(best.reliability_r2).toBeGreaterThan(0);
  expect(best.reliability_r2).toBeLessThanOrEqual(1);
  // A queen value is the sum of its contributions. Worker values have no contributions.
  const { body: valuesOfBest } = await client.get(`/api/v1/ebv/queens/${best.queen_id}`);
  expect(valuesOfBest.data).toHaveLength(4);
  for (const { entity_type, normalized_value, pieces } of valuesOfBest.data) {
    if (entity_type === 'worker') expect(pieces).toBeNull();
    else expect(sumOf(pieces)).toBeCloseTo(normalized_value, 6);
  }
  const query = `{ latestEbv(first: 100, entityType: queen) { nodes {
    normalized pieces { parentAverage family ownTest offspring } } } }`;
  for (const { normalized, pieces } of (await client.graphql(query)).body.data.latestEbv.nodes) {
    expect(sumOf(pieces)).toBeCloseTo(normalized, 6);
  }
  // A second run on the same data has the same values.
  const again = await run({ traits: ['honey', 'gentleness'] });
  const values = (id: string) =>
    service.services.orm.database.kysely
      .selectFrom('breeding_value' as never)
      .select(['queen_id', 'trait', 'entity_type', 'raw', 'reliability'] as never)
      .where('run_id' as never, '=', id as never)
      .orderBy('queen_id' as never)
      .orderBy('trait' as never)
      .orderBy('entity_type' as never)
      .execute();
  expect(await values(again.id)).toEqual(await values(created.id));
  // Regression: the response did not contain the fingerprint.
  expect(created.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(again.fingerprint).toBe(created.fingerprint);
  const [{ id }] = (await client.get('/api/queens/evaluations?limit=1')).body.data;
  expect((await client.put(`/api/queens/evaluations/${id}`, { honey_yield_kg: 199 })).status).toBe(200);
  expect((await run({ traits: ['honey', 'gentleness'] })).fingerprint).not.toBe(created.fingerprint);
});

describe('run', () => {
  test('returns its parameters with REST names in REST, and with GraphQL names in GraphQL', async () => {
    const parameters = { swarming: { worker: 0.2, queen: 0.1, covariance: -0.05, residual: 0.3 } };
    const queens = Array.from({ length: 6 }, (_, index) => ({
      queen_name: `Q${index}`,
      generation: 'F0',
      birth_date: '2022',
    }));
    const created = await client.post('/api/queens/bulk', queens);
    const tests = created.body.data.map(({ id }: { id: string }, index: number) => ({
      queen_id: id,
      eval_year: 2023,
      swarming: 1 + (index % 4),
    }));
    expect((await client.post('/api/queens/evaluations/bulk', tests)).status).toBe(201);
    const done = await run({ traits: ['swarming'], parameters, base_years: 1 });
    expect(done).toMatchObject({ status: 'completed', parameters, traits: ['swarming'] });
    const latest = await all<{ trait: string; entity_type: string }>(client, '/api/ebv/latest?trait=swarming');
    expect(latest.filter(({ entity_type }) => entity_type === 'queen')).toHaveLength(6);
    expect(done).toMatchObject({ base_years: 1, drone_groups: 'by_year', validation_seasons: 2 });
    // With a single season, no older tests remain for a prediction.
    expect(done.report.traits.swarming).not.toHaveProperty('prediction');
    const unchecked = await run({ traits: ['swarming'], parameters, base_years: 1, validation_seasons: 0 });
    expect(unchecked).toMatchObject({ status: 'completed', validation_seasons: 0 });
    expect((await client.delete(`/api/ebv/runs/${unchecked.id}`)).status).toBe(204);
    const { body } = await client.graphql('{ ebvRuns { nodes { status parameters method baseYears droneGroups } } }');
    expect(body.data.ebvRuns.nodes).toEqual([
      {
        ...{ status: 'completed', method: 'honey_bee', baseYears: 1, droneGroups: 'BY_YEAR' },
        parameters: { nonSwarming: parameters.swarming },
      },
    ]);
  });

  // Regression: the variance 0 of the queen effect was rejected.
  test('with the method `animal` accepts variances that an earlier run with this method estimated', async () => {
    const queens = Array.from({ length: 12 }, (_, index) => ({ queen_name: `Q${index}`, generation: 'F0' }));
    const created = await client.post(
      '/api/queens/bulk',
      queens.map((queen) => ({ ...queen, birth_date: '2022' })),
    );
    const tests = created.body.data.flatMap(({ id }: { id: string }, index: number) =>
      [2023, 2024].map((eval_year) => ({ queen_id: id, eval_year, honey_yield_kg: 20 + 3 * index + (eval_year % 7) })),
    );
    expect((await client.post('/api/queens/evaluations/bulk', tests)).status).toBe(201);
    const estimated = await run({ traits: ['honey'], method: 'animal', parameters: 'estimate' });
    expect(estimated.parameters.honey).toMatchObject({ queen: 0, covariance: 0 });
    const { parameters } = estimated;
    const repeated = await run({ traits: ['honey'], method: 'animal', parameters });
    expect(repeated).toMatchObject({ status: 'completed', parameters });
    const rejected = await client.post('/api/v1/ebv/runs', { traits: ['honey'], parameters });
    expect([rejected.status, rejected.body.errors]).toMatchObject([
      400,
      [{ path: 'parameters', message: expect.stringContaining('the method "animal"') }],
    ]);
  });

  // Regression: every run of the account failed if two queens were each mated with daughters of the other. Earlier
  // versions accepted such matings.
  test('treats impossible matings as unknown and reports them', async () => {
    const created = await client.post(
      '/api/queens/bulk',
      ['Ann', 'Bea', 'Cleo', 'Dina'].map((queen_name) => ({ queen_name, generation: 'F0', birth_date: '2022' })),
    );
    const [ann, bea, ...others] = created.body.data.map(({ id }: { id: string }) => id);
    for (const [queen, mate] of [
      [ann, bea],
      [bea, ann],
    ]) {
      await sql`update queen set mated_to_id = ${mate} where id = ${queen}`.execute(
        service.services.orm.database.kysely,
      );
    }
    const yields = [ann, bea, ...others].map((queen_id, index) => ({
      queen_id,
      eval_year: 2023,
      honey_yield_kg: index,
    }));
    expect((await client.post('/api/queens/evaluations/bulk', yields)).status).toBe(201);
    const { status, report } = await run({ traits: ['honey'] });
    expect([status, report]).toMatchObject(['completed', { ignored_matings: { queens: 2 } }]);
    const plain = await run({ traits: ['honey'], method: 'animal' });
    expect(plain.status).toBe('completed');
    expect(plain.report).not.toHaveProperty('ignored_matings');
  });

  test('reports the number of inbred queens and the mean inbreeding of all queens', async () => {
    const ids = await enterTwelve(client);
    const yields = Object.values(ids).map((queen_id, index) => ({
      queen_id,
      eval_year: 2023,
      honey_yield_kg: 20 + ((index * 5) % 7),
    }));
    expect((await client.post('/api/queens/evaluations/bulk', yields)).status).toBe(201);
    const { status, report } = await run({ traits: ['honey'], base_years: 20 });
    expect(status).toBe('completed');
    const coefficients = (await all<{ inbreeding: number }>(client, '/api/v1/queens')).map(
      ({ inbreeding }) => inbreeding,
    );
    const inbred = coefficients.filter((coefficient) => coefficient > 0).length;
    expect(inbred).toBeGreaterThan(0);
    expect(inbred).toBeLessThan(12);
    expect([report.queens, report.inbred]).toEqual([12, inbred]);
    expect(report.mean_inbreeding).toBeCloseTo(coefficients.reduce((sum, each) => sum + each, 0) / 12, 9);
  });

  test('cannot be started while ten runs are queued or running', async () => {
    const make = factories(service.services.orm.database.kysely);
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1)
      ids.push(await make.run(client.account.id, { status: n % 2 === 0 ? 'running' : 'queued' }));
    const refused = await client.post('/api/v1/ebv/runs', { traits: ['honey'] });
    expect([refused.status, refused.body.errors]).toMatchObject([409, [{ code: 'too_many_runs' }]]);
    expect((await client.delete(`/api/v1/ebv/runs/${ids[0]}`)).status).toBe(204);
    expect((await client.post('/api/v1/ebv/runs', { traits: ['honey'] })).status).toBe(202);
  });

  test('fails with a message if there are no data to evaluate', async () => {
    const none = await run();
    expect([none.status, none.error]).toEqual(['failed', expect.stringMatching(/No trait can be evaluated/)]);
    await client.post('/api/queens/f0', { queen_name: 'Mona', birth_date: '2022' });
    const { body } = await client.get('/api/queens');
    await client.post('/api/queens/evaluations', { queen_id: body.data[0].id, eval_year: 2023, honey_yield_kg: 20 });
    const one = await run({ traits: ['honey'] });
    expect([one.status, one.error]).toEqual(['failed', expect.stringMatching(/No two records can be compared/)]);
  });

  test('is rejected with all errors of the request', async () => {
    const response = await client.post('/api/ebv/runs', {
      traits: ['honey', 'honey'],
      method: 'magic',
      base_years: 0,
      parameters: {
        honey: { worker: 1, queen: 1, covariance: -1, residual: 1 },
        swarming: { worker: -1, queen: '1', covariance: 2e9, residual: null, age: 3 },
        vigor: [],
        nonSwarming: {},
      },
      colour: 1,
    });
    expect(response.status).toBe(400);
    expect(faults(response)).toEqual({
      base_years: expect.stringMatching(/^must be a whole number/),
      colour: expect.stringMatching(/^is unknown/),
      method: expect.stringMatching(/^must be one of/),
      traits: expect.stringMatching(/^must be a list of traits/),
      'parameters.honey.covariance': 'must have an absolute value below the square root of (worker × queen)',
      'parameters.swarming.age': 'is unknown; the known members are worker, queen, covariance, residual',
      'parameters.swarming.worker': 'must be a number above 0, not -1',
      'parameters.swarming.queen': 'must be a number above 0, not "1"',
      'parameters.swarming.covariance': 'must be a number from -1000000000 to 1000000000, not 2000000000',
      'parameters.swarming.residual': 'is required: a number above 0',
      'parameters.vigor': expect.stringMatching(/^must be an object such as .*, not \[\]$/),
      'parameters.nonSwarming': expect.stringMatching(/^is unknown; the known members are honey, /),
    });
  });

  test('with wrong variances is rejected in GraphQL with the path of each error', async () => {
    const start = 'mutation ($input: EbvRunInput!) { startEbvRun(input: $input) { id } }';
    const parameters = { honey: { worker: 1, queen: -1, covariance: 0, residual: 1 }, swarming: {} };
    const { body } = await client.graphql(start, { input: { parameters } });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [
        { path: 'input.parameters.honey.queen', message: expect.stringMatching(/^must be a number above 0/) },
        { path: 'input.parameters.swarming', message: expect.stringMatching(/^is unknown/) },
      ],
    });
  });

  test('can be deleted after it has ended', async () => {
    const created = await run();
    expect((await client.delete(`/api/ebv/runs/${created.id}`)).status).toBe(204);
    expect((await client.get(`/api/ebv/runs/${created.id}`)).status).toBe(404);
  });

  test('of an import can only be deleted by an undo of the import', async () => {
    const make = factories(service.services.orm.database.kysely);
    const import_id = await make.import(client.account.id);
    const id = await make.run(client.account.id, { source: 'import', import_id });
    const { status, body } = await client.delete(`/api/ebv/runs/${id}`);
    expect([status, body.errors]).toEqual([409, [expect.objectContaining({ path: 'id', code: 'run_of_import' })]]);
    expect((await client.get(`/api/ebv/runs/${id}`)).status).toBe(200);
  });
});

describe('drone-producing queens', () => {
  /**
   * Creates two unrelated dams, born two years apart, that mated with daughters of one queen and are tested in one
   * season.
   */
  async function createFamilies(matings: readonly [object, object]) {
    const [sire, ...dams] = (
      await client.post('/api/queens/bulk', [
        { queen_name: 'Sire', generation: 'F0', birth_date: '2016' },
        { queen_name: 'Dam 1', generation: 'F0', birth_date: '2018' },
        { queen_name: 'Dam 2', generation: 'F0', birth_date: '2020' },
      ])
    ).body.data.map(({ id }: { id: string }) => id);
    for (const [index, dam] of dams.entries()) {
      const mating = { mated_to_id: sire, drone_producers: 1, drones: 1, mating_type: 'island_station' };
      const { status } = await client.put(`/api/queens/f0/${dam}`, { ...mating, ...matings[index] });
      expect(status).toBe(200);
    }
    const tests = dams.map((queen_id: string, index: number) => ({
      queen_id,
      eval_year: 2021,
      honey_yield_kg: 20 + 30 * index,
    }));
    expect((await client.post('/api/queens/evaluations/bulk', tests)).status).toBe(201);
  }

  /**
   * Returns the difference between the worker values of the dams. The difference is smaller if the workers of the two
   * dams are more closely related.
   */
  const difference = async (options: object) => {
    const created = await run({ traits: ['honey'], ...options });
    expect(created.status).toBe('completed');
    const values = await all<{ raw_value: number; queen_name: string }>(
      client,
      '/api/ebv/latest?trait=honey&entity_type=worker',
    );
    const of = (name: string) => values.find(({ queen_name }) => queen_name === name)!.raw_value;
    return of('Dam 2') - of('Dam 1');
  };

  test('of one dam are shared by matings in one year at one station; with `by_dam`, by all matings', async () => {
    await createFamilies([{}, {}]);
    const byYear = await difference({});
    const byDam = await difference({ drone_groups: 'by_dam' });
    expect(byDam).toBeLessThan(byYear - 0.01);
    client = await service.register();
    await createFamilies([{ mated_at: '2020' }, { mated_at: '2020-07-01' }]);
    expect(await difference({})).toBeCloseTo(byDam, 9);
    client = await service.register();
    await createFamilies([
      { mated_at: '2020', mating_station: 'Norderney' },
      { mated_at: '2020', mating_station: 'Baltrum' },
    ]);
    expect(await difference({})).toBeCloseTo(byYear, 9);
  });

  test('cannot be grouped by an unknown value of `drone_groups`', async () => {
    const response = await client.post('/api/ebv/runs', { drone_groups: 'by_station' });
    expect([response.status, Object.keys(faults(response))]).toEqual([400, ['drone_groups']]);
  });
});

// Regression: the variance was G_ww + 2·G_wq + G_qq, so honey had a phenotypic variance of 138 instead of 100.
test('the method `animal` does not change the phenotypic variance of a colony', async () => {
  const COUNT = 12;
  const queens = Array.from({ length: COUNT }, (_, index) => ({
    ...{ queen_name: `Q${index}`, generation: 'F0', birth_date: '2022', mating_type: 'land_station' },
  }));
  const created = await client.post('/api/queens/bulk', queens);
  const tests = created.body.data.map(({ id }: { id: string }, index: number) => ({
    ...{ queen_id: id, eval_year: 2023, honey_yield_kg: 20 + index },
  }));
  expect((await client.post('/api/queens/evaluations/bulk', tests)).status).toBe(201);
  expect((await run({ traits: ['honey'], method: 'animal' })).status).toBe('completed');
  const published = (await client.get('/api/ebv/parameters')).body.data;
  const { worker, queen, covariance, residual } = published.find(({ trait }: { trait: string }) => trait === 'honey');
  // The relationship is 0.3203125 between workers of a queen that mated with 12 drones of 8 drone-producing queens, and
  // 0.5 between a worker and her queen.
  const genetic = 0.3203125 * worker + 2 * 0.5 * covariance + queen;
  const heritability = genetic / (genetic + residual);
  expect(heritability).toBeCloseTo(0.24, 2);
  // The estimation of the group mean from the same tests reduces the reliability.
  const reliability = heritability * (1 - 1 / COUNT);
  const values = await all<{ reliability_r2: number }>(client, '/api/ebv/latest?trait=honey&entity_type=queen');
  for (const { reliability_r2 } of values) expect(reliability_r2).toBeCloseTo(reliability, 9);
});
