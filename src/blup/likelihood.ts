import { assemble, fitted, precisionOf, rightHandSide, type Design, type Precision } from './equations.js';
import type { Variances } from './model.js';
import { ModelError } from './model-error.js';
import { logDeterminant } from './relationship.js';
import { systemOf } from './solutions.js';
import { factorize, logDeterminantOf, solveFactored, type Factor } from './sparse/cholesky.js';
import type { Symbolic } from './sparse/symbolic.js';
import type { Watch } from './watch.js';

/** Solution and likelihood of a model for one set of variances. */
export interface Evaluation {
  readonly precision: Precision;
  readonly factor: Factor;
  /** Solution of each unknown. */
  readonly x: Float64Array;
  /** Residuals y − W·x. */
  readonly residuals: Float64Array;
  readonly logLikelihood: number;
}

/** Returns the symbolic factorization of the equations, which does not depend on the variances. */
export function symbolicFactorOf(design: Design, variances: Variances): Symbolic {
  return systemOf(design, precisionOf(design.model, variances)).symbolic;
}

/**
 * Solves the model and computes its restricted log-likelihood, log L = −½·[(N − rank X)·log 2π + log|R| + log|G| +
 * log|C| + y′Py], with log|R| + log|G| + log|C| = log|V| + log|X′V⁻¹X| and y′Py = y′R⁻¹y − x′W′R⁻¹y [Graser, Smith &
 * Tier 1987, J Anim Sci 64:1362; Meyer 1989, GSE 21:317]. Here R = var(e), V = var(y), G is the variance of all random
 * and genetic effects, P is the projection matrix of REML, and C is the matrix of the equations without constrained
 * unknowns. Programs that omit the constant −½·(N − rank X)·log 2π report a higher value.
 */
export function evaluate(design: Design, variances: Variances, symbolic: Symbolic, watch?: Watch): Evaluation {
  const { model, records, rank, weights, randomStart, effects, relationship } = design;
  const precision = precisionOf(model, variances);
  const factor = factorize(assemble(design, precision), symbolic, watch);
  const side = rightHandSide(design, precision, model.values);
  const x = solveFactored(factor, side);
  const residuals = fitted(design, x).map((value, r) => model.values[r] - value);
  let logR = -records * Math.log(precision.residual);
  let squares = 0;
  for (let r = 0; r < records; r += 1) {
    logR -= Math.log(weights[r]);
    squares += weights[r] * precision.residual * model.values[r] * residuals[r];
  }
  let logG = effects > 0 ? relationship.size * precision.logDeterminant + effects * logDeterminant(relationship) : 0;
  precision.random.forEach((inverse, j) => {
    logG -= (randomStart[j + 1] - randomStart[j]) * Math.log(inverse);
  });
  const freedom = records - rank;
  const logLikelihood = -0.5 * (freedom * Math.log(2 * Math.PI) + logR + logG + logDeterminantOf(factor) + squares);
  return { precision, factor, x, residuals, logLikelihood };
}

/**
 * Returns the restricted log-likelihood, including the constant; see `evaluate`.
 *
 * @throws ModelError `no_information` if the fixed effects leave no degrees of freedom
 */
export function logLikelihood(design: Design, variances: Variances): number {
  if (design.records <= design.rank) {
    throw new ModelError(
      'no_information',
      `${design.records} records are too few for fixed effects of rank ${design.rank}: no information about the variances remains.`,
    );
  }
  return evaluate(design, variances, symbolicFactorOf(design, variances)).logLikelihood;
}
