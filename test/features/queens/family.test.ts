import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';

let server: GraphQLServer;
let account: string;
let dam: string;
let barren: string;
beforeAll(async () => {
  server = await serveGraphQL();
  const { make } = server;
  account = await make.account();
  dam = await make.queen(account, { name: 'Dam' });
  barren = await make.queen(account, { name: 'Barren' });
  const daughters = await make.queens(
    account,
    Array.from({ length: 7 }, (_, index) => ({
      name: `Daughter ${index % 4}`,
      external_id: `D-${index}`,
      mother_id: dam,
      generation: index < 5 ? 'F1' : 'F0',
      status: [null, 'testing', 'dead'][index % 3],
      birth_date: [null, '2022', '2023-05-01'][index % 3],
    })),
  );
  const traits = [{ honey: 10, gentleness: 3.5 }, { honey: 20.5 }, { honey: 40, hyg6h: 30, hyg24h: 45 }];
  for (const [index, values] of traits.entries()) {
    await make.evaluation(account, daughters[0]!, { year: 2020 + index, ...values });
  }
  await make.evaluation(account, daughters[1]!, { honey: 1, gentleness: null });
  await make.evaluation(account, dam, { honey: 199 });
});
afterAll(() => server?.close());

const DAUGHTERS = `query ($id: ID!, $first: Int!, $after: String) { queen(id: $id) { daughters(first: $first, after: $after) {
  totalCount nodes { id name } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } } allDaughters { id } } }`;

test('pages of daughters contain each daughter once, in the order of `allDaughters`', async () => {
  const seen: string[] = [];
  let after: string | null = null;
  for (let page = 1; ; page++) {
    const { queen } = await server.data(account, DAUGHTERS, { id: dam, first: 3, after });
    const { nodes, pageInfo, totalCount } = queen.daughters;
    expect(totalCount).toBe(7);
    expect(pageInfo.hasPreviousPage).toBe(page > 1);
    seen.push(...nodes.map(({ id }: { id: string }) => id));
    if (!pageInfo.hasNextPage) {
      expect(seen).toEqual(queen.allDaughters.map(({ id }: { id: string }) => id));
      break;
    }
    after = pageInfo.endCursor;
  }
  expect(new Set(seen).size).toBe(7);

  const TWO_PAGES = `query ($id: ID!, $after: String) { queen(id: $id) {
    first: daughters(first: 6) { pageInfo { hasNextPage } }
    last: daughters(first: 6, after: $after) { nodes { id } pageInfo { hasNextPage } }
    all: daughters(first: 7) { nodes { id } pageInfo { hasNextPage } } } }`;
  const { queen } = await server.data(account, TWO_PAGES, { id: dam, after });
  expect(queen.first.pageInfo.hasNextPage).toBe(true);
  expect(queen.last).toEqual({ nodes: [{ id: seen[6] }], pageInfo: { hasNextPage: false } });
  expect(queen.all).toEqual({ nodes: seen.map((id) => ({ id })), pageInfo: { hasNextPage: false } });
});

// Regression: REST read thousands of daughters of F0 queens, although it returns the daughters of F1 queens only.
test('daughters are read only for queens of the requested generation', async () => {
  server.takeStatements();
  const { queen } = await server.data(
    account,
    'query ($id: ID!) { queen(id: $id) { allDaughters(generation: F1) { id } } }',
    { id: dam },
  );
  expect(queen.allDaughters).toEqual([]);
  expect(server.takeStatements()).toHaveLength(1);
});

test('two pages of daughters for each of many mothers need two statements in addition to the list of the mothers; the error for an invalid page names the argument', async () => {
  server.takeStatements();
  await server.data(
    account,
    '{ queens { nodes { a: daughters(first: 1) { nodes { id } } b: daughters { nodes { id } } } } }',
  );
  expect(server.takeStatements()).toHaveLength(3);
  for (const [variables, path] of [
    [{ first: 0 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ first: 1, after: 'x' }, 'after'],
  ] as const) {
    // Requests no other field: the response does not wait for the statements of other fields, and the next test would
    // record them.
    const query = `query ($id: ID!, $first: Int, $after: String) {
      queen(id: $id) { daughters(first: $first, after: $after) { totalCount } } }`;
    const { errors } = await server.run(account, query, { id: dam, ...variables });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', errors: [{ path }] } }]);
  }
});

// Regression: all pages of daughters in the request failed.
test('an invalid page of daughters does not affect other pages in the request', async () => {
  const { data, errors } = await server.run(
    account,
    `query ($id: ID!) {
      valid: queen(id: $id) { daughters { totalCount } }
      page: queen(id: $id) { daughters(first: 101) { totalCount } }
      cursor: queen(id: $id) { daughters(after: "x") { totalCount } } }`,
    { id: dam },
  );
  expect(errors?.map(({ path }) => path?.[0]).sort()).toEqual(['cursor', 'page']);
  expect(data).toMatchObject({ valid: { daughters: { totalCount: expect.any(Number) } }, page: null, cursor: null });
});

const STATS = `query ($id: ID!) { queen(id: $id) { offspringStats { total evaluated byGeneration { key count }
  byStatus { key count } byYear { key count } traits { trait n mean sd min max } } } }`;

test('offspring statistics count the daughters, and include all their evaluations and no others', async () => {
  const { queen } = await server.data(account, STATS, { id: dam });
  const { traits, ...counts } = queen.offspringStats;
  expect(counts).toEqual({
    total: 7,
    evaluated: 2,
    byGeneration: [{ key: 'F0', count: 2 }, { key: 'F1', count: 5 }],
    byStatus: [{ key: 'testing', count: 2 }, { key: 'dead', count: 2 }, { key: null, count: 3 }],
    byYear: [{ key: 2022, count: 2 }, { key: 2023, count: 2 }, { key: null, count: 3 }],
  }); // prettier-ignore
  const values = [10, 20.5, 40, 1];
  const mean = values.reduce((a, b) => a + b) / 4;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 3);
  const [honey, gentleness, vigor] = traits;
  expect(honey).toMatchObject({ trait: 'honey', n: 4, min: 1, max: 40 });
  expect(honey.mean).toBeCloseTo(mean, 10);
  expect(honey.sd).toBeCloseTo(sd, 10);
  expect(gentleness).toEqual({ trait: 'gentleness', n: 1, mean: 3.5, sd: null, min: 3.5, max: 3.5 });
  expect(vigor).toEqual({ trait: 'vigor', n: 0, mean: null, sd: null, min: null, max: null });
  expect(traits.map(({ trait }: { trait: string }) => trait)).toEqual([
    'honey', 'gentleness', 'vigor', 'wintering', 'nonSwarming', 'combBehavior', 'hyg6h', 'hyg24h',
  ]); // prettier-ignore
  expect(traits[6]).toMatchObject({ n: 1, mean: 30 });
});

test('offspring statistics of a queen without daughters are all zero', async () => {
  const { queen } = await server.data(account, STATS, { id: barren });
  const { traits, ...counts } = queen.offspringStats;
  expect(counts).toEqual({ total: 0, evaluated: 0, byGeneration: [], byStatus: [], byYear: [] });
  expect(traits).toHaveLength(8);
  for (const { n, mean } of traits) expect([n, mean]).toEqual([0, null]);
});
