import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { designOf } from '../../src/blup/equations.js';
import { evaluate, logLikelihood, symbolicFactorOf } from '../../src/blup/likelihood.js';
import { derivativesOf, fromVector, toVector } from '../../src/blup/reml-derivatives.js';
import type { Model, Variances } from '../../src/blup/model.js';
import { estimateVariances } from '../../src/blup/reml.js';
import { apply, invert, random } from './dense.js';
import { beeExample, factor, generalExample, pedigreeOf, usual } from './examples.js';
import { denseSolution, simulateGenetic } from './reference.js';
import { denseInverse } from './tabular.js';
import { runs } from '../support/fuzz.js';

/** Returns animals with two records each and a permanent environment. */
function animalExample(seed: number, animals = 120): { model: Model; variances: Variances } {
  const { below, normal } = random(seed);
  const text = Array.from({ length: animals }, (_, i) =>
    i < 20 ? `${i + 1} 0 0` : `${i + 1} ${1 + below(10 + Math.floor(i / 4))} ${1 + below(i)}`,
  );
  const { relationship, nodeOf } = pedigreeOf(text.join('|'));
  const variances = { genetic: [[40]], random: [20], residual: 50 };
  const [truth] = simulateGenetic(relationship, variances.genetic, seed);
  const node = Int32Array.from({ length: animals * 2 }, (_, r) => nodeOf[r >> 1]!);
  const herd = Array.from(node, () => below(5));
  const environment = Float64Array.from({ length: animals }, () => normal() * Math.sqrt(20));
  const values = Float64Array.from(
    node,
    (k, r) => 10 * herd[r]! + truth![k]! + environment[r >> 1]! + normal() * Math.sqrt(50),
  );
  const model: Model = {
    values,
    fixed: [factor('herd', herd)],
    random: [
      factor(
        'permanent environment',
        Array.from(node, (_, r) => r >> 1),
      ),
    ],
    genetic: { relationship, effects: [{ name: 'animal', node }] },
  };
  return { model, variances };
}

const numericGradient = (of: (theta: number[]) => number, theta: number[]): number[] =>
  theta.map((value, a) => {
    const h = 1e-4 * Math.abs(value);
    const shifted = (by: number) => of(theta.map((other, b) => (a === b ? other + by : other)));
    return (8 * (shifted(h) - shifted(-h)) - (shifted(2 * h) - shifted(-2 * h))) / (12 * h);
  });

test.each([
  ['honey bees', beeExample(60, { groups: 2 }).model, usual],
  ['animals with repeated records', animalExample(3).model, animalExample(3).variances],
])(
  'the score is the gradient of the log-likelihood, and the log-likelihood equals the dense reference: %s',
  (_, model, variances) => {
    const design = designOf(model);
    const symbolic = symbolicFactorOf(design, variances);
    const { score, information } = derivativesOf(design, variances, evaluate(design, variances, symbolic));
    const likelihoodAt = (theta: number[]) => logLikelihood(design, fromVector(theta, variances.genetic.length));
    numericGradient(likelihoodAt, toVector(variances)).forEach((slope, a) => expect(score[a]).toBeCloseTo(slope, 6));
    information.forEach((row, a) => row.forEach((value, b) => expect(value).toBeCloseTo(information[b]![a]!, 10)));
    expect(logLikelihood(design, variances)).toBeCloseTo(denseSolution(model, variances).logLikelihood, 7);
  },
);

test('the average information equals ½·y′P·V_a·P·V_b·P·y from a dense reference', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const { model, variances } = generalExample(seed);
      const design = designOf(model);
      const { information } = derivativesOf(
        design,
        variances,
        evaluate(design, variances, symbolicFactorOf(design, variances)),
      );
      const { v, p } = denseSolution(model, variances);
      const theta = toVector(variances);
      const effects = variances.genetic.length;
      const py = apply(p, model.values);
      // V is linear in the variances, so its derivative V_a is a difference.
      const changes = theta.map((_, a) => {
        const changed = fromVector(
          theta.map((value, b) => (a === b ? value + 1 : value)),
          effects,
        );
        const derivative = denseSolution(model, changed).v.map((row, i) => row.map((value, j) => value - v[i]![j]!));
        return apply(derivative, py);
      });
      changes.forEach((one, a) =>
        changes.forEach((other, b) => {
          const expected = apply(p, other).reduce((sum, value, r) => sum + value * one[r]!, 0) / 2;
          expect(information[a]![b]! / Math.max(1e-3, Math.abs(expected))).toBeCloseTo(
            expected / Math.max(1e-3, Math.abs(expected)),
            6,
          );
        }),
      );
    }),
    { numRuns: runs(20) },
  );
});

test('an estimation ends after the maximum number of iterations, and names the components by their effects', () => {
  expect(estimateVariances(beeExample(60).model, { maxIterations: 1 })).toMatchObject({
    ...{ iterations: 1, converged: false },
    components: ['worker', 'worker, queen', 'queen', 'residual'],
  });
});

test('an EM step equals the step from a dense reference, and increases the likelihood', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const { model, variances } = generalExample(seed);
      const design = designOf(model);
      if (design.records <= design.rank) return;
      const evaluation = evaluate(design, variances, symbolicFactorOf(design, variances));
      const before = evaluation.logLikelihood;
      const { em } = derivativesOf(design, variances, evaluation);
      const dense = denseSolution(model, variances);
      const { relationship, effects } = model.genetic;
      const nodes = Array.from({ length: relationship.size }, (_, k) => k);
      const inverse = denseInverse(relationship);
      const sum = (of: (k: number, l: number) => number) =>
        nodes.reduce((all, k) => nodes.reduce((row, l) => row + inverse[k]![l]! * of(k, l), all), 0);
      const errors = effects.map((_, i) => effects.map((__, j) => sum((k, l) => dense.error(i, k, j, l))));
      effects.forEach((_, i) =>
        effects.forEach((__, j) => {
          const squares = sum((k, l) => dense.genetic(i, k) * dense.genetic(j, l));
          expect(em.genetic[i]![j]).toBeCloseTo((squares + errors[i]![j]!) / nodes.length, 7);
        }),
      );
      let first = 0;
      let ofRandom = 0;
      model.random!.forEach(({ levels }, j) => {
        const places = Array.from({ length: levels }, (_, l) => first + l);
        const squares = places.reduce((all, l) => all + dense.random[l]! ** 2, 0);
        const trace = places.reduce((all, l) => all + dense.randomError(l), 0);
        expect(em.random![j]).toBeCloseTo((squares + trace) / levels, 7);
        ofRandom += levels - trace / variances.random![j]!;
        first += levels;
      });
      // E(e′We) = ê′Wê + tr(W·var(e − ê)), with var(e − ê) from the degrees of freedom.
      const g = invert(variances.genetic.map((row) => [...row])).inverse;
      const ofGenetic = g.flat().reduce((all, value, at) => all + value * errors.flat()[at]!, 0);
      const used = dense.rank + ofRandom + nodes.length * effects.length - ofGenetic;
      const squares = dense.residuals.reduce((all, e, r) => all + (model.weights?.[r] ?? 1) * e * e, 0);
      expect(em.residual).toBeCloseTo((squares + variances.residual * used) / design.records, 7);
      expect(logLikelihood(design, em)).toBeGreaterThan(before - 1e-9);
    }),
    { numRuns: runs(30) },
  );
});

test('at the estimates, the gradient is zero, and the likelihood decreases in every direction', () => {
  const { model } = animalExample(5);
  const estimates = estimateVariances(model);
  expect(estimates).toMatchObject({
    converged: true,
    atBoundary: false,
    components: ['animal', 'permanent environment', 'residual'],
  });
  const design = designOf(model);
  const theta = toVector(estimates.variances);
  const likelihoodAt = (changed: number[]) => logLikelihood(design, fromVector(changed, 1));
  expect(estimates.logLikelihood).toBeCloseTo(likelihoodAt(theta), 8);
  const errors = toVector(estimates.standardErrors!);
  numericGradient(likelihoodAt, theta).forEach((slope, a) => expect(Math.abs(slope * errors[a]!)).toBeLessThan(1e-3));
  for (const factorOf of [0.9, 1.1]) {
    theta.forEach((_, a) =>
      expect(likelihoodAt(theta.map((value, b) => (a === b ? value * factorOf : value)))).toBeLessThan(
        estimates.logLikelihood,
      ),
    );
  }
});

test('estimates for simulated bees agree with the simulated variances within their standard errors', () => {
  const truth: Variances = {
    genetic: [
      [50, -15],
      [-15, 30],
    ],
    random: [],
    residual: 30,
  };
  let squares = 0;
  let count = 0;
  for (let seed = 1; seed <= 6; seed += 1) {
    const { model } = beeExample(700, { seed, years: 7, groups: 6, variances: truth });
    const { variances, standardErrors, converged } = estimateVariances(model);
    expect(converged).toBe(true);
    toVector(variances).forEach((value, a) => {
      const error = toVector(standardErrors!)[a]!;
      if (error === null) return;
      squares += ((value - toVector(truth)[a]!) / error) ** 2;
      count += 1;
    });
  }
  expect(count).toBeGreaterThan(15);
  expect(squares / count).toBeGreaterThan(0.2);
  expect(squares / count).toBeLessThan(3);
});

test('a variance is estimated as 0 if the values are only noise', () => {
  const { model } = animalExample(9);
  const { normal } = random(1);
  const noise = { ...model, values: model.values.map(() => normal()) };
  const estimates = estimateVariances(noise);
  expect(estimates.converged).toBe(true);
  const { genetic, random: levels } = estimates.variances;
  expect(Math.min(genetic[0]![0]!, levels![0]!)).toBeLessThan(0.05);
});

test('estimates at a correlation of ±1 have the highest likelihood of all nearby variances', () => {
  let boundaryCases = 0;
  for (let seed = 1; seed <= 6; seed += 1) {
    const { model } = beeExample(60, { seed, groups: 2 });
    const { variances, logLikelihood: best, converged, atBoundary } = estimateVariances(model);
    expect(converged).toBe(true);
    if (!atBoundary) continue;
    boundaryCases += 1;
    const { normal } = random(seed);
    const design = designOf(model);
    const symbolic = symbolicFactorOf(design, variances);
    for (let trial = 0; trial < 60; trial += 1) {
      const [[a, b], [, c]] = variances.genetic as [[number, number], [number, number]];
      const [l, m, n] = [Math.sqrt(a), b / Math.sqrt(a), Math.sqrt(Math.max(0, c - (b * b) / a))];
      const size = 10 ** -(trial % 4);
      const [p, q, r] = [l + size * normal(), m + size * normal(), n + size * Math.abs(normal())];
      const genetic = [
        [p * p + 1e-3, p * q],
        [p * q, q * q + r * r + 1e-3],
      ];
      const candidate = { genetic, random: [], residual: variances.residual * Math.exp(size * 0.1 * normal()) };
      expect(evaluate(design, candidate, symbolic).logLikelihood).toBeLessThan(best + 1e-6);
    }
  }
  expect(boundaryCases).toBeGreaterThan(0);
});

describe('in REML near the boundary of the parameter space', () => {
  const found = Array.from({ length: 12 }, (_, n) =>
    estimateVariances(beeExample(120, { seed: n + 1, years: 4, groups: 3 }).model),
  );
  const border = found.filter(({ atBoundary }) => atBoundary);

  // Regression: some estimations took more than 100 iterations while one variance was near zero.
  test('the estimation ends within 60 iterations', () => {
    expect(border.length).toBeGreaterThan(2);
    for (const { converged, iterations } of found) {
      expect(converged).toBe(true);
      expect(iterations).toBeLessThanOrEqual(60);
    }
  });

  test('components that are fixed by a correlation of ±1 have no standard error, but the residual has one', () => {
    const fixedByCorrelation = border.filter(({ variances: { genetic } }) => {
      const [worker, queen] = [genetic[0]![0]!, genetic[1]![1]!];
      return Math.min(worker, queen) > 0.05 * Math.max(worker, queen);
    });
    expect(fixedByCorrelation.length).toBeGreaterThan(0);
    for (const { standardErrors } of fixedByCorrelation) {
      expect(standardErrors!.genetic).toEqual([
        [null, null],
        [null, null],
      ]);
      expect(standardErrors!.residual).toBeGreaterThan(0);
    }
  });

  test('all components have a standard error if none is at the boundary', () => {
    const inside = found.filter(({ atBoundary }) => !atBoundary);
    expect(inside.length).toBeGreaterThan(0);
    for (const { standardErrors } of inside) {
      for (const error of toVector(standardErrors!)) expect(error).toBeGreaterThan(0);
    }
  });
});

test('if the only genetic variance is 0, the residual variance has the standard error of a model without genetic effects', () => {
  const families = 5;
  const values = [8, 9, 11, 15, 7];
  const records = families * values.length;
  const text = Array.from(
    { length: families + records },
    (_, i) => `${i + 1} ${i < families ? 0 : 1 + (i % families)} 0`,
  );
  const { relationship, nodeOf } = pedigreeOf(text.join('|'));
  const model: Model = {
    // The families differ less than expected by chance.
    values: Float64Array.from({ length: records }, (_, r) => values[Math.floor(r / families)]! + 0.1 * (r % families)),
    fixed: [factor('mean', new Array<string>(records).fill('all'))],
    genetic: { relationship, effects: [{ name: 'animal', node: nodeOf.slice(families) }] },
  };
  const { atBoundary, variances, standardErrors, covariance } = estimateVariances(model);
  const mean = model.values.reduce((sum, value) => sum + value, 0) / records;
  const spread = model.values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (records - 1);
  expect(atBoundary).toBe(true);
  expect(variances.residual / spread).toBeCloseTo(1, 4);
  expect(standardErrors!.genetic).toEqual([[null]]);
  expect(standardErrors!.residual! / (spread * Math.sqrt(2 / (records - 1)))).toBeCloseTo(1, 4);
  expect(covariance!.flat().slice(0, 3)).toEqual([0, 0, 0].map((value) => expect.closeTo(value, 9)));
});

test('an estimation that would take hours is rejected at once; the error states the number of records and hours', () => {
  const { model } = beeExample(300);
  for (const limits of [
    { entries: 1000, work: Infinity },
    { entries: Infinity, work: 1000 },
  ]) {
    expect(() => estimateVariances(model, { limits })).toThrow(
      expect.objectContaining({
        code: 'too_large',
        params: { records: 300, hours: expect.any(Number) },
        message: expect.stringMatching(/from these 300 records would take about .* hours/),
      }),
    );
  }
});

// Regression: the start values were returned as estimates that had converged.
test.each([
  ['unrelated animals', Array.from({ length: 40 }, (_, i) => `${i + 1} 0 0`), 0],
  ['full sisters', Array.from({ length: 42 }, (_, i) => (i < 2 ? `${i + 1} 0 0` : `${i + 1} 1 2`)), 2],
])('the variances of %s with one record each are rejected, because they cannot be separated', (_, pedigree, first) => {
  const { relationship, nodeOf } = pedigreeOf(pedigree.join('|'));
  const { normal } = random(5);
  const node = nodeOf.slice(first);
  const model: Model = {
    values: Float64Array.from(node, () => 10 * normal()),
    fixed: [
      factor(
        'herd',
        Array.from(node, (__, r) => r % 2),
      ),
    ],
    genetic: { relationship, effects: [{ name: 'animal', node }] },
  };
  expect(() => estimateVariances(model)).toThrow(
    expect.objectContaining({ code: 'no_information', message: expect.stringContaining('cannot separate') }),
  );
});

test('progress increases with every iteration', () => {
  const progress: number[] = [];
  const { iterations } = estimateVariances(beeExample(200).model, {
    watch: { progress: (share) => progress.push(share) },
  });
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(new Set(progress).size).toBeGreaterThan(iterations);
  expect(progress.at(-1)).toBe(1);
});

test('data that cannot determine the variances are rejected with a message', () => {
  const { relationship, nodeOf } = pedigreeOf('1 0 0 | 2 0 0 | 3 1 2');
  const model = (values: number[]): Model => ({
    values: Float64Array.from(values),
    fixed: [
      factor(
        'mean',
        values.map(() => 1),
      ),
    ],
    genetic: { relationship, effects: [{ name: 'animal', node: nodeOf.slice(0, values.length) }] },
  });
  expect(() => estimateVariances(model([1]))).toThrow(
    '1 record with 1 fixed effect are too few to estimate 2 variances',
  );
  expect(() => estimateVariances(model([7, 7, 7]))).toThrow('have equal values');
  expect(() => estimateVariances(model([]))).toThrow('no record');
});
