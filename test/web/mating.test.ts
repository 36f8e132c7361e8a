import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bestPairs, type Candidate } from '../../src/web/mating/best-pairs.js';
import { runs } from '../support/fuzz.js';

const QUEENS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Pairs in order, as the server ranks them. */
const pairs = fc
  .tuple(
    fc.array(fc.option(fc.constantFrom(...QUEENS)), { minLength: 6, maxLength: 6 }),
    fc.uniqueArray(
      fc.record({
        queen: fc.constantFrom('a', 'b'),
        mate: fc.constantFrom(...QUEENS),
        inbreeding: fc.integer({ max: 9, min: 0 }),
      }),
      { selector: ({ queen, mate }) => `${queen} ${mate}` },
    ),
  )
  .map(([mothers, found]) =>
    found
      .filter(({ queen, mate }) => queen !== mate)
      .map(({ queen, mate, inbreeding }) => {
        const parent = (id: string) => ({ id, motherId: mothers[QUEENS.indexOf(id)] ?? null });
        return { queen: parent(queen), mate: parent(mate), inbreeding };
      }),
  );

describe('the best pairs', () => {
  const isClose = ({ queen, mate }: Candidate) => mate.id === queen.motherId || mate.motherId === queen.id;

  test('of each queen are the first ones below the limit, without her dam and her daughters', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 9 }), (all, count, ceiling) => {
        const best = bestPairs(all, count, ceiling);
        for (const id of ['a', 'b']) {
          const ofHer = all.filter((pair) => pair.queen.id === id && !isClose(pair));
          const fitting = ofHer.filter(({ inbreeding }) => inbreeding <= ceiling).slice(0, count);
          const found = best.filter(({ queen }) => queen.id === id);
          expect(found.filter(({ inbreeding }) => inbreeding <= ceiling)).toEqual(fitting);
          // In the order of the ranking, including pairs that are excluded only because of their inbreeding.
          const end = fitting.length < count ? ofHer.length : ofHer.indexOf(fitting.at(-1)!) + 1;
          expect(found).toEqual(ofHer.slice(0, end));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('are all pairs of a queen if their number is not limited', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        expect(bestPairs(all, 99)).toEqual(all.filter((pair) => !isClose(pair)));
      }),
      { numRuns: runs(100) },
    );
  });
});
