import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { designOf, precisionOf, rightHandSide, assemble } from '../../src/blup/equations.js';
import { logLikelihood } from '../../src/blup/likelihood.js';
import { multiplier } from '../../src/blup/operator.js';
import type { Model, Variances } from '../../src/blup/model.js';
import { exactErrors, reliabilityOf } from '../../src/blup/reliability.js';
import { solveDirectly, solveIteratively } from '../../src/blup/solutions.js';
import { invertSelected } from '../../src/blup/sparse/selected-inverse.js';
import { beeExample, factor, generalExample, pedigreeOf, usual } from './examples.js';
import { denseSolution } from './reference.js';
import { runs } from '../support/fuzz.js';

/** Compares solutions, error covariances of nodes, reliabilities and likelihood with the dense reference. */
function expectAsDense(model: Model, variances: Variances): void {
  const design = designOf(model);
  const dense = denseSolution(model, variances);
  const direct = solveDirectly(design, variances);
  const iterative = solveIteratively(design, variances, { convergence: { tolerance: 1e-13, maxIterations: 2000 } });
  const effects = model.genetic!.effects.length;
  const nodes = model.genetic!.relationship.size;
  expect(design.rank).toBe(dense.rank);
  expect(logLikelihood(design, variances)).toBeCloseTo(dense.logLikelihood, 8);
  expect(direct.constraints).toEqual(iterative.constraints);
  const errors = exactErrors(design, invertSelected(direct.factor));
  for (const { genetic, random: levels } of [direct, iterative]) {
    levels.flatMap((level) => [...level]).forEach((value, i) => expect(value).toBeCloseTo(dense.random[i]!, 8));
    for (let i = 0; i < effects; i += 1) {
      for (let k = 0; k < nodes; k += 1) expect(genetic[i]![k]).toBeCloseTo(dense.genetic(i, k), 8);
    }
  }
  for (let k = 0; k < nodes; k += 1) {
    for (let i = 0; i < effects; i += 1) {
      for (let j = 0; j < effects; j += 1) expect(errors(k, i, j)).toBeCloseTo(dense.error(i, k, j, k), 8);
    }
  }
  const all = new Array<number>(effects).fill(1);
  const { pev, reliability } = reliabilityOf(design, variances, all, errors);
  const total = variances.genetic.flat().reduce((a, b) => a + b);
  for (let k = 0; k < nodes; k += 1) {
    let sum = 0;
    for (let i = 0; i < effects; i += 1) for (let j = 0; j < effects; j += 1) sum += dense.error(i, k, j, k);
    expect(pev[k]).toBeCloseTo(sum, 8);
    expect(reliability[k]).toBeCloseTo(1 - sum / (model.genetic!.relationship.diagonal[k]! * total), 8);
  }
}

test('the solution of the honey-bee model equals a dense reference', () => {
  for (let seed = 1; seed <= 6; seed += 1) expectAsDense(beeExample(36, { seed, groups: 2 }).model, usual);
});

test('the solution equals a dense reference for overlapping factors, covariates, repeated records, weights, random effects, and records to which some effects do not apply', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const { model, variances } = generalExample(seed);
      expectAsDense(model, variances);
    }),
    { numRuns: runs(60) },
  );
});

test('the matrix-free product equals the product with the matrix', () => {
  const design = designOf(beeExample(30).model);
  const precision = precisionOf(design.model, usual);
  const matrix = assemble(design, precision);
  const x = Float64Array.from({ length: design.unknowns }, (_, i) => Math.cos(i));
  const out = new Float64Array(design.unknowns);
  multiplier(design, precision)(x, out);
  const expected = new Float64Array(design.unknowns);
  for (let j = 0; j < matrix.size; j += 1) {
    for (let at = matrix.columns[j]!; at < matrix.columns[j + 1]!; at += 1) {
      const i = matrix.rows[at]!;
      expected[i]! += matrix.values[at]! * x[j]!;
      if (i !== j) expected[j]! += matrix.values[at]! * x[i]!;
    }
  }
  out.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 10));
  expect(rightHandSide(design, precision, design.model.values)).toHaveLength(design.unknowns);
});

test('levels of fixed effects are set to zero and reported if they have no record or are linearly dependent', () => {
  const { relationship, nodeOf } = pedigreeOf('1 0 0 | 2 0 0 | 3 1 2');
  const design = designOf({
    values: Float64Array.of(1, 2, 4),
    fixed: [
      { name: 'mean', covariate: new Float64Array(3).fill(1) },
      { ...factor('herd', ['a', 'b', 'b']), levels: 3 },
    ],
    genetic: { relationship, effects: [{ name: 'animal', node: nodeOf }] },
  });
  expect(design.constraints).toEqual([
    { effect: 'herd', level: 0, empty: false },
    { effect: 'herd', level: 2, empty: true },
  ]);
});
