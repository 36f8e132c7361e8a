import { designOf, fitted, type Design } from './equations.js';
import { evaluate, symbolicFactorOf } from './likelihood.js';
import { counted, ModelError } from './model-error.js';
import type { Variances } from './model.js';

/**
 * If the ratio of squared residuals to squared values is at most this number, the residuals are only rounding errors.
 */
const ROUNDING = 1e-26;

/** Minimum residual variance. Computations with a smaller variance would underflow. */
const MIN_SPREAD = 1e-200;

/** Number of successive fits. One fit does not completely remove a mean far from zero. */
const REFINEMENTS = 3;

/** Fit of the fixed effects alone. */
export interface WithinFixed {
  /** Design with the residuals of the fixed effects as values. */
  readonly design: Design;
  /** b̂, the estimate of each unknown. */
  readonly fixed: Float64Array;
  /** Residual variance s² = r′R⁻¹r/(N − rank X), for records of weight 1. */
  readonly spread: number;
}

/**
 * Fits the fixed effects alone and replaces the values y by the residuals r = y − X·b̂. Random effects, likelihood and
 * variances are the same for r. A large common mean of y then costs no precision and no iterations.
 *
 * @throws ModelError `no_information` if no records can be compared, or all comparable records are equal
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
    'All records with the same fixed effects have equal values. The model therefore has no differences to explain.',
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
