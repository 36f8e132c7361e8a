import { designOf, fitted, type Design } from './equations.js';
import { evaluate, shapeOf } from './likelihood.js';
import { counted, ModelError } from './model-error.js';
import type { Variances } from './model.js';

/** Squares below this share of those of the values themselves are rounding. */
const ROUNDING = 1e-26;

/** A variance below this cannot be reckoned with. */
const SMALLEST_SPREAD = 1e-200;

/** Solving again for what rounding left: where values lie far from zero, b̂ alone does not bring them near it. */
const ROUNDS = 3;

/** What the fixed effects alone say of the records. */
export interface WithinFixed {
  /** The design, with the values replaced by what the fixed effects leave of them. */
  readonly design: Design;
  /** b̂ of the fixed effects alone, by unknown. */
  readonly fixed: Float64Array;
  /** The variance that they leave, s² = r′R⁻¹r/(N − rank X), of records of weight 1. */
  readonly spread: number;
}

/**
 * Takes off what the fixed effects alone explain, r = y − X·b̂. Random effects, likelihood and variances are the same of r as of y, but nothing is lost to
 * digits that all records share, and conjugate gradients stop by what is to be explained, not by how far the values lie from zero.
 *
 * @throws ModelError `no_information`, where no two records can be compared, or all that can are alike: breeding values would all be zero, which is no answer
 */
export function withinFixed(design: Design): WithinFixed {
  const { model, records, rank, weights } = design;
  if (records <= rank) {
    const effects = model.fixed.map(({ name }) => name).join(', ');
    throw new ModelError(
      'no_information',
      `No two records can be compared: ${counted(records, 'record')} for ${counted(rank, 'level')} of ${effects}. Groups of at least two are needed.`,
    );
  }
  const { fixed, left } = fitFixed(design);
  const sum = (of: (r: number) => number) => weights.reduce((total, weight, r) => total + weight * of(r), 0);
  const squares = sum((r) => left[r]! ** 2);
  const spread = squares / (records - rank);
  if (squares > ROUNDING * sum((r) => model.values[r]! ** 2) && spread > SMALLEST_SPREAD) {
    return { design: { ...design, model: { ...model, values: left } }, fixed, spread };
  }
  throw new ModelError(
    'no_information',
    'All records are alike within the fixed effects: no difference can be explained.',
  );
}

function fitFixed({ model, rank }: Design): { fixed: Float64Array; left: Float64Array } {
  const fixed = new Float64Array(rank);
  let left = model.values;
  const unit: Variances = { genetic: [], residual: 1 };
  const plain = designOf({ values: left, weights: model.weights, fixed: model.fixed });
  const symbolic = shapeOf(plain, unit);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { x } = evaluate({ ...plain, model: { ...plain.model, values: left } }, unit, symbolic);
    const fit = fitted(plain, x);
    left = left.map((value, r) => value - fit[r]!);
    x.forEach((value, i) => {
      fixed[i]! += value;
    });
  }
  return { fixed, left };
}
