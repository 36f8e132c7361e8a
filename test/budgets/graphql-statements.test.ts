import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { serveGraphQL, type GraphQLServer } from '../support/graphql-server.js';
import { LISTS, PIECES, QUEEN } from '../graphql/all-fields.js';

let server: GraphQLServer;
beforeAll(async () => {
  server = await serveGraphQL();
});
afterAll(() => server?.close());

/**
 * Inserts an account with `count` queens. Each queen has parents, a mate, two daughters, a breeding value of each of
 * two runs, and one row of each other kind. All hives are at one apiary.
 */
async function insertAccount(count: number): Promise<string> {
  const { make } = server;
  const account = await make.account();
  const apiary = await make.apiary(account);
  const runs = [await make.run(account), await make.run(account, { computed_at: '2020-01-01T00:00:00Z' })];
  const ids = Array.from({ length: count }, () => uuid());
  for (const id of ids) {
    const [grandmother, mother, father, drone] = [uuid(), uuid(), uuid(), uuid()];
    await make.queens(account, [
      { id: grandmother, name: 'Z granny' },
      { id: father, name: 'Z father' },
      { id: drone, name: 'Z drone' },
      { id: mother, name: 'Z mother', mother_id: grandmother },
      { id, name: 'A', mother_id: mother, father_id: father, mated_to_id: drone },
      { name: 'Z daughter', generation: 'F1', mother_id: id },
      { name: 'Z daughter', generation: 'F1', mother_id: id },
    ].map((row) => ({ external_id: uuid(), ...row }))); // prettier-ignore
    await make.identifier(account, id, uuid());
    const hive = await make.hive(account, { apiary_id: apiary, queen_id: id });
    await make.evaluation(account, id, { apiary_id: apiary, hive_id: hive });
    for (const run of runs) await make.breedingValue(account, run, id);
    await make.import(account, {}, [[id, 'A']]);
  }
  return account;
}

let one: string;
let fifty: string;
beforeAll(async () => {
  one = await insertAccount(1);
  fifty = await insertAccount(50);
});

async function count(account: string, query: string): Promise<number> {
  server.takeStatements();
  await server.data(account, query);
  return server.takeStatements().length;
}

test.each([...PIECES.map((piece) => `queens(first: 50) { totalCount nodes { ${piece} } }`), ...LISTS])(
  'fifty rows need as many statements as one row: %s',
  async (list) => {
    const ofOne = await count(one, `{ ${list} }`);
    expect(ofOne).toBeGreaterThan(0);
    expect(await count(fifty, `{ ${list} }`)).toBe(ofOne);
  },
);

test('a query for all kinds of rows needs about one statement for each kind', async () => {
  const query = `{ queens(first: 50) { totalCount nodes { ${QUEEN} } } }`;
  const { queens } = await server.data(fifty, query);
  const firsts = queens.nodes.filter(({ name }: { name: string }) => name === 'A');
  expect(firsts).toHaveLength(50);
  for (const queen of firsts) {
    expect(queen).toMatchObject({ originData: { Name: 'A' }, hive: { apiary: {} }, ebv: [{}], history: [{}, {}] });
    expect(queen.daughters).toMatchObject({ totalCount: 2, nodes: [{}, {}] });
    expect(queen.pedigree.knownAncestors).toBe(3);
  }
  // Fields that return the same kind of row share a statement if they are resolved at the same time.
  for (const account of [one, fifty]) expect(await count(account, query)).toBeLessThanOrEqual(26);
});

test('a list of fifty queens with their pedigrees needs two statements, or three with the total', async () => {
  const countFor = (fields: string) => count(fifty, `{ queens(first: 50) { ${fields} } }`);
  const pedigree = 'pedigree(depth: SEVEN) { ancestors { position generation queen { id name externalId } } }';
  expect(await countFor(`nodes { id ${pedigree} }`)).toBe(2);
  expect(await countFor(`totalCount nodes { id ${pedigree} }`)).toBe(3);
  expect(await countFor('nodes { id mother { id mother { id } father { id } } father { id mother { id } } }')).toBe(2);
});

test('the inbreeding of fifty queens needs one statement in addition to the list, also in a repeated query', async () => {
  for (let time = 0; time < 2; time += 1)
    expect(await count(fifty, '{ queens(first: 50) { nodes { inbreeding } } }')).toBe(2);
});

test('every statement of the read operations contains account_id', async () => {
  const account = await insertAccount(2);
  server.takeStatements();
  await server.data(account, `{ queens { totalCount nodes { ${QUEEN} } } ${LISTS.join(' ')}
    queenByExternalId(externalId: "x") { id } found: queens(filter: { search: "a" }) { nodes { id } } }`); // prettier-ignore
  const statements = server.takeStatements();
  expect(statements.length).toBeGreaterThan(20);
  for (const statement of statements) expect(statement).toMatch(/account_id/);
});
