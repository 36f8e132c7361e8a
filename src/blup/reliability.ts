import type { Design } from './equations.js';
import type { Variances } from './model.js';
import type { SelectedInverse } from './sparse/selected-inverse.js';

/** Prediction error variance and reliability of each node. */
export interface Reliability {
  /** Prediction error variance, in squared units of the values. */
  readonly pev: Float64Array;
  /** r² = 1 − PEV / (A_kk·σ²), the squared correlation of predicted and true values. */
  readonly reliability: Float64Array;
}

/** Returns the covariance of the prediction errors of effects i and j of a node. */
export type Errors = (node: number, i: number, j: number) => number;

/** λ, the coefficient of each genetic effect in a value, such as (1, 1) for ŵ + q̂ or (1, 0) for ŵ. */
export type Combination = readonly number[];

/** Returns the variance of a combination, σ² = λ′·G0·λ. */
export function varianceOf({ genetic }: Variances, combination: Combination): number {
  return combination.reduce((sum, a, i) => sum + a * combination.reduce((row, b, j) => row + genetic[i][j] * b, 0), 0);
}

/**
 * Computes the PEV and reliability of λ′·a_k for each node k. The variance of λ′·a_k is A_kk·σ². With σ² alone,
 * reliabilities of inbred animals could become negative.
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

/** Returns the error covariances from the selected inverse, which contains all elements of a node's unit. */
export function exactErrors({ geneticStart, effects }: Design, inverse: SelectedInverse): Errors {
  return (node, i, j) => inverse.at(geneticStart + node * effects + i, geneticStart + node * effects + j);
}
