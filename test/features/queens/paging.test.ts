import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';

let server: GraphQLServer;
let account: string;
beforeAll(async () => {
  server = await serveGraphQL();
});
beforeAll(async () => {
  account = await server.make.account();
  await server.make.queens(
    account,
    Array.from({ length: 30 }, (_, index) => ({ name: `Queen ${100 + index}` })),
  );
});
afterAll(() => server?.close());

const PAGE = `query ($first: Int!, $after: String, $offset: Int) {
  queens(first: $first, after: $after, offset: $offset) {
    totalCount nodes { name } edges { cursor node { name } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

test('paging by cursor returns each row once, even if clients insert rows anywhere in the list', async () => {
  const mine = await server.make.account();
  await server.make.queens(
    mine,
    Array.from({ length: 20 }, (_, index) => ({ name: `M ${10 + index}` })),
  );
  const seen: string[] = [];
  for (let after = null; ;) {
    const { queens } = await server.data(mine, PAGE, { first: 3, after });
    seen.push(...queens.nodes.map(({ name }: { name: string }) => name));
    if (!queens.pageInfo.hasNextPage) break;
    after = queens.pageInfo.endCursor;
    if (seen.length < 30) await server.make.queens(mine, ['A', 'M 15', 'Z'].map((name) => ({ name, external_id: `${name}${seen.length}` }))); // prettier-ignore
  }
  const original = seen.filter((name) => /^M \d\d$/.test(name));
  for (let index = 10; index < 30; index++) {
    const times = original.filter((name) => name === `M ${index}`).length;
    if (index === 15) expect(times).toBeGreaterThanOrEqual(1);
    else expect(times).toBe(1);
  }
});

test('paging by offset and by cursor returns the same rows', async () => {
  const { queens: jumped } = await server.data(account, PAGE, { first: 5, offset: 10 });
  const { queens: first } = await server.data(account, PAGE, { first: 10 });
  const { queens: walked } = await server.data(account, PAGE, { first: 5, after: first.pageInfo.endCursor });
  expect(jumped.nodes).toEqual(walked.nodes);
  expect(jumped).toMatchObject({ totalCount: 30, pageInfo: { hasNextPage: true, hasPreviousPage: true } });
  expect(walked.edges.map(({ node }: { node: object }) => node)).toEqual(walked.nodes);
  expect(walked.pageInfo).toMatchObject({
    startCursor: walked.edges[0].cursor,
    endCursor: walked.edges[4].cursor,
  });
});

test('the page after the last row is empty', async () => {
  const { queens } = await server.data(account, PAGE, { first: 5, offset: 30 });
  expect(queens).toEqual({
    totalCount: 30,
    nodes: [],
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
  });
});

test('rows are counted only if the query selects the total', async () => {
  server.takeStatements();
  await server.data(account, '{ queens { nodes { id } } }');
  expect(server.takeStatements()).toHaveLength(1);
  await server.data(account, '{ queens { totalCount nodes { id } } }');
  expect(server.takeStatements()).toHaveLength(2);
});

const cursor = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');

test.each([
  ['evaluations', 'YEAR', ['-year,id', 2024.5, crypto.randomUUID()]],
  ['evaluations', 'YEAR', ['-year,id', 3e9, crypto.randomUUID()]],
  ['evaluations', 'HYG6H', ['-hyg6h,id', 40_000, crypto.randomUUID()]],
  ['queens', 'CREATED_AT', ['-createdAt,id', '0000-01-01T00:00:00.000Z', crypto.randomUUID()]],
  ['queens', 'CREATED_AT', ['-createdAt,id', '2024-01-01 Z', crypto.randomUUID()]],
])('an invalid cursor for %s sorted by %s is refused: %j', async (list, field, place) => {
  const query = `{ ${list}(after: "${cursor(...place)}", sort: { field: ${field}, direction: DESC }) { nodes { id } } }`;
  const { errors } = await server.run(account, query);
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', errors: [{ path: 'after' }] } }]);
});

test.each([
  [{ first: 0 }, 'first'],
  [{ first: 101 }, 'first'],
  [{ first: 5, offset: -1 }, 'offset'],
  [{ first: 5, offset: 1, after: cursor('nameKey,id', 'a', crypto.randomUUID()) }, 'offset'],
  [{ first: 5, after: 'nonsense' }, 'after'],
  [{ first: 5, after: '' }, 'after'],
  [{ first: 5, after: cursor('nameKey,id', 'a') }, 'after'],
  [{ first: 5, after: cursor('nameKey,id', 'a', "' or true --") }, 'after'],
  [{ first: 5, after: cursor('nameKey,id', 7, crypto.randomUUID()) }, 'after'],
  [{ first: 5, after: cursor('nameKey,id', null, crypto.randomUUID()) }, 'after'],
  [{ first: 5, after: cursor('nameKey,id', 'a\0', crypto.randomUUID()) }, 'after'],
  [{ first: 5, after: cursor('race,id', 'a', crypto.randomUUID()) }, 'after'],
])('the error for an invalid page names the argument: %j', async (variables, path) => {
  const { data, errors } = await server.run(account, PAGE, variables);
  expect(data.queens).toBeNull();
  expect(errors).toMatchObject([{ path: ['queens'], extensions: { code: 'BAD_USER_INPUT', errors: [{ path }] } }]);
});

test('the total is correct after every write, and does not include other accounts', async () => {
  const { make, data } = server;
  const mine = await make.account();
  const total = async (filter = '') => (await data(mine, `{ queens${filter} { totalCount } }`)).queens.totalCount;
  expect(await total()).toBe(0);
  const id = await make.queen(mine, { name: 'Anna', external_id: 'A-1' });
  await make.queen(await make.account());
  expect([await total(), await total('(filter: { search: "x-7" })')]).toEqual([1, 0]);
  await make.identifier(mine, id, 'X-7');
  expect([await total(), await total('(filter: { search: "x-7" })')]).toEqual([1, 1]);
  await make.queen(mine, { generation: 'F1' });
  expect([await total(), await total('(filter: { generation: F1 })')]).toEqual([2, 1]);
  const deletion = `mutation { deleteQueen(id: "${id}") { id } }`;
  await data(mine, deletion);
  expect([await total(), await total('(filter: { search: "x-7" })')]).toEqual([1, 0]);
});
