import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { factories, type Factories } from '../../support/factories.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';

let service: SharedService;
let make: Factories;
let owner: Client & { account: { id: string } };
let ids: string[];
let run: string;

/** Normalized values of honey and gentleness for each queen. Null means no value. Queen 5 is in no run. */
const VALUES = [
  [110, 90],
  [95, 120],
  [101, null],
  [99.5, 100.25],
  [110, 90],
] as const;
/** Honey and gentleness in the last evaluation of each queen, and honey in an earlier evaluation. */
const SCORES = [
  [20, 3, 99],
  [35.5, null, null],
  [null, 4, 50],
  [20, 3.5, null],
] as const;

beforeAll(async () => {
  service = await sharedService();
  make = factories(service.services.orm.database.kysely);
});
beforeEach(async () => {
  owner = await service.register();
  ids = await make.queens(
    owner.account.id,
    Array.from({ length: 6 }, (_, index) => ({ name: `Queen ${index}`, generation: index === 1 ? 'F1' : 'F0' })),
  );
  run = await addRun(VALUES);
  for (const [index, [honey, gentleness, earlier]] of SCORES.entries()) {
    const at = { year: 2024, honey, gentleness };
    await make.evaluation(owner.account.id, ids[index]!, at);
    if (earlier !== null) await make.evaluation(owner.account.id, ids[index]!, { year: 2023, honey: earlier });
  }
});

async function addRun(values: readonly (readonly (number | null)[])[]): Promise<string> {
  const added = await make.run(owner.account.id, { traits: ['honey', 'gentleness'] });
  for (const [index, row] of values.entries()) {
    for (const [place, trait] of ['honey', 'gentleness'].entries()) {
      const normalized = row[place];
      if (normalized == null) continue;
      const value = { trait, normalized, reliability: (index + 1) / 10 };
      await make.breedingValue(owner.account.id, added, ids[index]!, value);
      await make.breedingValue(owner.account.id, added, ids[index]!, { ...value, entity_type: 'worker', normalized: 1 }); // prettier-ignore
    }
  }
  return added;
}

/**
 * Returns the names of all queens, page by page.
 * @param between a function to call after the first page
 */
async function walk(args: string, between?: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  let after: string | null = null;
  do {
    const { body } = await owner.graphql(
      `query ($after: String) { queens(first: 2, after: $after, ${args}) {
        nodes { name } edges { cursor } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    const { queens } = body.data;
    names.push(...queens.nodes.map(({ name }: { name: string }) => name.replace('Queen ', '')));
    if (after === null) await between?.();
    after = queens.pageInfo.hasNextPage ? queens.pageInfo.endCursor : null;
  } while (after !== null);
  return names;
}

const sorted = async (args: string) => (await walk(args)).join('');

describe('pages', () => {
  test.each([
    ['sortByValue: { field: INDEX }', '104325'],
    ['sortByValue: { field: INDEX, direction: ASC }', '304125'],
    ['sortByValue: { field: HONEY }', '042315'],
    ['sortByValue: { field: GENTLENESS, direction: ASC }', '043125'],
    ['sortByValue: { field: VIGOR }', '012345'],
    ['sortByValue: { field: RELIABILITY }', '431025'],
    ['sortByScore: { trait: honey }', '103245'],
    ['sortByScore: { trait: honey, direction: ASC }', '031245'],
    ['sortByScore: { trait: gentleness }', '230145'],
  ])('list each queen once, with queens without a value last: %s', async (args, order) => {
    expect(await sorted(args)).toBe(order);
    expect(await sorted(`${args}, filter: { generation: F0 }`)).toBe(order.replace('1', ''));
    const { queens } = (await owner.graphql(`{ queens(first: 3, offset: 2, ${args}) { totalCount nodes { name } pageInfo { hasPreviousPage } } }`)).body.data; // prettier-ignore
    expect(queens.totalCount).toBe(6);
    expect(queens.pageInfo.hasPreviousPage).toBe(true);
    expect(queens.nodes.map(({ name }: { name: string }) => name.slice(-1)).join('')).toBe(order.slice(2, 5));
  });
});

test.each([
  ['minIndex: 100', '014'],
  ['minIndex: 107', '1'],
  ['minValues: { honey: 100 }', '024'],
  ['minValues: { honey: 99, gentleness: 90.5 }', '3'],
  ['minValues: { vigor: 0 }', ''],
  ['minScores: { honey: 20 }', '013'],
  ['minScores: { honey: 20, gentleness: 3.5 }', '3'],
  ['minIndex: 100, minScores: { honey: 20.5 }, filter: { generation: F1 }', '1'],
])('filters return only queens with %s', async (args, names) => {
  expect(await sorted(`${args}, sort: { field: NAME }`)).toBe(names);
  expect((await owner.graphql(`{ queens(${args}) { totalCount } }`)).body.data.queens.totalCount).toBe(names.length);
});

test('if a queen has several evaluations of her last year, filters and sort orders use the first one in her list', async () => {
  for (const gentleness of [2, 4]) {
    const apiary_id = await make.apiary(owner.account.id);
    await make.evaluation(owner.account.id, ids[4]!, { year: 2024, apiary_id, gentleness });
  }
  const { body } = await owner.graphql(`{ queen(id: "${ids[4]}") { evaluations { gentleness } } }`);
  expect(body.data.queen.evaluations).toEqual([{ gentleness: 2 }, { gentleness: 4 }]);
  expect(await sorted('minScores: { gentleness: 3.5 }, sort: { field: NAME }')).toBe('23');
  expect(await sorted('sortByScore: { trait: gentleness }')).toBe('230415');
});

test('if no weighted trait has values, a sort by index lists all queens, and no queen has a minimum index', async () => {
  await owner.put('/api/v1/ebv/index-weights', { weights: { vigor: 1 } });
  expect(await sorted('sortByValue: { field: INDEX }')).toBe('012345');
  expect(await sorted('minIndex: 0')).toBe('');
  await owner.delete(`/api/v1/ebv/runs/${run}`);
  expect(await sorted('sortByValue: { field: INDEX }')).toBe('012345');
  expect(await sorted('minIndex: 0')).toBe('');
});

test('the index of a queen equals her index in the ranking, and is null if she lacks the value of a weighted trait', async () => {
  const { queens, ebvRanking } = (
    await owner.graphql(`{ queens(sort: { field: NAME }) { nodes { id index indexReliability } }
      ebvRanking { nodes { queenId index reliability } } }`)
  ).body.data;
  expect(queens.nodes.map(({ index }: { index: number | null }) => index)).toEqual([100, 107.5, null, 99.875, 100, null]); // prettier-ignore
  const ranked = new Map(
    ebvRanking.nodes.map((row: { queenId: string; index: number; reliability: number }) => [row.queenId, [row.index, row.reliability]]), // prettier-ignore
  );
  for (const { id, index, indexReliability } of queens.nodes) {
    expect([index, indexReliability]).toEqual(ranked.get(id) ?? [null, null]);
  }
});

test('REST lists and CSV files have the same filters and sort orders as GraphQL', async () => {
  const names = async (query: string) =>
    (await owner.get(`/api/v1/queens?${query}`)).body.data.map((row: { queen_name: string }) =>
      row.queen_name.slice(-1),
    );
  expect((await names('sort_by_value=-index')).join('')).toBe('104325');
  expect((await names('sort_by_value=honey')).join('')).toBe('132045');
  expect((await names('sort_by_value=-reliability_r2')).join('')).toBe('431025');
  expect((await names('sort_by_score=-honey_yield_kg')).join('')).toBe('103245');
  expect((await names('min_index=100&min_values=honey:100&sort=queen_name')).join('')).toBe('04');
  expect((await names('min_scores=gentleness:3.5&sort=queen_name')).join('')).toBe('23');
  const file = await owner.get('/api/queens/all.csv?sort_by_value=-index&min_index=99');
  const rows: { queen_name: string }[] = parse(String(file.body), { columns: true, bom: true });
  expect(rows.map(({ queen_name }) => queen_name.slice(-1)).join('')).toBe('1043');
});

test('a sort by value takes precedence over a sort by score; both take precedence over other sort orders', async () => {
  const [value, score] = ['sortByValue: { field: INDEX }', 'sortByScore: { trait: honey }'];
  expect(await sorted(`${value}, ${score}, sort: { field: NAME }`)).toBe(await sorted(value));
  expect(await sorted(`${score}, sort: { field: NAME, direction: DESC }`)).toBe(await sorted(score));
});

describe('a key', () => {
  const BLUP = ['minIndex: 1', 'minValues: { honey: 1 }', 'sortByValue: { field: HONEY }'];
  const EVALUATIONS = ['minScores: { honey: 1 }', 'sortByScore: { trait: honey }'];
  const [REST_BLUP, REST_EVALUATIONS] = [
    ['min_index=1', 'min_values=honey:1', 'sort_by_value=honey'],
    ['min_scores=gentleness:1', 'sort_by_score=gentleness'],
  ];

  test.each([
    ['blup', BLUP, REST_BLUP, { queens: 'read', evaluations: 'read' }],
    ['evaluations', EVALUATIONS, REST_EVALUATIONS, { queens: 'read', blup: 'read' }],
  ] as const)('cannot filter or sort by %s without permission', async (resource, args, queries, permissions) => {
    const holder = clientWithKey(service, (await makeKey(owner, { permissions })).key);
    expect((await holder.get('/api/v1/queens')).body.data).toHaveLength(6);
    for (const arg of args) {
      const { data, errors } = (await holder.graphql(`{ queens(${arg}) { totalCount nodes { id } } }`)).body;
      expect(data.queens).toBeNull();
      expect(errors[0].extensions).toMatchObject({ code: 'insufficient_permission', required: { resource, level: 'read' } }); // prettier-ignore
    }
    // Clients send null for a variable without a value. Null filters and sorts by nothing.
    for (const arg of args) {
      const { data } = (await holder.graphql(`{ queens(${arg.replace(/:.*/, ': null')}) { totalCount } }`)).body;
      expect(data.queens.totalCount).toBe(6);
    }
    for (const query of queries) {
      const { status, body } = await holder.get(`/api/v1/queens?${query}`);
      expect([status, body.required]).toEqual([403, { resource, level: 'read' }]);
    }
    if (resource !== 'blup') return;
    const { data, errors } = (await holder.graphql('{ queens { nodes { name index } } }')).body;
    expect(data.queens.nodes.map(({ index }: { index: null }) => index)).toEqual(Array(6).fill(null));
    expect(errors[0].extensions.code).toBe('insufficient_permission');
  });
});

test('later pages use the run and the weights of the first page', async () => {
  const before = await sorted('sortByValue: { field: INDEX }');
  const changed = async () => {
    await addRun([[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]); // prettier-ignore
    await owner.put('/api/v1/ebv/index-weights', { weights: { honey: 1, gentleness: 0 } });
  };
  expect((await walk('sortByValue: { field: INDEX }', changed)).join('')).toBe(before);
  expect(await sorted('sortByValue: { field: INDEX }')).toBe('543210');
  await owner.delete(`/api/v1/ebv/runs/${run}`);
});
