import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { factories } from '../../support/factories.js';
import { sharedService, type SharedService } from '../../support/service.js';

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const REPORT = `traitReports { trait records groups weakGroups parameters { worker queen covariance residual } source
  estimation { iterations converged atBoundary logLikelihood standardErrors { worker queen covariance residual } } reliability reliabilityError { sample mean largest }
  scale { fromYear toYear queens mean sd } refused refusedCode refusedParams }
  warnings { trait year records reason message apiaryId apiary { name } } moreWarnings`;
const QUERY = `query ($id: ID!) { ebvRun(id: $id) { status error traits report ${REPORT} } }`;

async function waitForEnd(id: string) {
  for (;;) {
    const { body } = await client.get(`/api/ebv/runs/${id}`);
    if (!['queued', 'running'].includes(body.data.status)) return body.data;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Tested {
  apiary: string | null;
  year: number;
  /** Number of tested queens of each dam; dam 0 is unknown. */
  families: number[];
}

/** Inserts apiaries and tested daughters of each dam. Returns the ids of the apiaries. */
async function insertTests(groups: Tested[], dams = 4): Promise<Record<string, string>> {
  const make = factories(service.services.orm.database.kysely);
  const { id } = client.account;
  const mothers = await make.queens(
    id,
    Array.from({ length: dams }, (_, n) => ({ name: `Dam ${n}`, external_id: `D${n}`, birth_date: '2018' })),
  );
  const apiaries: Record<string, string> = {};
  let count = 0;
  for (const { apiary, year, families } of groups) {
    if (apiary !== null) apiaries[apiary] ??= await make.apiary(id, { name: apiary });
    for (const [family, daughters] of families.entries()) {
      for (let n = 0; n < daughters; n++) {
        count += 1;
        const mother_id = family === 0 ? null : mothers[family - 1];
        const queen = await make.queen(id, { external_id: `Q${count}`, birth_date: `${year - 1}`, mother_id });
        const place = { apiary_id: apiary && apiaries[apiary], year };
        await make.evaluation(id, queen, {
          ...place,
          honey: 20 + ((count * 37) % 23),
          gentleness: count % 2 ? 3 : null,
        });
      }
    }
  }
  return apiaries;
}

test('a run reports the result of each trait, and contemporary groups with almost no information', async () => {
  const apiaries = await insertTests([
    { apiary: 'Heide', year: 2021, families: [0, 3, 2] },
    { apiary: 'Wald', year: 2021, families: [0, 1] },
    { apiary: 'Wald', year: 2022, families: [0, 0, 4] },
    { apiary: null, year: 2022, families: [1] },
    { apiary: 'Heide', year: 2022, families: [2] },
  ]);
  const started = await client.post('/api/v1/ebv/runs', { traits: ['honey', 'vigor'] });
  const run = await waitForEnd(started.body.data.id);
  expect([run.status, run.traits]).toEqual(['completed', ['honey']]);
  const { body } = await client.graphql(QUERY, { id: run.id });
  const { traitReports, warnings, moreWarnings } = body.data.ebvRun;
  const [honey, vigor] = traitReports;
  expect(traitReports).toHaveLength(2);
  expect(honey).toMatchObject({
    trait: 'honey',
    records: 13,
    groups: 5,
    weakGroups: 3,
    reliability: 'EXACT',
    reliabilityError: null,
    refused: null,
    estimation: null,
  });
  expect(honey.parameters).toEqual(run.parameters.honey);
  expect(honey.source).toMatch(/Bienefeld/);
  expect(honey.scale).toMatchObject({ fromYear: 2017, toYear: 2021, queens: 17 });
  expect(vigor).toMatchObject({ trait: 'vigor', records: 0, parameters: null, reliability: null, scale: null });
  expect(vigor.refused).toMatch(/No evaluation has a value/);

  const apiaryMembers = (name: string | null) => ({ apiaryId: name && apiaries[name], apiary: name && { name } });
  const inOrder = [...warnings].sort((a, b) => a.year - b.year || b.records - a.records);
  expect(inOrder).toEqual([
    { trait: 'honey', year: 2021, records: 1, reason: 'SINGLE', message: expect.stringMatching(/^In 2021, only one colony .* at this apiary/), ...apiaryMembers('Wald') },
    { trait: 'honey', year: 2022, records: 4, reason: 'ONE_FAMILY', message: expect.stringMatching(/^In 2022, the queens of all 4 colonies .* same dam/), ...apiaryMembers('Wald') },
    { trait: 'honey', year: 2022, records: 1, reason: 'SINGLE', message: expect.stringMatching(/without an apiary/), ...apiaryMembers(null) },
  ]); // prettier-ignore
  expect(moreWarnings).toBe(0);
  expect(run.more_warnings).toBe(0);
  expect(run.warnings).toHaveLength(3);
  for (const [index, { trait, year, apiaryId, apiary, records, reason, message }] of warnings.entries()) {
    expect(run.warnings[index]).toEqual({
      trait, eval_year: year, apiary_id: apiaryId, apiary_name: apiary && apiary.name, records, reason: reason.toLowerCase(), message,
    }); // prettier-ignore
  }
});

test('a run reports the convergence of an estimation; it names a source of variances only if they are published', async () => {
  await insertTests([
    { apiary: 'Heide', year: 2021, families: [2, 4, 4, 3] },
    { apiary: 'Wald', year: 2022, families: [1, 3, 4, 4, 2] },
  ]);
  const variances = { worker: 50, queen: 30, covariance: -15, residual: 60 };
  for (const parameters of ['estimate', { honey: variances }]) {
    const started = await client.post('/api/v1/ebv/runs', { traits: ['honey'], parameters });
    const run = await waitForEnd(started.body.data.id);
    expect([run.status, run.error]).toEqual(['completed', null]);
    const { body } = await client.graphql(QUERY, { id: run.id });
    const [honey] = body.data.ebvRun.traitReports;
    expect(honey.source).toBeNull();
    if (parameters !== 'estimate') {
      expect(honey).toMatchObject({ parameters: variances, estimation: null });
      continue;
    }
    expect(honey.parameters).toEqual(run.parameters.honey);
    const {
      iterations,
      converged,
      at_boundary: atBoundary,
      log_likelihood: logLikelihood,
    } = run.report.traits.honey.estimation;
    expect(honey.estimation).toMatchObject({ iterations, converged, atBoundary, logLikelihood });
  }
});

test('a run reports its progress by trait', async () => {
  const make = factories(service.services.orm.database.kysely);
  const traits = ['honey', 'gentleness', 'hyg6h', 'non_swarming'];
  const progressOf = async (progress: number, status: string) => {
    const id = await make.run(client.account.id, { status, progress, traits });
    const { body } = await client.get(`/api/ebv/runs/${id}`);
    return body.data.trait_progress.map((each: { trait: string; progress: number }) => [each.trait, each.progress]);
  };
  const words = ['honey', 'gentleness', 'hyg6', 'swarming'];
  const expectedProgress = (...shares: number[]) => words.map((word, place) => [word, shares[place]]);
  expect(await progressOf(0, 'queued')).toEqual(expectedProgress(0, 0, 0, 0));
  expect(await progressOf(0.1875, 'running')).toEqual(expectedProgress(1, 0.5, 0, 0));
  expect(await progressOf(0.75, 'running')).toEqual(expectedProgress(1, 1, 1, 1));
  expect(await progressOf(1, 'completed')).toEqual(expectedProgress(1, 1, 1, 1));
});

test('the report of a run omits names of apiaries if the key has no permission to read apiaries', async () => {
  await insertTests([
    { apiary: 'Heide', year: 2021, families: [0, 2, 2] },
    { apiary: 'Wald', year: 2021, families: [1] },
  ]);
  const started = await client.post('/api/v1/ebv/runs', { traits: ['honey'] });
  const { id } = await waitForEnd(started.body.data.id);
  const { key } = await makeKey(client, { permissions: { blup: 'read' } });
  const limited = clientWithKey(service, key);
  const { warnings } = (await limited.get(`/api/ebv/runs/${id}`)).body.data;
  expect(warnings).toEqual([expect.objectContaining({ apiary_id: expect.any(String), records: 1 })]);
  expect(warnings[0]).not.toHaveProperty('apiary_name');
  const { body } = await limited.graphql('query ($id: ID!) { ebvRun(id: $id) { warnings { year apiary { name } } } }', {
    id,
  });
  expect(body.data.ebvRun.warnings).toEqual([{ year: 2021, apiary: null }]);
  expect(body.errors[0]).toMatchObject({
    path: ['ebvRun', 'warnings', 0, 'apiary'],
    extensions: { code: 'insufficient_permission' },
  });
});

test('a run lists at most 100 weak groups for each trait, and the number of omitted groups', async () => {
  await insertTests([
    { apiary: 'Heide', year: 2021, families: [0, 2, 2] },
    ...Array.from({ length: 103 }, (_, n) => ({ apiary: `Apiary ${n}`, year: 2021, families: [1] })),
  ]);
  const started = await client.post('/api/v1/ebv/runs', { traits: ['honey'] });
  const run = await waitForEnd(started.body.data.id);
  expect([run.warnings.length, run.more_warnings]).toEqual([100, 3]);
});

test('a failed run reports the reason, code and params of each trait that cannot be evaluated', async () => {
  await insertTests([{ apiary: 'Wald', year: 2021, families: [0, 1, 2] }]);
  const started = await client.post('/api/v1/ebv/runs', { traits: ['vigor'], parameters: 'estimate' });
  const run = await waitForEnd(started.body.data.id);
  expect([run.status, run.error]).toEqual(['failed', expect.stringMatching(/No trait can be evaluated. vigor: /)]);
  expect(run.report.traits.vigor).toMatchObject({ refused_code: 'no_records', refused_params: {} });
  const { body } = await client.graphql(QUERY, { id: run.id });
  expect(body.data.ebvRun.traitReports).toMatchObject([
    { trait: 'vigor', refusedCode: 'no_records', refusedParams: {} },
  ]);
});

// Regression: the reason was that the records show no inherited differences.
test('a run with equal values of all queens of the base years suggests more base years', async () => {
  const bulk = async (path: string, rows: object[]): Promise<string[]> => {
    const { status, body } = await client.post(path, rows);
    expect(status).toBe(201);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const tested = Array.from({ length: 6 }, (_, n) => ({ queen_name: `T${n}`, generation: 'F0', birth_date: '2010' }));
  const ids = await bulk('/api/queens/bulk', tested);
  const yields = ids.map((queen_id, n) => ({ queen_id, eval_year: 2011, honey_yield_kg: 10 + n }));
  await bulk('/api/queens/evaluations/bulk', yields);
  const sisters = ['N1', 'N2'].map((queen_name) => ({
    ...{ queen_name, generation: 'F0', birth_date: '2024', mother_id: ids[0] },
  }));
  await bulk('/api/queens/bulk', sisters);
  const start = async (options: object) => {
    const started = await client.post('/api/v1/ebv/runs', { traits: ['honey'], ...options });
    return waitForEnd(started.body.data.id);
  };
  const run = await start({});
  expect(run.report.traits.honey.refused).toMatch(/2 queens born from 2020 to 2024 are all equal.* more base years/);
  expect((await start({ base_years: 20 })).status).toBe('completed');
});

test('a variance at the boundary has no standard error; an estimation that is too large reports its size', async () => {
  const make = factories(service.services.orm.database.kysely);
  const standardErrors = { worker: null, queen: null, covariance: null, residual: 4.5 };
  const estimation = { iterations: 9, converged: true, atBoundary: true, logLikelihood: -12.5, standardErrors };
  const params = { records: 100_000, hours: 12 };
  const report = {
    traits: { honey: { estimation }, vigor: { refused: 'x', refusedCode: 'too_large', refusedParams: params } },
  };
  const id = await make.run(client.account.id, { report: JSON.stringify(report) });
  const { body } = await client.graphql(QUERY, { id });
  const [honey, vigor] = body.data.ebvRun.traitReports;
  expect(honey.estimation.standardErrors).toEqual(standardErrors);
  expect([vigor.refusedCode, vigor.refusedParams]).toEqual(['too_large', params]);
  const { data } = (await client.get(`/api/ebv/runs/${id}`)).body;
  expect(data.report.traits.honey.estimation.standard_errors).toEqual(standardErrors);
  expect(data.report.traits.vigor).toMatchObject({ refused_code: 'too_large', refused_params: params });
});

test('a run reports the estimated error of approximate reliabilities', async () => {
  const make = factories(service.services.orm.database.kysely);
  const error = { sample: 240, mean: 0.002, largest: 0.03 };
  const report = { traits: { honey: { reliability: 'approximate', reliabilityError: error } } };
  const id = await make.run(client.account.id, { report: JSON.stringify(report) });
  const { body } = await client.get(`/api/ebv/runs/${id}`);
  expect(body.data.report.traits.honey.reliability_error).toEqual(error);
  const response = await client.graphql(QUERY, { id });
  expect(response.body.data.ebvRun.traitReports).toMatchObject([
    { reliability: 'APPROXIMATE', reliabilityError: error },
  ]);
});

test.each([
  ['null', null],
  ['a string', 'x'],
  ['an unknown member', { note: 'x' }],
  ['names that are not traits', { traits: { honey: null, colour: {}, vigor: [] } }],
  ['values of wrong types', { traits: { honey: {
    records: 'x', groups: 1.5, weak: -1, weakGroups: [null, {}, { year: 2020, records: 1, reason: 'x' }, { year: 'x', records: 1, reason: 'single' }],
    parameters: { worker: '1' }, estimation: { iterations: 1 }, reliability: 'sure', reliabilityError: { sample: 1.5, mean: 0, largest: 0 }, scale: { fromYear: 1.5, toYear: 2, queens: 1, mean: 0, sd: 1 }, refused: 5,
  } } }],
])('an invalid stored report causes no error: %s', async (_, report) => {
  const make = factories(service.services.orm.database.kysely);
  const id = await make.run(client.account.id, { report: JSON.stringify(report) });
  const { status, body } = await client.get(`/api/ebv/runs/${id}`);
  expect([status, body.data.warnings]).toEqual([200, []]);
  const response = await client.graphql(QUERY, { id });
  expect(response.body.errors).toBeUndefined();
  expect(response.body.data.ebvRun.report).toEqual(report);
  for (const report of response.body.data.ebvRun.traitReports) {
    expect(report).toMatchObject({ records: 0, groups: 0, parameters: null, estimation: null, reliability: null, reliabilityError: null, scale: null, refused: null });
  }
}); // prettier-ignore

test('a stored report that is invalid in part keeps its valid parts', async () => {
  const make = factories(service.services.orm.database.kysely);
  const weakGroups = [2020, 2021, 'x'].map((year) => ({ year, apiaryId: null, records: 1, reason: 'single' }));
  const counts = { seasons: 1, hiddenTests: 2, focalQueens: 2, testedQueens: 2 };
  const prediction = { ...counts, bias: 'x', points: [[1, 2], ['x', 3], [4], [5, 6]] };
  const report = { traits: { honey: { records: 'x', weak: 'x', weakGroups, prediction } } };
  const id = await make.run(client.account.id, { report: JSON.stringify(report) });
  const { body } = await client.graphql(
    `query ($id: ID!) { ebvRun(id: $id) { warnings { year } moreWarnings traitReports { records weakGroups
      prediction { hiddenTests bias points { expected observed } } } } }`,
    { id },
  );
  expect(body).toEqual({
    data: {
      ebvRun: {
        warnings: [{ year: 2020 }, { year: 2021 }],
        moreWarnings: 1,
        traitReports: [
          {
            records: 0,
            weakGroups: 3,
            prediction: {
              hiddenTests: 2,
              bias: null,
              points: [
                { expected: 1, observed: 2 },
                { expected: 5, observed: 6 },
              ],
            },
          },
        ],
      },
    },
  });
});
