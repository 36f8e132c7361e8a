import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { serveGraphQL, type GraphQLServer } from '../support/graphql-server.js';
import { LISTS, QUEEN } from './everything.js';

let server: GraphQLServer;
beforeAll(async () => {
  server = await serveGraphQL();
});
afterAll(() => server?.close());

/** An account with so many queens, each with parents, two daughters, and one of everything else. */
async function plant(count: number): Promise<string> {
  const { make } = server;
  const account = await make.account();
  const apiary = await make.apiary(account);
  const runs = [await make.run(account), await make.run(account, { computed_at: '2020-01-01T00:00:00Z' })];
  const ids = Array.from({ length: count }, () => uuid());
  for (const id of ids) {
    const [granny, mother, father, drone] = [uuid(), uuid(), uuid(), uuid()];
    await make.queens(account, [
      { id: granny, name: 'Z granny' },
      { id: father, name: 'Z father' },
      { id: drone, name: 'Z drone' },
      { id: mother, name: 'Z mother', mother_id: granny },
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

test('the number of statements is that of the question, not of the rows', async () => {
  const counts: number[][] = [];
  for (const rows of [1, 50]) {
    const account = await plant(rows);
    const query = `{ queens(first: ${rows}) { totalCount nodes { ${QUEEN} } } }`;
    server.taken();
    const { queens } = await server.data(account, query);
    const ofQueens = server.taken().length;
    expect(queens.nodes).toHaveLength(rows);
    for (const queen of queens.nodes) {
      expect(queen).toMatchObject({
        name: 'A',
        originData: { Name: 'A' },
        hive: { apiary: {} },
        ebv: [{}],
        history: [{}, {}],
      });
      expect(queen.daughters).toMatchObject({ totalCount: 2, nodes: [{}, {}] });
      expect(queen.pedigree.knownAncestors).toBe(3);
    }
    await server.data(account, `{ ${LISTS} }`);
    counts.push([ofQueens, server.taken().length]);
  }
  expect(counts[1]).toEqual(counts[0]);
  expect(counts[0]![0]).toBeLessThanOrEqual(22);
});

test('a list of fifty queens with their pedigrees takes two statements, with their number three', async () => {
  const account = await plant(50);
  const ask = async (fields: string) => {
    server.taken();
    await server.data(account, `{ queens(first: 50) { ${fields} } }`);
    return server.taken().length;
  };
  const pedigree = 'pedigree(depth: SEVEN) { ancestors { position generation queen { id name externalId } } }';
  expect(await ask(`nodes { id ${pedigree} }`)).toBe(2);
  expect(await ask(`totalCount nodes { id ${pedigree} }`)).toBe(3);
  expect(await ask('nodes { id mother { id mother { id } father { id } } father { id mother { id } } }')).toBe(2);
});

test('no statement of the whole reading side leaves out the account', async () => {
  const account = await plant(2);
  server.taken();
  await server.data(account, `{ queens { totalCount nodes { ${QUEEN} } } ${LISTS}
    queenByExternalId(externalId: "x") { id } found: queens(filter: { search: "a" }) { nodes { id } } }`); // prettier-ignore
  const statements = server.taken();
  expect(statements.length).toBeGreaterThan(20);
  for (const statement of statements) expect(statement).toMatch(/account_id/);
});
