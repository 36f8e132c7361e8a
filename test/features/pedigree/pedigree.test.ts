import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';
import { runs } from '../../support/fuzz.js';

let server: GraphQLServer;
beforeAll(async () => {
  server = await serveGraphQL();
});
afterAll(() => server?.close());

/** Parents by position in a list of queens, in which every parent precedes her daughters. */
interface Parents {
  mother: number | null;
  father: number | null;
}

/**
 * Random pedigrees. The parents of each queen are among the six queens before her, so that ancestors occur at many
 * positions.
 */
const pedigrees = fc
  .array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 40 })
  .map((draws) =>
    draws.map(([m, f, chance], index): Parents => {
      const earlier = (draw: number) => (index === 0 ? null : index - 1 - (draw % Math.min(index, 6)));
      return { mother: chance === 0 ? null : earlier(m), father: chance <= 2 ? null : earlier(f) };
    }),
  );

/** Positions of all known ancestors of a queen, found by following the parents. */
function positionsOf(parents: Parents[], queen: number, depth: number, position = 1): Map<number, number> {
  const found = new Map<number, number>();
  const { mother, father } = parents[queen]!;
  for (const [parent, place] of [
    [mother, 2 * position],
    [father, 2 * position + 1],
  ] as const) {
    // prettier-ignore
    if (parent === null || depth === 0) continue;
    found.set(place, parent);
    for (const [further, ancestor] of positionsOf(parents, parent, depth - 1, place)) found.set(further, ancestor);
  }
  return found;
}

const nested = (levels: number): string =>
  levels === 0 ? 'id' : `id mother { ${nested(levels - 1)} } father { ${nested(levels - 1)} }`;

interface Node {
  id: string;
  mother?: Node | null;
  father?: Node | null;
}

/** Positions and ids of all queens in a nested response. */
function positionsIn(node: Node, position = 1): [number, string][] {
  return (
    [
      [node.mother, 2 * position],
      [node.father, 2 * position + 1],
    ] as const
  ).flatMap(([parent, place]) =>
    // prettier-ignore
    parent ? [[place, parent.id] as [number, string], ...positionsIn(parent, place)] : [],
  );
}

async function insertQueens(parents: Parents[]) {
  const account = await server.make.account();
  const ids = parents.map(() => uuid());
  const at = (index: number | null) => (index === null ? null : ids[index]);
  await server.make.queens(
    account,
    parents.map(({ mother, father }, index) => ({
      id: ids[index],
      mother_id: at(mother),
      father_id: at(father),
    })),
  );
  return { account, ids };
}

const expected = (parents: Parents[], ids: string[], queen: number, depth: number) =>
  [...positionsOf(parents, queen, depth)].map(([place, index]) => [place, ids[index]]).sort(byPlace);
const byPlace = ([a]: unknown[], [b]: unknown[]) => Number(a) - Number(b);

test('flat and nested pedigrees contain exactly the known ancestors; for a whole list, one additional statement reads all ancestors', async () => {
  await fc.assert(
    fc.asyncProperty(pedigrees, fc.constantFrom(3, 5, 7), async (parents, depth) => {
      const { account, ids } = await insertQueens(parents);
      const word = { 3: 'THREE', 5: 'FIVE', 7: 'SEVEN' }[depth];
      server.takeStatements();
      const flat = await server.data(
        account,
        `{ queens(first: 100) { nodes { id pedigree(depth: ${word}) {
          depth knownAncestors completeness ancestors { position generation queen { id } } } } } }`,
      );
      expect(server.takeStatements().length).toBeLessThanOrEqual(2);
      const deep = await server.data(account, `{ queens(first: 100) { nodes { ${nested(depth)} } } }`);
      expect(server.takeStatements().length).toBeLessThanOrEqual(2);

      expect(flat.queens.nodes).toHaveLength(parents.length);
      for (const { id, pedigree } of flat.queens.nodes) {
        const index = ids.indexOf(id);
        const known = expected(parents, ids, index, depth);
        expect(pedigree.ancestors.map((a: { position: number; queen: Node }) => [a.position, a.queen.id])).toEqual(
          known,
        );
        for (const { position, generation } of pedigree.ancestors) {
          expect(generation).toBe(Math.floor(Math.log2(position)));
        }
        expect(pedigree).toMatchObject({ depth: word, knownAncestors: known.length });
        expect(pedigree.completeness).toBeCloseTo(known.length / (2 ** (depth + 1) - 2), 12);
      }
      for (const node of deep.queens.nodes) {
        const known = expected(parents, ids, ids.indexOf(node.id), depth);
        expect(positionsIn(node).sort(byPlace)).toEqual(known);
      }
    }),
    { numRuns: runs(25) },
  );
});

test('all pedigrees in one query share one statement, even with several depths, fragments and aliases', async () => {
  const parents: Parents[] = Array.from({ length: 12 }, (_, index) => ({
    mother: index > 0 ? index - 1 : null,
    father: index > 1 ? index - 2 : null,
  }));
  const { account, ids } = await insertQueens(parents);
  server.takeStatements();
  const { queen } = await server.data(
    account,
    `query ($id: ID!) { queen(id: $id) {
      dam: mother { ...Up } father { id ... on Queen { mother { id } } }
      short: pedigree { ancestors { queen { id mother { id } } } }
      long: pedigree(depth: SEVEN) { knownAncestors } } }
    fragment Up on Queen { id mother { id father { id matedTo { id } } } }`,
    { id: ids[11] },
  );
  expect(server.takeStatements()).toHaveLength(1);
  expect(queen.dam.mother.father.id).toBe(ids[7]);
  expect(queen.father.mother.id).toBe(ids[8]);
  expect(queen.short.ancestors).toHaveLength(14);
  expect(queen.long.knownAncestors).toBe(positionsOf(parents, 11, 7).size);
});

test('the pedigree of a founder is empty and needs no additional statement', async () => {
  const { account, ids } = await insertQueens([{ mother: null, father: null }]);
  server.takeStatements();
  const query =
    'query ($id: ID!) { queen(id: $id) { pedigree { knownAncestors completeness ancestors { position } } } }';
  const { queen } = await server.data(account, query, { id: ids[0] });
  expect(queen.pedigree).toEqual({ knownAncestors: 0, completeness: 0, ancestors: [] });
  expect(server.takeStatements()).toHaveLength(1);
});

test('the pedigree of a queen on a cycle ends at the requested depth', async () => {
  const account = await server.make.account();
  const id = uuid();
  await server.make.queens(account, [{ id, mother_id: id, father_id: id }]);
  const query = 'query ($id: ID!) { queen(id: $id) { pedigree(depth: SEVEN) { knownAncestors completeness } } }';
  const { queen } = await server.data(account, query, { id });
  expect(queen.pedigree).toEqual({ knownAncestors: 254, completeness: 1 });
});
