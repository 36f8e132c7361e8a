import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { diploidPedigree, logDeterminant, type Animal } from '../../src/blup/index.js';
import { distanceFromIdentity, denseInverse, denseOf, tabularDiploid } from './tabular.js';

const inOrder = (values: Float64Array, nodeOf: Int32Array) => Array.from(nodeOf, (node) => values[node]);

test('inbreeding and Mendelian sampling variances of six animals equal the values that Henderson published', () => {
  const { relationship, nodeOf } = diploidPedigree([
    { id: 6, sire: 5, dam: 2 },
    { id: 1 },
    { id: 2 },
    { id: 3, sire: 1, dam: 2 },
    { id: 4, sire: 1 },
    { id: 5, sire: 4, dam: 3 },
  ]);
  expect(inOrder(relationship.inbreeding, nodeOf)).toEqual([0.125, 0, 0, 0, 0, 0.125]);
  expect(inOrder(relationship.d, nodeOf)).toEqual([0.46875, 1, 1, 0.5, 0.75, 0.5]);
  expect(logDeterminant(relationship)).toBeCloseTo(Math.log(0.75 * 0.5 * 0.5 * 0.46875), 12);
});

/** Generates pedigrees with half and full sibs, selfing and unknown parents. */
const pedigrees = fc
  .array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 30 })
  .map((draws) =>
    draws.map(([s, d, known], id): Animal => {
      const earlier = (draw: number) => (id === 0 ? null : id - 1 - (draw % Math.min(id, 6)));
      return { id, sire: known < 2 ? null : earlier(s), dam: known === 1 || known === 2 ? null : earlier(d) };
    }),
  );

test('relationships, inbreeding and the inverse equal those of the tabular method', () => {
  fc.assert(
    fc.property(
      pedigrees.chain((animals) =>
        fc.tuple(fc.constant(animals), fc.shuffledSubarray(animals, { minLength: animals.length })),
      ),
      ([animals, shuffled]) => {
        const { relationship, places, nodeOf } = diploidPedigree(shuffled);
        const [a, reference] = [denseOf(relationship), tabularDiploid(animals)];
        const node = animals.map(({ id }) => nodeOf[places.get(id)!]!);
        animals.forEach((_, i) => {
          expect(relationship.inbreeding[node[i]!]).toBeCloseTo(reference[i]![i]! - 1, 10);
          expect(relationship.diagonal[node[i]!]).toBeCloseTo(reference[i]![i]!, 10);
          animals.forEach((_, j) => expect(a[node[i]!]![node[j]!]).toBeCloseTo(reference[i]![j]!, 10));
        });
        const smallest = relationship.d.reduce((smallest, d) => Math.min(smallest, d));
        expect(distanceFromIdentity(denseInverse(relationship), a)).toBeLessThan(1e-12 / smallest);
      },
    ),
  );
});
