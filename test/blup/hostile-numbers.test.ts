import { expect, test } from '@jest/globals';
import {
  beeModel,
  beePedigree,
  beeVariances,
  breedingValues,
  estimateVariances,
  ModelError,
  WORKER_AND_QUEEN,
  type BeeQueen,
  type Limits,
  type Model,
} from '../../src/blup/index.js';
import { beeExample, usual } from './examples.js';
import { denseSolution } from './reference.js';

const NEVER_EXACT: Limits = { entries: 0, work: 0 };
const SOLVER_OPTIONS = [{}, { limits: NEVER_EXACT }];
const PARAMETERS = beeVariances({ worker: 50, queen: 30, covariance: -15, residual: 60 });

const transformed = (model: Model, by: (value: number) => number): Model => ({
  ...model,
  values: model.values.map(by),
});
const correlated = (correlation: number) => ({
  genetic: [
    [50, 50 * correlation],
    [50 * correlation, 50],
  ],
  residual: 60,
});

// Regression: solutions for values far from zero were inexact, because the stopping rule of conjugate gradients was
// relative to the values.
test('a common offset of all values does not reduce the precision of either solver', () => {
  const { model } = beeExample(200);
  const expected = breedingValues(model, usual);
  for (const options of SOLVER_OPTIONS) {
    const result = breedingValues(
      transformed(model, (value) => value + 1e9),
      usual,
      options,
    );
    result.genetic.forEach((values, i) =>
      values.forEach((value, k) => expect(value).toBeCloseTo(expected.genetic[i]![k]!, 6)),
    );
    result.fixed[0]!.forEach((value, l) => {
      const group = (model.fixed[0] as { level: Int32Array }).level.includes(l);
      if (group) expect(value - 1e9).toBeCloseTo(expected.fixed[0]![l]!, 5);
    });
  }
});

// Regression: REML did not converge in 100 iterations with values near 10⁶, but converged in 27 iterations without the
// offset.
test('a common offset of all values does not change estimated variances', () => {
  const { model } = beeExample(150, { years: 3 });
  const [one, other] = [model, transformed(model, (value) => value + 1e7)].map((of) => estimateVariances(of));
  expect([one!.converged, other!.converged]).toEqual([true, true]);
  expect(other!.logLikelihood).toBeCloseTo(one!.logLikelihood, 5);
});

// Regression: after about 40 generations, the Mendelian sampling variances were so small that the equations were
// reported as singular.
test.each([
  [30, 1],
  [60, 12],
  [400, 1],
])(
  'the solutions for a line selfed for %i generations with %i drones equal a dense reference or, for 400 generations, each other',
  (generations, drones) => {
    const queens = Array.from({ length: generations }, (_, q): BeeQueen => {
      return { id: q, colony: true, mating: { kind: 'single queen', sire: q, drones }, ...(q > 0 && { dam: q - 1 }) };
    });
    const pedigree = beePedigree(queens);
    const tested = queens.map((_, q) => q).filter((q) => q < 25 || q >= generations - 5);
    const model = beeModel(pedigree, {
      queen: Int32Array.from(tested),
      group: Int32Array.from(tested, (q) => q % 2),
      groups: 2,
      values: Float64Array.from(tested, (q) => 30 + ((q * 7919) % 13)),
    });
    const last = [pedigree.queenNode.at(-1)!, pedigree.workerNode.at(-1)!];
    const dense = generations > 100 ? undefined : denseSolution(model, PARAMETERS);
    const result = SOLVER_OPTIONS.map((options) =>
      breedingValues(model, PARAMETERS, { combinations: [WORKER_AND_QUEEN], ...options }),
    );
    for (const { genetic, reliabilities } of result) {
      for (const k of last) {
        for (const i of [0, 1]) {
          expect(genetic[i]![k]).toBeCloseTo(dense?.genetic(i, k) ?? result[1]!.genetic[i]![k]!, 5);
        }
      }
      reliabilities[0]!.reliability.forEach((value) => expect(value >= 0 && value <= 1).toBe(true));
    }
  },
);

// Regression: contemporary groups with more than 40 openly mated colonies were split.
test('approximate reliabilities equal exact reliabilities for openly mated sisters in one contemporary group', () => {
  const sisters = Array.from({ length: 60 }, (_, q): BeeQueen => ({ id: q, dam: 'dam', colony: true }));
  const pedigree = beePedigree([{ id: 'dam' }, ...sisters]);
  const tested = Int32Array.from({ length: 57 }, (_, r) => r + 1);
  const model = beeModel(pedigree, {
    queen: tested,
    group: tested.map(() => 0),
    groups: 1,
    values: Float64Array.from(tested, (q) => q % 7),
  });
  const [exact, near] = SOLVER_OPTIONS.map(
    (options) => breedingValues(model, PARAMETERS, { combinations: [WORKER_AND_QUEEN], ...options }).reliabilities[0]!,
  );
  exact!.reliability.forEach((value, k) => expect(near!.reliability[k]).toBeCloseTo(value, 6));
  expect(near!.reliability[pedigree.queenNode[60]!]).toBeCloseTo(0, 6);
});

// Regression: near a correlation of ±1, the approximation returned reliabilities of 0.
test('reliabilities hardly change if the correlation of two effects approaches 1', () => {
  const { model } = beeExample(300);
  const [far, near] = [0.99999, 1 - 1e-9].map(
    (correlation) =>
      breedingValues(model, correlated(correlation), { combinations: [WORKER_AND_QUEEN], limits: NEVER_EXACT })
        .reliabilities[0]!,
  );
  near!.reliability.forEach((value, k) => expect(Math.abs(value - far!.reliability[k]!)).toBeLessThan(0.05));
  expect(() => breedingValues(model, correlated(1 - 1e-12))).toThrow('the correlation must lie between −1 and 1');
});

test('numbers out of range are rejected with a message', () => {
  const { model } = beeExample(60);
  const messageOf = (of: Model, variances = PARAMETERS, options = {}) => {
    try {
      breedingValues(of, variances, options);
      return 'solved';
    } catch (error) {
      return (error as ModelError).message;
    }
  };
  for (const options of SOLVER_OPTIONS) {
    const huge = { ...model, values: model.values.map((value, r) => (r === 7 ? 1e308 : value)) };
    expect(messageOf(huge, PARAMETERS, options)).toBe(
      'the value of record 7 is 1e+308, too large: at most 1e+100 is allowed',
    );
    const tiny = transformed(model, (value) => value * 1e-160);
    expect(messageOf(tiny, PARAMETERS, options)).toMatch('All records with the same fixed effects have equal values');
  }
  const unequal = beeVariances({ worker: 5e9, queen: 3e9, covariance: 0, residual: 60 });
  expect(messageOf(model, unequal, { limits: NEVER_EXACT })).toMatch('less than a millionth of a genetic variance');
});
