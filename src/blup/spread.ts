import { designOf, fitted, type Design } from './equations.js';
import { evaluate, symbolicFactorOf } from './likelihood.js';
import { counted, ModelError } from './model-error.js';
import type { Variances } from './model.js';

/** Squares below this fraction of the squares of the values are rounding error. */
const ROUNDING = 1e-26;

/** Smaller variances would underflow. */
const MIN_SPREAD = 1e-200;

/** Number of refinement steps. If values are far from zero, a single solution does not remove their mean completely. */
const REFINEMENTS = 3;

/** Fit of the fixed effects alone. */
export interface WithinFixed {
  /** Design with the residuals of the fixed effects as values. */
  readonly design: Design;
  /** b̂ by unknown. */
  readonly fixed: Float64Array;
  /** Residual variance s² = r′R⁻¹r/(N − rank X), for records of weight 1. */
  readonly spread: number;
}

/**
 * Removes the fit of the fixed effects alone, r = y − X·b̂. Random effects, likelihood and variances are the same for r
 * as for y, but a large common mean of the records does not cost precision, and the convergence of conjugate gradients
 * does not depend on the mean of the values.
 *
 * @throws ModelError `no_information` if no two records can be compared, or all comparable records are equal: all
 *   breeding values would be zero
 */
export function withinFixed(design: Design): WithinFixed {
  const { model, records, rank, weights } = design;
  if (records <= rank) {
    const effects = model.fixed.map(({ name }) => name).join(', ');
    throw new ModelError(
      'no_information',
      `No two records can be compared: ${counted(records, 'record')} for ${counted(rank, 'level')} of ${effects}. Groups of at least two records are needed.`,
    );
  }
  const { fixed, residuals } = fitFixed(design);
  const sum = (of: (r: number) => number) => weights.reduce((total, weight, r) => total + weight * of(r), 0);
  const squares = sum((r) => residuals[r] ** 2);
  const spread = squares / (records - rank);
  if (squares > ROUNDING * sum((r) => model.values[r] ** 2) && spread > MIN_SPREAD) {
    return { design: { ...design, model: { ...model, values: residuals } }, fixed, spread };
  }
  throw new ModelError(
    'no_information',
    'All records with the same fixed effects are equal: there are no differences to explain.',
  );
}

function fitFixed({ model, rank }: Design): { fixed: Float64Array; residuals: Float64Array } {
  const fixed = new Float64Array(rank);
  let residuals = model.values;
  const unit: Variances = { genetic: [], residual: 1 };
  const plain = designOf({ values: residuals, weights: model.weights, fixed: model.fixed });
  const symbolic = symbolicFactorOf(plain, unit);
  for (let round = 0; round < REFINEMENTS; round += 1) {
    const { x } = evaluate({ ...plain, model: { ...plain.model, values: residuals } }, unit, symbolic);
    const fit = fitted(plain, x);
    residuals = residuals.map((value, r) => value - fit[r]);
    x.forEach((value, i) => {
      fixed[i] += value;
    });
  }
  return { fixed, residuals };
}
