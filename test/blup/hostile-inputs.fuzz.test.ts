import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  beeModel,
  beePedigree,
  beeVariances,
  breedingValues,
  contributionsOf,
  estimateVariances,
  ModelError,
  WORKER_AND_QUEEN,
  type BeeMating,
  type Limits,
  type GeneticModel,
  type Variances,
} from '../../src/blup/index.js';
import { runs } from '../support/fuzz.js';

/**
 * Maximum number of rejected inputs for each input with a result. If almost every input were rejected, the tests would
 * check no results. Rejected inputs are also checked, but do not count as runs.
 */
const MAX_REJECTED = 20;

const NEVER_EXACT: Limits = { entries: 0, work: 0 };

/** Powers of ten, most of them from 10⁻³ to 10³. */
const powerOfTen = (maxExponent: number) =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.double({ min: -3, max: 3, noNaN: true }) },
      fc.integer({ min: -maxExponent, max: maxExponent }),
    )
    .map((exponent) => 10 ** exponent);
const INVALID = [0, -1, NaN, Infinity, -Infinity, 1e300, 1e-320];
const variance = fc.oneof({ weight: 20, arbitrary: powerOfTen(12) }, fc.constantFrom(...INVALID));

const correlation = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -1, max: 1, noNaN: true }) },
  fc.constantFrom(-1, 1, 1 - 1e-12, 1.5),
);

const queens = fc.array(
  fc.record({
    dam: fc.nat(30),
    mate: fc.nat(30),
    kind: fc.constantFrom('dpq', 'single queen', 'unknown', 'none'),
    numbers: fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 12 })),
    group: fc.nat(2),
    tests: fc.integer({ min: 1, max: 3 }),
    value: fc.double({ min: -1, max: 1, noNaN: true }),
    weight: powerOfTen(9),
  }),
  { minLength: 2, maxLength: 25, size: 'max' },
);

interface Case {
  readonly model: GeneticModel;
  readonly variances: Variances;
}

const cases = fc
  .record({
    queens,
    weighted: fc.boolean(),
    scale: powerOfTen(110),
    offset: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, powerOfTen(20)),
    invalid: fc.option(fc.constantFrom(...INVALID), { freq: 20 }),
    worker: variance,
    queen: variance,
    residual: variance,
    correlation,
  })
  .map(({ queens: list, weighted, scale, offset, invalid, worker, queen, residual, correlation: r }): Case => {
    const pedigree = beePedigree(
      list.map(({ dam, mate, kind, numbers: [droneProducers, drones] }, id) => {
        // Parents are older queens, so that the pedigree has no cycle.
        const older = (other: number) => (id === 0 ? undefined : other % id);
        const sire = older(mate);
        const unknown: BeeMating = { kind: 'unknown', droneProducers, drones };
        const mating: BeeMating =
          sire === undefined || kind === 'unknown' || kind === 'none'
            ? unknown
            : kind === 'dpq'
              ? { kind, sire, droneProducers, drones }
              : { kind: 'single queen', sire, drones };
        return { id, colony: true, mating, ...(kind !== 'none' && id > 0 && { dam: older(dam)! }) };
      }),
    );
    const tested = list.flatMap(({ tests }, q) => Array.from({ length: tests }, () => q));
    const model = beeModel(pedigree, {
      queen: Int32Array.from(tested),
      group: Int32Array.from(tested, (q) => list[q]!.group),
      groups: 3,
      values: Float64Array.from(
        tested,
        (q, n) => (n === 1 ? invalid : null) ?? offset + scale * (list[q]!.value + (n % 3)),
      ),
      ...(weighted && { weights: Float64Array.from(tested, (q) => list[q]!.weight) }),
    });
    const covariance = r * Math.sqrt(worker) * Math.sqrt(queen);
    return { model, variances: beeVariances({ worker, queen, covariance, residual }) };
  });

/** Yields all numbers of a result. */
function* numbersIn(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (value instanceof Float64Array) yield* value;
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* numbersIn(each);
}

/**
 * Expects only finite numbers, or an error with a message.
 * @returns whether there is a result
 */
function expectFiniteOrRejected(compute: () => unknown): boolean {
  let result: unknown;
  try {
    result = compute();
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).message).toMatch(/^[^\s].{20}/);
    return false;
  }
  expect([...numbersIn(result)].find((number) => !Number.isFinite(number))).toBeUndefined();
  return true;
}

test.each([
  ['by factorization', undefined],
  ['by conjugate gradients', NEVER_EXACT],
])(
  'any input results in finite breeding values and r² from 0 to 1, or is rejected with a message (solved %s)',
  (_, limits) => {
    fc.assert(
      fc.property(cases, ({ model, variances }) => {
        fc.pre(
          expectFiniteOrRejected(() => {
            const options = { combinations: [WORKER_AND_QUEEN, [1, 0]], ...(limits && { limits }) };
            const result = breedingValues(model, variances, options);
            for (const { reliability } of result.reliabilities) {
              reliability.forEach((value) => expect(value >= 0 && value <= 1).toBe(true));
            }
            const node = Int32Array.from({ length: model.genetic.relationship.size }, (__, k) => k);
            return [result, contributionsOf(model, variances, result, WORKER_AND_QUEEN, { node })];
          }),
        );
      }),
      { numRuns: runs(40), maxSkipsPerRun: MAX_REJECTED },
    );
  },
);

test('any input results in variance estimates that are finite or null, or is rejected with a message', () => {
  fc.assert(
    fc.property(cases, ({ model }) => {
      fc.pre(
        expectFiniteOrRejected(() => {
          const result = estimateVariances(model);
          expect(result.iterations).toBeLessThanOrEqual(60);
          return result;
        }),
      );
    }),
    { numRuns: runs(24), maxSkipsPerRun: MAX_REJECTED },
  );
});
