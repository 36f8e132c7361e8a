import type { Design } from './equations.js';
import type { Variances } from './model.js';
import type { SelectedInverse } from './sparse/selected-inverse.js';

/** Accuracy of predictions, by node of the relationship. */
export interface Reliability {
  /** Prediction error variance, in squared units of the values. */
  readonly pev: Float64Array;
  /** r² = 1 − PEV / (A_kk·σ²), the squared correlation of predicted and true values. */
  readonly reliability: Float64Array;
}

/** Element (i, j) of the covariance of the prediction errors of a node's effects. */
export type Errors = (node: number, i: number, j: number) => number;

/** λ: coefficient of each genetic effect in a value: (1, 1) for ŵ + q̂, (1, 0) for ŵ alone. */
export type Combination = readonly number[];

/** σ² of a combination: λ′·G0·λ. */
export function varianceOf({ genetic }: Variances, combination: Combination): number {
  return combination.reduce((sum, a, i) => sum + a * combination.reduce((row, b, j) => row + genetic[i][j] * b, 0), 0);
}

/**
 * PEV and reliability of λ′·a_k, from the covariance matrix of the errors at each node. The variance of an inbred
 * animal is A_kk·σ²; with 1 − PEV/σ² its reliability would become negative.
 */
export function reliabilityOf(
  { relationship, effects }: Design,
  variances: Variances,
  combination: Combination,
  errors: Errors,
): Reliability {
  const { size } = relationship;
  const variance = varianceOf(variances, combination);
  const pev = new Float64Array(size);
  const reliability = new Float64Array(size);
  for (let k = 0; k < size; k += 1) {
    let sum = 0;
    for (let i = 0; i < effects; i += 1) {
      for (let j = 0; j < effects; j += 1) {
        if (combination[i] !== 0 && combination[j] !== 0) sum += combination[i] * combination[j] * errors(k, i, j);
      }
    }
    const totalVariance = relationship.diagonal[k] * variance;
    pev[k] = Math.min(totalVariance, Math.max(0, sum));
    reliability[k] = 1 - pev[k] / totalVariance;
  }
  return { pev, reliability };
}

/**
 * Covariances of the errors from the selected inverse, which contains all elements of a node, because its effects form
 * one unit.
 */
export function exactErrors({ geneticStart, effects }: Design, inverse: SelectedInverse): Errors {
  return (node, i, j) => inverse.at(geneticStart + node * effects + i, geneticStart + node * effects + j);
}
