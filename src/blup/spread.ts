import { designOf, type Design } from './equations.js';
import { evaluate, shapeOf } from './likelihood.js';
import { ModelError } from './model-error.js';
import type { Variances } from './model.js';

/** Squares below this share of those of the values themselves are rounding. */
const ROUNDING = 1e-26;

/**
 * The variance of the records that the fixed effects leave, s² = y′R⁻¹(y − X·b̂)/(N − rank X), of records of weight 1.
 *
 * @throws ModelError `no_information`, where no two records can be compared, or all that can are alike: breeding values would all be zero, which is no answer
 */
export function spreadWithin({ model, records, rank, weights }: Design): number {
  if (records <= rank) {
    const effects = model.fixed.map(({ name }) => name).join(', ');
    throw new ModelError(
      'no_information',
      `No two records can be compared: there are ${records} of them for ${rank} levels of ${effects}. Groups of at least two are needed.`,
    );
  }
  const plain = designOf({ values: model.values, weights: model.weights, fixed: model.fixed });
  const unit: Variances = { genetic: [], residual: 1 };
  const { residuals } = evaluate(plain, unit, shapeOf(plain, unit));
  const sum = (of: (r: number) => number) => weights.reduce((total, weight, r) => total + weight * of(r), 0);
  const squares = sum((r) => residuals[r]! ** 2);
  if (squares > ROUNDING * sum((r) => model.values[r]! ** 2)) return squares / (records - rank);
  throw new ModelError(
    'no_information',
    'All records are alike within the fixed effects: no difference can be explained.',
  );
}
