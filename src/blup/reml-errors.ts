import type { Model } from './model.js';
import { fromVector, triangle, type Derivatives } from './reml-derivatives.js';
import { invertSmall, type SmallMatrix } from './small-matrix.js';

/**
 * A component counts as fixed if its coefficient in a boundary direction exceeds this fraction of the largest
 * coefficient.
 */
const FIXED_SHARE = 1e-3;

/** Standard error of each variance component; null for none. */
export interface StandardErrors {
  readonly genetic: readonly (readonly (number | null)[])[];
  readonly random: readonly (number | null)[];
  readonly residual: number | null;
}

/** Precision of variance estimates. */
export interface ComponentErrors {
  /**
   * Undefined if the data cannot separate the components. Null for components that are fixed by the boundary of the
   * parameter space, because their errors are not symmetric.
   */
  readonly standardErrors?: StandardErrors;
  /** Names in the order of `covariance`: the lower triangle of G0 row by row, random effects, residual. */
  readonly components: readonly string[];
  /** Covariances of the estimates: the inverse of the average information; at the boundary, see `conditionalOn`. */
  readonly covariance?: SmallMatrix;
}

/** Returns the names, standard errors and covariances of the estimates. */
export function errorsOf(
  model: Model,
  { information }: Derivatives,
  boundary: readonly (readonly number[])[],
): ComponentErrors {
  const names = (model.genetic?.effects ?? []).map(({ name }) => name);
  const components = [
    ...triangle(names.length).map(([i, j]) => (i === j ? names[i] : `${names[j]}, ${names[i]}`)),
    ...(model.random ?? []).map(({ name }) => name),
    'residual',
  ];
  const free = invertSmall(information)?.inverse;
  const covariance = free && conditionalOn(free, boundary);
  const isFixed = (a: number) =>
    boundary.some((direction) => Math.abs(direction[a]) > FIXED_SHARE * Math.max(...direction.map(Math.abs)));
  const errors = covariance?.map((row, a) => (isFixed(a) || !(row[a] > 0) ? null : Math.sqrt(row[a])));
  return {
    components,
    ...(covariance && errors && { covariance, standardErrors: errorsFrom(errors, names.length) }),
  };
}

function errorsFrom(errors: readonly (number | null)[], effects: number): StandardErrors {
  const places = fromVector([...errors.keys()], effects);
  const at = (a: number) => errors[a];
  return {
    genetic: places.genetic.map((row) => row.map(at)),
    random: (places.random ?? []).map(at),
    residual: at(places.residual),
  };
}

/** Returns the covariances under the condition that nothing varies along the boundary directions. */
function conditionalOn(covariance: SmallMatrix, directions: readonly (readonly number[])[]): SmallMatrix {
  return directions.reduce<SmallMatrix>((c, direction) => {
    const along = c.map((row) => row.reduce((sum, value, a) => sum + value * direction[a], 0));
    const length = along.reduce((sum, value, a) => sum + value * direction[a], 0);
    return length > 0 ? c.map((row, a) => row.map((value, b) => value - (along[a] * along[b]) / length)) : c;
  }, covariance);
}
