import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Permissions, Resource } from '../../src/auth/permissions.js';
import { serveGraphQL, type GraphQLServer } from '../support/graphql-server.js';

let server: GraphQLServer;
let account: string;
beforeAll(async () => {
  server = await serveGraphQL();
  const { make } = server;
  account = await make.account();
  const queen = await make.queen(account, { name: 'Anna' });
  const daughter = await make.queen(account, { name: 'Zoe', mother_id: queen });
  const apiary = await make.apiary(account);
  const hive = await make.hive(account, { apiary_id: apiary, queen_id: queen });
  for (const id of [queen, daughter]) await make.evaluation(account, id, { apiary_id: apiary, hive_id: hive });
  await make.breedingValue(account, await make.run(account), queen);
});
afterAll(() => server?.close());

const ROOTS: [Resource, string][] = [
  ['account', 'me { id }'],
  ['account', 'auditEvents { nodes { id address } }'],
  ['queens', 'queen(id: "x") { id }'],
  ['queens', 'queens { nodes { id } }'],
  ['queens', 'queenByExternalId(externalId: "x") { id }'],
  ['queens', 'import(id: "x") { id }'],
  ['queens', 'imports { nodes { id } }'],
  ['queens', 'queenTerms { races }'],
  ['queens', 'importFields { name }'],
  ['queens', 'savedViews(page: QUEENS) { id }'],
  ['evaluations', 'evaluation(id: "x") { id }'],
  ['evaluations', 'evaluations { nodes { id } }'],
  ['hive', 'apiary(id: "x") { id }'],
  ['hive', 'apiaries { nodes { id } }'],
  ['hive', 'hive(id: "x") { id }'],
  ['hive', 'hives { nodes { id } }'],
  ['blup', 'latestEbv { nodes { raw } }'],
  ['blup', 'queenEbv(queenId: "x") { raw }'],
  ['blup', 'ebvRun(id: "x") { id }'],
  ['blup', 'ebvRuns { nodes { id } }'],
  ['blup', 'publishedParameters { trait source }'],
  ['blup', 'ebvRanking { nodes { rank } }'],
  ['blup', 'ebvTrends { years { queens } }'],
  ['blup', 'indexWeights { updatedAt weights { honey } }'],
];

test.each(ROOTS)('a root field requires permission for %s: %s', async (resource, field) => {
  const signedOut = await server.run(null, `{ it: ${field} }`);
  expect(signedOut).toMatchObject({ data: { it: null }, errors: [{ extensions: { code: 'unauthenticated' } }] });

  const all: Partial<Permissions> = {
    queens: 'write',
    evaluations: 'write',
    blup: 'write',
    hive: 'write',
    account: 'write',
  };
  const refused = await server.run(account, `{ it: ${field} }`, {}, { ...all, [resource]: 'none' });
  const required = { resource, level: 'read' };
  expect(refused.data).toEqual({ it: null });
  expect(refused.errors).toMatchObject([{ path: ['it'], extensions: { code: 'insufficient_permission', required } }]);

  for (const level of ['read', 'write'] as const) {
    expect(await server.run(account, `{ it: ${field} }`, {}, { [resource]: level })).not.toHaveProperty('errors');
  }
});

/**
 * Lists with a field of another resource. Each entry contains the resource of the list, the name of the list, the
 * resource of the field, and the text of the field.
 */
const FIELDS_OF_OTHER_RESOURCES: [Resource, string, Resource, string][] = [
  ['queens', 'queens', 'evaluations', 'evaluations { honey }'],
  ['queens', 'queens', 'blup', 'ebv { raw }'],
  ['queens', 'queens', 'hive', 'hive { name }'],
  ['evaluations', 'evaluations', 'queens', 'queen { name }'],
  ['evaluations', 'evaluations', 'hive', 'apiary { name }'],
  ['evaluations', 'evaluations', 'hive', 'hive { name }'],
  ['hive', 'hives', 'queens', 'queen { name }'],
  ['blup', 'latestEbv', 'queens', 'queen { name }'],
];

test.each(FIELDS_OF_OTHER_RESOURCES)(
  'with permission for only %s, the list %s contains null instead of data of %s: %s',
  async (own, list, other, field) => {
    const query = `{ list: ${list}(first: 1) { nodes { __typename it: ${field} } } }`;
    const { data, errors } = await server.run(account, query, {}, { [own]: 'read' });
    expect(data.list.nodes).toMatchObject([{ it: null }]);
    expect(errors).toMatchObject([
      {
        path: ['list', 'nodes', 0, 'it'],
        extensions: { code: 'insufficient_permission', required: { resource: other } },
      },
    ]);
    const both = await server.run(account, query, {}, { [own]: 'read', [other]: 'read' });
    expect(both.errors).toBeUndefined();
    expect(both.data.list.nodes[0].it).not.toBeNull();
  },
);

test('offspring counts do not require permission for evaluations, but offspring traits do', async () => {
  const query = '{ queens(first: 1) { nodes { offspringStats { total evaluated traits { n } } } } }';
  const { data, errors } = await server.run(account, query, {}, { queens: 'read' });
  expect(data.queens.nodes[0].offspringStats).toEqual({ total: 1, evaluated: 1, traits: null });
  expect(errors).toMatchObject([{ path: ['queens', 'nodes', 0, 'offspringStats', 'traits'] }]);
});

test('the service reads no rows for which the caller lacks the permission', async () => {
  server.takeStatements();
  await server.run(
    account,
    '{ queens { nodes { evaluations { id } ebv { raw } hive { id } } } }',
    {},
    { queens: 'read' },
  );
  expect(server.takeStatements()).toHaveLength(1);
});

test('the schema can be read without authentication', async () => {
  const { data, errors } = await server.run(null, '{ __typename __schema { queryType { name } } }');
  expect(errors).toBeUndefined();
  expect(data).toEqual({ __typename: 'Query', __schema: { queryType: { name: 'Query' } } });
});
