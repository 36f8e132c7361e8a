import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../support/graphql-server.js';
import { LISTS, QUEEN } from './all-fields.js';

let server: GraphQLServer;
let account: string;
let otherAccount: string;
const id: Record<string, string> = {};

beforeAll(async () => {
  server = await serveGraphQL();
  const { make } = server;
  account = await make.account();
  otherAccount = await make.account({ name: 'Berta' });
  id.mother = await make.queen(otherAccount, { name: 'Hidden mother' });
  id.queen = await make.queen(otherAccount, { name: 'Hidden', external_id: 'DE-7', mother_id: id.mother });
  await make.identifier(otherAccount, id.queen, 'OTHER-7');
  id.apiary = await make.apiary(otherAccount);
  id.hive = await make.hive(otherAccount, { queen_id: id.queen });
  id.evaluation = await make.evaluation(otherAccount, id.queen);
  id.ebvRun = await make.run(otherAccount);
  await make.breedingValue(otherAccount, id.ebvRun, id.queen);
  id.import = await make.import(otherAccount, {}, [[id.queen, 'Hidden']]);
});
afterAll(() => server?.close());

const ONE = `query ($queen: ID!, $apiary: ID!, $hive: ID!, $evaluation: ID!, $ebvRun: ID!, $import: ID!) {
  queen(id: $queen) { id } apiary(id: $apiary) { id } hive(id: $hive) { id } evaluation(id: $evaluation) { id }
  ebvRun(id: $ebvRun) { id } import(id: $import) { id } queenEbv(queenId: $queen) { raw } }`;

test('the owner finds each row by its id, also in upper case', async () => {
  const upperCase = Object.fromEntries(Object.entries(id).map(([name, value]) => [name, value.toUpperCase()]));
  const found = await server.data(otherAccount, ONE, upperCase);
  const { queen, apiary, hive, evaluation, ebvRun } = id;
  expect(found).toMatchObject({ queen: { id: queen }, apiary: { id: apiary }, hive: { id: hive } });
  expect(found).toMatchObject({ evaluation: { id: evaluation }, ebvRun: { id: ebvRun }, import: { id: id.import } });
  expect(found.queenEbv).toHaveLength(1);
});

const NONE = { queen: null, apiary: null, hive: null, evaluation: null, ebvRun: null, import: null, queenEbv: null };

test('rows of another account are not found', async () => {
  expect(await server.data(account, ONE, id)).toEqual(NONE);
});

test('a malformed id finds no row, without an error', async () => {
  for (const text of ['', 'abc', "' or 1=1 --", '00000000-0000-0000-0000-00000000000g', '1']) {
    const variables = Object.fromEntries(Object.keys(id).map((name) => [name, text]));
    expect(await server.data(account, ONE, variables)).toEqual(NONE);
  }
});

test('no list, filter or search contains rows of another account', async () => {
  const data = await server.data(
    account,
    `query ($queen: ID!, $mother: ID!, $apiary: ID!) {
      queens { totalCount nodes { ${QUEEN} } } ${LISTS.join(' ')}
      daughters: queens(filter: { motherId: $mother }) { totalCount }
      named: queens(filter: { search: "hidden" }) { totalCount }
      numbered: queens(filter: { search: "OTHER-7" }) { totalCount }
      main: queenByExternalId(externalId: "DE-7") { id }
      other: queenByExternalId(externalId: "OTHER-7") { id }
      ofQueen: evaluations(filter: { queenId: $queen, apiaryId: $apiary }) { totalCount }
      values: latestEbv(queenId: $queen) { totalCount }
      at: hives(filter: { apiaryId: $apiary }) { totalCount }
      headed: hives(filter: { queenId: $queen }) { totalCount } }`,
    id,
  );
  const { main, other, ...lists } = data;
  expect([main, other]).toEqual([null, null]);
  for (const list of Object.values(lists)) expect(list).toMatchObject({ totalCount: 0 });
});

test('a cursor of another account is rejected, and shows no row of that account', async () => {
  const query =
    'query ($after: String) { latestEbv(first: 1, after: $after) { run { id } totalCount nodes { raw } edges { cursor } } }';
  const { latestEbv } = await server.data(otherAccount, query);
  const { data, errors } = await server.run(account, query, { after: latestEbv.edges[0].cursor });
  expect(data).toEqual({ latestEbv: null });
  expect(errors!.map(({ message }) => message)).toEqual([
    'after: must be a cursor from a run that still exists; start again without a cursor',
  ]);
});

test('each account reads its own account data', async () => {
  expect((await server.data(otherAccount, '{ me { id name } }')).me).toEqual({ id: otherAccount, name: 'Berta' });
});
