import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';

let server: GraphQLServer;
let account: string;
let mother: string;
beforeAll(async () => {
  server = await serveGraphQL();
  const { make } = server;
  account = await make.account();
  mother = await make.queen(account, {
    name: 'Änne',
    race: 'Carnica',
    status: 'dead',
    birth_date: '2021',
    external_id: 'DE-44-1-3-2021',
  });
  const updated = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
  const rows = [
    { name: 'Berta', generation: 'F1', mother_id: mother, birth_date: '2023', status: 'testing' },
    { name: 'Čeda', generation: 'F1', mother_id: mother, birth_date: '2023-06-21', status: 'sold' },
    { name: '100 % pure', birth_date: '2023-12-31', race: 'carnica' },
    { name: "O'Hara \\ _x?", birth_date: '2024-01-01', external_id: 'de_44:1' },
    { name: 'Straße' },
  ];
  for (const row of rows) await make.queen(account, { ...updated, ...row });
  await make.identifier(account, mother, 'TELLO-9');
});
afterAll(() => server?.close());

async function names(filter: object, as = account): Promise<string[]> {
  const query = 'query ($filter: QueenFilter) { queens(filter: $filter) { totalCount nodes { name } } }';
  const { queens } = await server.data(as, query, { filter });
  expect(queens.totalCount).toBe(queens.nodes.length);
  return queens.nodes.map(({ name }: { name: string }) => name);
}

const O_HARA = "O'Hara \\ _x?";

test.each([
  [{}, ['100 % pure', 'Änne', 'Berta', 'Čeda', O_HARA, 'Straße']],
  [{ generation: null, search: null, year: null }, ['100 % pure', 'Änne', 'Berta', 'Čeda', O_HARA, 'Straße']],
  [{ generation: 'F1' }, ['Berta', 'Čeda']],
  [{ status: 'testing' }, ['Berta']],
  [{ living: true }, ['100 % pure', 'Berta', 'Čeda', O_HARA, 'Straße']],
  [{ living: false }, ['Änne']],
  [{ race: 'Carnica' }, ['Änne']],
  [{ year: 2023 }, ['100 % pure', 'Berta', 'Čeda']],
  [{ year: 2_000_000_000 }, []],
  [{ generation: 'F1', status: 'sold', year: 2023 }, ['Čeda']],
])('queens can be filtered by exact values: %j', async (filter, expected) => {
  expect(await names(filter)).toEqual(expected);
});

test('queens can be filtered by ids; unknown ids are ignored', async () => {
  const foreign = await server.make.queen(await server.make.account(), { name: 'Foreign' });
  expect(await names({ ids: [mother, foreign, 'no id'] })).toEqual(['Änne']);
  expect(await names({ ids: [mother], generation: 'F1' })).toEqual([]);
  expect(await names({ ids: [] })).toEqual([]);
});

test.each([
  [{ bornFrom: '2023' }, ['100 % pure', 'Berta', 'Čeda', O_HARA]],
  [{ bornTo: '2023' }, ['100 % pure', 'Änne', 'Berta', 'Čeda']],
  [{ bornFrom: '2023', bornTo: '2023' }, ['100 % pure', 'Berta', 'Čeda']],
  [{ bornFrom: '2023-06-21' }, ['100 % pure', 'Čeda', O_HARA]],
  [{ bornFrom: '2023-01-01' }, ['100 % pure', 'Berta', 'Čeda', O_HARA]],
  [{ bornFrom: '2023-01-01', bornTo: '2023-01-01' }, ['Berta']],
  [{ bornFrom: '2023-01-02' }, ['100 % pure', 'Čeda', O_HARA]],
  [{ bornFrom: '2022-12-31' }, ['100 % pure', 'Berta', 'Čeda', O_HARA]],
  [{ bornFrom: '2024-01-01' }, [O_HARA]],
  [{ bornTo: '2023-06-21' }, ['Änne', 'Berta', 'Čeda']],
  [{ bornFrom: '2024-01-02' }, []],
])('queens can be filtered by date or year of birth: %j', async (filter, expected) => {
  expect(await names(filter)).toEqual(expected);
});

test.each([
  ['anne', ['Änne']],
  ['ÄNN', ['Änne']],
  ['  ced ', ['Čeda']],
  ['STRASSE', ['Straße']],
  ['44-1', ['Änne']],
  ['tello', ['Änne']],
  ['DE_44', [O_HARA]],
  ['%', ['100 % pure']],
  ['_', [O_HARA]],
  ['\\', [O_HARA]],
  ["o'h", [O_HARA]],
  ['?', [O_HARA]],
  ['$1', []],
  [':x', []],
  [' ', ['100 % pure', 'Änne', 'Berta', 'Čeda', O_HARA, 'Straße']],
])(
  'queens can be searched by a part of their name or identifier, with any characters: %j',
  async (search, expected) => {
    expect(await names({ search })).toEqual(expected);
  },
);

// Regression: such a text matched every queen.
test.each(['\u200b', '\u00ad', '\u0301', ' \u0301\u200b '])(
  'a search text that contains only ignored characters finds no queen: %j',
  async (search) => {
    expect(await names({ search })).toEqual([]);
  },
);

// Regression: the database searched for five seconds.
test('a search text longer than any name finds no queen', async () => {
  expect(await names({ search: 'e'.repeat(900_000) })).toEqual([]);
});

test('queens can be filtered by mother; an invalid id or an id of another account finds no queen', async () => {
  expect(await names({ motherId: mother })).toEqual(['Berta', 'Čeda']);
  expect(await names({ motherId: 'mother' })).toEqual([]);
  expect(await names({ motherId: crypto.randomUUID() })).toEqual([]);
});

test('queens can be filtered by father and by mate', async () => {
  const breeder = await server.make.account();
  const sire = await server.make.queen(breeder, { name: 'Sire' });
  const dam = await server.make.queen(breeder, { name: 'Dam', mated_to_id: sire });
  await server.make.queen(breeder, { name: 'Offspring', mother_id: dam, father_id: sire });
  expect(await names({ fatherId: sire }, breeder)).toEqual(['Offspring']);
  expect(await names({ matedToId: sire }, breeder)).toEqual(['Dam']);
  expect(await names({ matedToId: 'sire' }, breeder)).toEqual([]);
  expect(await names({ matedToId: sire })).toEqual([]);
});

test('queens can be filtered by the time of their last change, to the millisecond', async () => {
  expect(await names({ updatedSince: '2026-01-01T00:00:00.001Z' })).toEqual(['Änne']);
  expect(await names({ updatedSince: '2026-01-01T01:00:00+01:00' })).toHaveLength(6);
});

test.each([
  ['{ bornFrom: "2023-02-29" }', { bornFrom: '2023-02-29' }, 'filter.bornFrom'],
  ['{ bornFrom: "23" }', { bornFrom: '23' }, 'filter.bornFrom'],
  ['{ generation: F9 }', { generation: 'F9' }, 'filter.generation'],
  ['{ updatedSince: "yesterday" }', { updatedSince: 'yesterday' }, 'filter.updatedSince'],
  ['{ colour: "red" }', { colour: 'red' }, 'filter'],
])('the error for an invalid value names the argument: %s', async (literal, filter, path) => {
  const query = 'query ($filter: QueenFilter) { queens(filter: $filter) { totalCount } }';
  const { errors } = await server.run(account, query, { filter });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', errors: [{ path }] } }]);
  const written = await server.run(account, `{ queens(filter: ${literal}) { totalCount } }`);
  // Regression: the error for an invalid literal did not name the argument.
  const isUnknown = path === 'filter';
  const fault = { code: 'BAD_USER_INPUT', errors: [{ path }] };
  expect(written.errors).toMatchObject([{ extensions: isUnknown ? { code: 'GRAPHQL_VALIDATION_FAILED' } : fault }]);
});

test('the error for text that the database cannot store names the argument', async () => {
  const literal = '{ search: "a\\u0000", race: "\\u0000" }';
  const { errors } = await server.run(account, `{ queens(filter: ${literal}) { totalCount } }`);
  const faults = errors![0]!.extensions.errors as { path: string }[];
  expect(errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
  expect(faults.map(({ path }) => path).sort()).toEqual(['filter.race', 'filter.search']);
});

// Identifiers with equal keys can exist, if they were stored before the service compared identifiers by keys.
test('a queen with exactly the requested identifier is found before queens with another spelling', async () => {
  const mine = await server.make.account();
  const spellings = ['de-7', 'DE-7', 'De-7'];
  for (const external_id of spellings) await server.make.queen(mine, { external_id });
  for (const number of spellings) {
    const query = 'query ($number: String!) { queen: queenByExternalId(externalId: $number) { externalId } }';
    expect(await server.data(mine, query, { number })).toEqual({ queen: { externalId: number } });
  }
});
