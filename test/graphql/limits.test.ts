import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { FULL_ACCESS } from '../../src/auth/permissions.js';
import { serveGraphQL, type GraphQLServer } from '../support/graphql-server.js';

let server: GraphQLServer;
let account: string;
beforeAll(async () => {
  server = await serveGraphQL();
  account = await server.make.account();
});
afterAll(() => server?.close());

const FIELDS = 'id name generation race line dateOfBirth status externalId marking notes';
const tree = (levels: number): string =>
  levels === 0 ? 'id name' : `id name mother { ${tree(levels - 1)} } father { ${tree(levels - 1)} }`;
const fragments = [1, 2, 3, 4, 5, 6, 7].map((level) => {
  const further = level < 7 ? `...G${level + 1}` : '';
  return `fragment G${level} on Queen { mother { ${FIELDS} ${further} } father { ${FIELDS} ${further} } }`;
});

test.each([
  [
    'as a flat list',
    `{ queens(first: 100) { nodes { ${FIELDS} pedigree(depth: SEVEN) { ancestors { position generation queen { ${FIELDS} } } } } } }`,
  ],
  ['as nested fields', `{ queens(first: 100) { nodes { ${tree(7)} } } }`],
  [
    'as fragments that each use the next fragment twice',
    `{ queens(first: 100) { nodes { ...G1 } } } ${fragments.join(' ')}`,
  ],
  [
    'with a depth from a variable',
    'query ($d: PedigreeDepth! = SEVEN) { queens(first: 100) { nodes { pedigree(depth: $d) { ancestors { queen { id } } } } } }',
  ],
])('seven generations of a hundred queens are within the limits if they are requested %s', async (_, query) => {
  // prettier-ignore
  expect((await server.run(account, query)).errors).toBeUndefined();
});

const daughters = (levels: number, first: string): string =>
  levels === 0 ? 'id' : `daughters(first: ${first}) { nodes { ${daughters(levels - 1, first)} } }`;

const ids = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => `${n}`));
const input = (count: number) => ({
  input: { queenIds: JSON.parse(ids(count)), droneMotherIds: JSON.parse(ids(count)), use: 'own_drones' },
});
const many = (count: number, field: (n: number) => string) =>
  `query ($input: MatingPlanInput!) { ${Array.from({ length: count }, (_, n) => field(n)).join(' ')} }`;
const pair = (values: number) =>
  `matings { ${Array.from({ length: values }, (_, n) => `v${n}: daughter { values { trait raw normalized } }`).join(' ')} }`;

test('the largest mating plan with all its fields, and five plans of ten by ten queens, are within the limits', async () => {
  const all =
    'run { id } weights { honey } use matings { rank index queenId queen { name } droneMotherId droneMother { name } inbreeding basis daughter { index inbreeding values { trait raw normalized } } herself { index inbreeding values { trait raw normalized } } } excluded { queenId droneMotherId inbreeding basis }';
  for (const [plans, size] of [
    [1, 50],
    [5, 10],
  ]) {
    const query = many(plans!, (n) => `p${n}: planMatings(input: $input) { ${all} }`);
    const { errors } = await server.run(account, query, input(size!));
    // Each plan reports its unknown queens. A query beyond the limits would have only one error, with another code.
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual(Array(plans!).fill('BAD_USER_INPUT'));
  }
});

const INTROSPECTION = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true, oneOf: true });

test('the introspection query of graphql-js is within the limits', async () => {
  expect((await server.run(null, INTROSPECTION)).data.__schema.types.length).toBeGreaterThan(100);
});

const TOO_MANY_FIELDS = /could have \d+ fields; the limit is 500000/;

test.each([
  ['fields', `{ queens(first: 100) { nodes { ${daughters(2, '100')} } } }`, {}, TOO_MANY_FIELDS],
  [
    'fields, with a page size from a variable',
    `query ($n: Int!) { queens(first: $n) { nodes { ${daughters(2, '$n')} } } }`,
    { n: 100 },
    TOO_MANY_FIELDS,
  ],
  [
    'fields, with a page size from the default of a variable',
    `query ($n: Int! = 100) { queens(first: $n) { nodes { ${daughters(2, '$n')} } } }`,
    {},
    TOO_MANY_FIELDS,
  ],
  // Regression: one request could compute a hundred plans of 2,500 pairs, or rankings of all queens.
  ['plans', many(10, (n) => `p${n}: planMatings(input: $input) { use }`), input(50), TOO_MANY_FIELDS],
  [
    'pairs of a plan',
    `query ($input: MatingPlanInput = { queenIds: ${ids(50)}, droneMotherIds: ${ids(50)} }) { ...P }
     fragment P on Query { planMatings(input: $input) { ${pair(8)} } }`,
    {},
    TOO_MANY_FIELDS,
  ],
  [
    'pairs of a second plan, after a plan with one pair',
    `${many(1, () => `a: planMatings(input: { queenIds: ["x"], droneMotherIds: ["x"] }) { ...P } b: planMatings(input: $input) { ...P }`)}
     fragment P on MatingPlan { ${pair(8)} }`,
    input(50),
    TOO_MANY_FIELDS,
  ],
  [
    'rankings',
    `{ ${Array.from({ length: 26 }, (_, n) => `r${n}: ebvRanking { totalCount }`).join(' ')} }`,
    {},
    TOO_MANY_FIELDS,
  ],
  // Regression: one unauthenticated request could occupy the process for more than a second.
  [
    'fields of introspection',
    `{ ${[1, 2, 3, 4].map((n) => `s${n}: __schema { types { ...FullType } }`).join(' ')} } ${INTROSPECTION.slice(INTROSPECTION.indexOf('fragment'))}`,
    {},
    TOO_MANY_FIELDS,
  ],
  [
    'depth',
    `{ queens { nodes { ${'mother { '.repeat(19)} id ${'}'.repeat(19)} } } }`,
    {},
    /22 levels deep; the limit is 20/,
  ],
  [
    'aliases',
    `{ ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
    {},
    /101 aliases; the limit is 100/,
  ],
  ['repetitions of one field', `{ ${'__typename '.repeat(2000)} }`, {}, /2000 times in one place; the limit is 100/],
  ['tokens', `{ ${'me { id } '.repeat(3000)} }`, {}, /10000 tokens/],
])(
  'a query that exceeds a limit is rejected before any SQL statement, with a message that contains the limit (on %s)',
  async (_, query, variables, message) => {
    // prettier-ignore
    server.takeStatements();
    const { data, errors } = await server.run(account, query, variables);
    expect(data).toBeUndefined();
    expect(errors![0]!.message).toMatch(message);
    expect(errors![0]!.extensions.code).toMatch(/^GRAPHQL_(VALIDATION|PARSE)_FAILED$/);
    expect(server.takeStatements()).toEqual([]);
  },
);

test.each([
  ['page size', `query ($n: Int!) { queens(first: $n) { nodes { ${daughters(2, '$n')} } } }`, { n: 1 }, { n: 100 }],
  [
    'pairs of a plan',
    'query ($ids: [ID!]!) { planMatings(input: { queenIds: $ids, droneMotherIds: $ids, use: own_drones }) { ' +
      `${pair(8)} } }`,
    { ids: input(1).input.queenIds },
    { ids: input(50).input.queenIds },
  ],
])('a repeated query is checked with its own variables (%s)', async (_, query, few, many) => {
  const messages = async (variables: object) =>
    (await server.run(account, query, { ...variables })).errors?.map(({ message }) => message).join() ?? '';
  expect(await messages(few)).not.toMatch(TOO_MANY_FIELDS);
  expect(await messages(many)).toMatch(TOO_MANY_FIELDS);
  expect(await messages(few)).not.toMatch(TOO_MANY_FIELDS);
});

test('each fragment is checked only once, and a cycle of fragments is rejected', async () => {
  // The document uses the last fragment 6^15 times. A check of each use would not end before the timeout of the test.
  const uses = (next: number) => [1, 2, 3, 4, 5, 6].map((n) => `m${n}: mother { ...F${next} }`).join(' ');
  const nested = Array.from({ length: 15 }, (_, n) => `fragment F${n} on Queen { ${uses(n + 1)} }`).join(' ');
  const document = `{ queens(first: 100) { nodes { ...F0 } } } ${nested} fragment F15 on Queen { id }`;
  const { errors } = await server.run(account, document);
  expect(errors![0]!.message).toMatch(TOO_MANY_FIELDS);
  const circle = await server.run(account, '{ queens { nodes { ...A } } } fragment A on Queen { mother { ...A } }');
  expect(circle.errors![0]!.message).toMatch(/itself/);
});

test.each([
  ['selections', `${'{ a '.repeat(5000)}${'}'.repeat(5000)}`],
  ['lists', `{ queens(filter: ${'['.repeat(9000)}) { totalCount } }`],
  ['objects', `{ queens(filter: ${'{ a: '.repeat(3000)}1 ${'}'.repeat(3000)}) { totalCount } }`],
])('thousands of nested %s are rejected with a message of the service', async (_, query) => {
  // Regression: the response was the parser's error "Maximum call stack size exceeded".
  const { errors } = await server.run(account, query);
  expect(errors?.map(({ extensions }) => extensions)).toEqual([
    { code: 'BAD_USER_INPUT', errors: [{ path: 'query', message: 'must not nest brackets deeper than 64 levels' }] },
  ]);
});

// Regression: an unknown operation type was reported as an internal error, because graphql-js checks the type only
// during execution.
test('an operation type that the schema does not have is invalid', async () => {
  const { errors } = await server.run(account, 'subscription { queens { totalCount } }');
  expect(errors![0]).toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
});

// Regression: a document of a hundred characters could exhaust the memory of the process. Read permission was enough.
describe('nested unpaged lists with more rows than estimated', () => {
  const hives = (levels: number, plain: string): string => `hives { id ${levels > 1 ? `apiary { ${hives(levels - 1, plain)} }` : plain} }`; // prettier-ignore
  const sisters = (levels: number): string =>
    `allDaughters { id ${levels > 1 ? `mother { ${sisters(levels - 1)} }` : 'name'} }`;
  /** Inserts an apiary with 50 hives. */
  async function makeApiary(): Promise<string> {
    const id = await server.make.apiary(account);
    for (let name = 0; name < 50; name += 1) await server.make.hive(account, { apiary_id: id, name: `${name}` });
    return id;
  }
  let apiary: string;
  let dam: string;
  beforeAll(async () => {
    apiary = await makeApiary();
    dam = await server.make.queen(account);
    for (let name = 0; name < 300; name += 1) await server.make.queen(account, { mother_id: dam });
  });

  test('are returned if the response is within the limit', async () => {
    const { data, errors } = await server.run(account, `{ apiary(id: "${apiary}") { ${hives(2, 'name')} } }`);
    expect(errors).toBeUndefined();
    expect(data.apiary.hives[49].apiary.hives).toHaveLength(50);
  });

  test.each([
    ['hives of the apiary of each hive', () => `{ apiary(id: "${apiary}") { ${hives(6, 'name')} } }`],
    [
      'hives of the apiary of each hive, in a query that is not compiled',
      () => `query ($yes: Boolean = true) { apiary(id: "${apiary}") { ${hives(6, 'name @include(if: $yes)')} } }`,
    ],
    ['daughters of the mother of each daughter', () => `{ queen(id: "${dam}") { ${sisters(4)} } }`],
    [
      'daughters of the mother of each daughter, in fragments of a query that is not compiled',
      () => `{ queen(id: "${dam}") { ...A } } fragment A on Queen { ... @include(if: true) { ${sisters(4)} } }`,
    ],
  ])('are rejected if the response exceeds the limit: %s', async (_, query) => {
    const { data, errors } = await server.run(account, query());
    expect(Object.values(data ?? { data: null })).toEqual([null]);
    expect(errors![0]!.message).toMatch(/^The response would exceed 500000 fields\. Request smaller/);
    expect(errors![0]!.extensions).toEqual({ code: 'BAD_USER_INPUT' });
  });

  // Regression: the fields of an object that occurs several times in a response were counted only once, and the
  // rejection had the status 400 and the type `application/json` for all clients.
  test.each([
    ['application/json', 200],
    ['application/graphql-response+json', 400],
  ])(
    'are rejected for clients that accept %s with the status %d, even if all hives are the same',
    async (Accept, status) => {
      const query = `{ apiary(id: "${apiary}") { ${hives(3, 'a: type b: type c: type d: type e: type')} } }`;
      const identity = JSON.stringify({ kind: 'key', accountId: account, permissions: FULL_ACCESS });
      const response = await fetch(server.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept, identity },
        body: JSON.stringify({ query }),
      });
      expect([response.status, response.headers.get('Content-Type')]).toEqual([status, `${Accept}; charset=utf-8`]);
      expect(await response.json()).toEqual({
        errors: [
          {
            message: 'The response would exceed 500000 fields. Request smaller pages or fewer levels.',
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      });
    },
  );

  test('do not hide the result of a mutation if the response exceeds the limit', async () => {
    const { data, errors } = await server.run(
      account,
      `mutation { updateApiary(id: "${apiary}", input: { name: "Hill" }) { name ${hives(6, 'name')} } }`,
    );
    expect(errors![0]!.message).toMatch(/^The response would exceed/);
    expect(data.updateApiary.name).toBe('Hill');
  });

  test('are counted only once if a query is executed again because of an error in one of the rows', async () => {
    const queen = await server.make.queen(account);
    const withQueen = await makeApiary();
    await server.make.hive(account, { apiary_id: withQueen, queen_id: queen });
    // 51 × 51 hives with 190 fields each.
    const fields = `${'id '.repeat(99)} ${'name '.repeat(88)} queen { daughters(first: 0) { totalCount } }`;
    const query = `{ apiary(id: "${withQueen}") { hives { apiary { hives { ${fields} } } } } }`;
    const { data, errors } = await server.run(account, query);
    expect(new Set(errors!.map(({ path }) => path!.slice(-2).join('.')))).toEqual(new Set(['queen.daughters']));
    expect(data.apiary.hives[0].apiary.hives).toHaveLength(51);
  });
});

// Regression: the message wrongly reported null as the value.
test('a number outside the range of a double is rejected with its path, in a literal and in a variable', async () => {
  const queen = await server.make.queen(account);
  const input = (honey: string) => `{ queenId: "${queen}", year: 2022, honey: ${honey} }`;
  const written = await server.run(account, `mutation { createEvaluation(input: ${input('1e400')}) { id } }`);
  expect(written.errors![0]!.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    errors: [{ path: 'input.honey', message: 'must be a number from 0 to 200 kg, not Infinity' }],
  });
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"query":"query ($honey: Float) { queens { totalCount } }","variables":{"honey":1e400}}`,
  });
  const { errors } = (await response.json()) as { errors: unknown };
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', errors: [{ path: 'variables.honey' }] } }]);
});

test('an invalid literal is reported with its path', async () => {
  const createQueen = (members: string) =>
    `mutation { createQueen(input: { generation: F0, name: "B", ${members} }) { id } }`;
  const faults = async (query: string) =>
    (await server.run(account, query)).errors!.map(({ extensions }) => [extensions.code, extensions.errors]);
  const date = 'must be a date such as "2023-06-21", or a year alone such as "2023"';
  expect(await faults(createQueen('dateOfBirth: "2020-13-45"'))).toMatchObject([
    ['BAD_USER_INPUT', [{ path: 'input.dateOfBirth', message: date }]],
  ]);
  const instant = 'must be a date and time such as "2026-05-01T12:00:00Z"';
  expect(await faults('{ queens(filter: { updatedSince: "x", bornTo: "y" }) { totalCount } }')).toMatchObject([
    ['BAD_USER_INPUT', [{ path: 'filter.updatedSince', message: instant }]],
    ['BAD_USER_INPUT', [{ path: 'filter.bornTo', message: date }]],
  ]);
  const sorted = await faults('{ queens(sort: [{ field: NAME }, { field: "NAME" }]) { totalCount } }');
  expect(sorted).toMatchObject([['BAD_USER_INPUT', [{ path: 'sort.1.field' }]]]);
});
