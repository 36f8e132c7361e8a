import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assignment, cheapestPairs, type Assignable } from '../../src/web/mating/assignment.js';
import { bestPairs, type Candidate } from '../../src/web/mating/best-pairs.js';
import { inbreedingLevel } from '../../src/web/mating/inbreeding-level.js';
import { runs } from '../support/fuzz.js';

const QUEENS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Random pairs. Their order stands for the ranking of the server. */
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

test.each([
  [0, null],
  [0.0624, null],
  [0.0625, 'raised'],
  [0.1244, 'raised'],
  // This value is shown as 12.5 %.
  [0.12451, 'high'],
  [0.25, 'high'],
] as const)('inbreeding of %d is marked as %s', (inbreeding, level) => {
  expect(inbreedingLevel(inbreeding)).toBe(level);
});

describe('the best pairs', () => {
  const isClose = ({ queen, mate }: Candidate) => mate.id === queen.motherId || mate.motherId === queen.id;

  test('are the first pairs of each queen, without her dam and daughters, until enough are within the limit', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 9 }), (all, count, ceiling) => {
        const best = bestPairs(all, count, ceiling);
        for (const id of ['a', 'b']) {
          const ofHer = all.filter((pair) => pair.queen.id === id && !isClose(pair));
          const fitting = ofHer.filter(({ inbreeding }) => inbreeding <= ceiling).slice(0, count);
          const found = best.filter(({ queen }) => queen.id === id);
          expect(found.filter(({ inbreeding }) => inbreeding <= ceiling)).toEqual(fitting);
          // Pairs above the limit are also returned, in the order of the ranking.
          const end = fitting.length < count ? ofHer.length : ofHer.indexOf(fitting.at(-1)!) + 1;
          expect(found).toEqual(ofHer.slice(0, end));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('include all pairs of a queen, without her dam and her daughters, if there are fewer than requested', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        expect(bestPairs(all, 99)).toEqual(all.filter((pair) => !isClose(pair)));
      }),
      { numRuns: runs(100) },
    );
  });
});

/** Yields all ways to assign a column or none to each row, with each column at most once. */
function* choices(rows: number, columns: number, used: readonly number[] = []): Generator<(number | null)[]> {
  if (rows === 0) return yield [];
  for (const column of [null, ...Array.from({ length: columns }, (_, each) => each)]) {
    if (column !== null && used.includes(column)) continue;
    for (const others of choices(rows - 1, columns, column === null ? used : [...used, column]))
      yield [column, ...others];
  }
}

describe('the cheapest pairs of rows and columns', () => {
  const costs = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 })).chain(([rows, more]) =>
    fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: rows + more, maxLength: rows + more }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

  test('use each row once and each column at most once, and no other such choice costs less', () => {
    fc.assert(
      fc.property(costs, (cost) => {
        const found = cheapestPairs(cost, [...cost[0]!.keys()], (row, column) => row[column]!);
        expect(new Set(found.map(([row]) => row)).size).toBe(cost.length);
        expect(new Set(found.map(([, column]) => column)).size).toBe(cost.length);
        const sum = (chosen: readonly number[]) =>
          chosen.reduce((total, column, row) => total + cost[row]![column]!, 0);
        const all = [...choices(cost.length, cost[0]!.length)].filter((each) => !each.includes(null)) as number[][];
        expect(found.reduce((total, [row, column]) => total + row[column]!, 0)).toBe(Math.min(...all.map(sum)));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('an assignment of drone mothers', () => {
  const pair = (queen: string, mate: string, index: number | null, inbreeding: number): Assignable => ({
    key: `${queen} ${mate}`,
    queen: { id: queen },
    mate: { id: mate },
    index,
    inbreeding,
  });
  const plans = fc.uniqueArray(
    fc.record({
      queen: fc.constantFrom('a', 'b', 'c'),
      mate: fc.constantFrom('x', 'y', 'z'),
      index: fc.integer({ min: 60, max: 140 }),
      inbreeding: fc.constant(0),
    }),
    { selector: ({ queen, mate }) => `${queen} ${mate}`, minLength: 1 },
  );

  test('assigns drone mothers to as many queens as possible, within the maximum per drone mother, with the largest sum of indices', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 3 }), (plan, most) => {
        const all = plan.map(({ queen, mate, index, inbreeding }) => pair(queen, mate, index, inbreeding));
        const queens = [...new Set(all.map(({ queen }) => queen.id))];
        const valid: Assignable[][] = [];
        const extend = (at: number, chosen: Assignable[]): void => {
          if (at === queens.length) return void valid.push(chosen);
          extend(at + 1, chosen);
          for (const each of all.filter(({ queen }) => queen.id === queens[at])) {
            if (chosen.filter(({ mate }) => mate.id === each.mate.id).length < most) extend(at + 1, [...chosen, each]);
          }
        };
        extend(0, []);
        const worth = (chosen: readonly Assignable[]) => [
          chosen.length,
          chosen.reduce((sum, { index }) => sum + index!, 0),
        ];
        const best = valid.map(worth).sort(([n, s], [m, t]) => m! - n! || t! - s!)[0];
        const found = assignment(all, most);
        expect(worth(found)).toEqual(best);
        expect(new Set(found.map(({ queen }) => queen.id)).size).toBe(found.length);
        for (const { mate } of found) {
          expect(found.filter((each) => each.mate.id === mate.id).length).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('has the smallest sum of inbreeding if there are no indices', () => {
    const all = [
      pair('a', 'x', null, 0.01),
      pair('a', 'y', null, 0.02),
      pair('b', 'x', null, 0),
      pair('b', 'y', null, 0.1),
    ];
    expect(assignment(all, 1).map(({ key }) => key)).toEqual(['a y', 'b x']);
    expect(assignment(all, 2).map(({ key }) => key)).toEqual(['a x', 'b x']);
  });
});
