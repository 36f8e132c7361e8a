import type { Variances } from './model.js';
import { fromVector, toVector, triangle, type Derivatives } from './reml-derivatives.js';
import { choleskyOf, smallestEigen, solveGeneral, type SmallMatrix } from './small-matrix.js';

/** Variances after a step, and the predicted gain in log-likelihood. */
export interface Step {
  readonly variances: Variances;
  readonly gain: number;
}

/**
 * Returns the step Δθ = AI⁻¹·score, where AI is the average information. Returns undefined if the step leaves the
 * parameter space or AI is singular.
 */
export function averageInformationStep(
  variances: Variances,
  { score, information }: Derivatives,
  minVariance: number,
): Step | undefined {
  const delta = solveScaled(information, score);
  if (!delta) return undefined;
  const next = fromVector(
    toVector(variances).map((value, a) => value + delta[a]),
    variances.genetic.length,
  );
  const gain = delta.reduce((sum, value, a) => sum + value * score[a], 0) / 2;
  return boundaryDirections(next, minVariance).length > 0 ? undefined : { variances: next, gain: Math.abs(gain) };
}

/**
 * Returns a step in the roots of the variances (see `rootStepInOrder`), with the largest variance as the first effect.
 * In the opposite order, an approach to a correlation of ±1 could take hundreds of iterations, because the variance of
 * the last effect would move from one root to another.
 */
export function rootStep(
  variances: Variances,
  { score, information }: Derivatives,
  damping: number,
  minVariance: number,
): Step | undefined {
  const { genetic } = variances;
  const order = [...genetic.keys()].sort((i, j) => genetic[j][j] - genetic[i][i]);
  const back = order.map((_, i) => order.indexOf(i));
  const pairs = triangle(order.length);
  const places = score.map((_, a) => {
    const pair = pairs[a];
    if (!pair) return a;
    const [i, j] = [order[pair[0]], order[pair[1]]];
    return pairs.findIndex(([k, l]) => k === Math.max(i, j) && l === Math.min(i, j));
  });
  const step = rootStepInOrder(
    { ...variances, genetic: order.map((i) => order.map((j) => genetic[i][j])) },
    {
      score: places.map((a) => score[a]),
      information: places.map((a) => places.map((b) => information[a][b])),
    },
    damping,
    minVariance,
  );
  return (
    step && {
      ...step,
      variances: { ...step.variances, genetic: back.map((i) => back.map((j) => step.variances.genetic[i][j])) },
    }
  );
}

/**
 * Returns a damped Newton step in the roots L and l of the variances, where G0 = L·L′ and σ² = l². The step stays in
 * the parameter space and follows its curved boundary, where AI steps make no progress. The matrix of second
 * derivatives is J′·AI·J minus the curvature of θ along the score, with J = ∂θ/∂roots [Levenberg 1944; for roots of
 * covariance matrices Groeneveld 1994, GSE 26:537].
 *
 * @param damping relative increase of the diagonal of the second derivatives
 */
function rootStepInOrder(
  variances: Variances,
  { score, information }: Pick<Derivatives, 'score' | 'information'>,
  damping: number,
  minVariance: number,
): Step | undefined {
  const effects = variances.genetic.length;
  const pairs = triangle(effects);
  const lower = choleskyOf(variances.genetic);
  if (!lower) return undefined;
  const theta = toVector(variances);
  const roots = [...pairs.map(([i, j]) => lower[i][j]), ...theta.slice(pairs.length).map(Math.sqrt)];
  const place = (i: number, j: number) => pairs.findIndex(([a, b]) => a === Math.max(i, j) && b === Math.min(i, j));
  // Column b of J is ∂θ/∂root_b, from d(L·L′) = dL·L′ + L·dL′.
  const jacobian = roots.map((root, b) => {
    const column = new Array<number>(theta.length).fill(0);
    const pair = pairs[b];
    if (!pair) column[b] = 2 * root;
    else
      for (let t = pair[1]; t < effects; t += 1)
        column[place(pair[0], t)] += (t === pair[0] ? 2 : 1) * lower[t][pair[1]];
    return column;
  });
  const slope = jacobian.map((column) => column.reduce((sum, value, a) => sum + value * score[a], 0));
  const matrix = jacobian.map((column, b) => {
    const row = information.map((entries) => entries.reduce((sum, value, a) => sum + value * column[a], 0));
    return jacobian.map((other, c) => {
      const curvature = rootCurvature(score, pairs, place, b, c);
      return other.reduce((sum, value, a) => sum + value * row[a], 0) - curvature;
    });
  });
  const damped = matrix.map((row, b) => row.map((value, c) => (b === c ? value + damping * Math.abs(value) : value)));
  if (!choleskyOf(damped)) return undefined;
  const delta = solveScaled(damped, slope);
  if (!delta) return undefined;
  const next = roots.map((root, b) => root + delta[b]);
  const factor = lower.map((row, i) => row.map((_, j) => next[place(i, j)]));
  const genetic = factor.map((row) =>
    factor.map((other) => row.reduce((sum, value, t) => sum + value * (other[t] ?? 0), 0)),
  );
  const rest = next.slice(pairs.length).map((root) => root * root);
  const gain = delta.reduce((sum, value, b) => sum + value * slope[b], 0) / 2;
  const unlimited = { genetic, random: rest.slice(0, -1), residual: rest[rest.length - 1] };
  return { variances: raiseVariances(unlimited, minVariance), gain: Math.abs(gain) };
}

/** Raises variances to at least `minVariance`. */
export function raiseVariances({ genetic, random = [], residual }: Variances, minVariance: number): Variances {
  const above = (variance: number) => Math.max(variance, minVariance);
  return { genetic: raiseEigenvalues(genetic, minVariance), random: random.map(above), residual: above(residual) };
}

/** Returns Σ_a score_a·∂²θ_a/∂root_b∂root_c, the curvature of θ along the score. */
function rootCurvature(
  score: readonly number[],
  pairs: readonly (readonly [number, number])[],
  place: (i: number, j: number) => number,
  b: number,
  c: number,
): number {
  const [first, second] = [pairs[b], pairs[c]];
  if (!first || !second) return b === c ? 2 * score[b] : 0;
  if (first[1] !== second[1]) return 0;
  return (first[0] === second[0] ? 2 : 1) * score[place(first[0], second[0])];
}

/** Raises the eigenvalues of a covariance matrix to at least `minVariance`. */
function raiseEigenvalues(matrix: SmallMatrix, minVariance: number): SmallMatrix {
  let current = matrix;
  for (let round = 0; round < matrix.length; round += 1) {
    const { value, vector } = smallestEigen(current);
    if (value >= minVariance) break;
    current = current.map((row, i) => row.map((entry, j) => entry + (minVariance - value) * vector[i] * vector[j]));
  }
  return current;
}

/**
 * Solves `matrix`·x = `side`. First scales each parameter by its diagonal element, so that a singular matrix is
 * detected. Returns undefined if the matrix is singular.
 */
function solveScaled(matrix: SmallMatrix, side: readonly number[]): number[] | undefined {
  const unit = matrix.map((row, a) => 1 / Math.sqrt(Math.abs(row[a]) || 1));
  const scaled = matrix.map((row, a) => row.map((value, b) => value * unit[a] * unit[b]));
  return solveGeneral(
    scaled,
    side.map((value, a) => value * unit[a]),
  )?.map((value, a) => value * unit[a]);
}

/** Returns the directions along which a variance is zero, with one coefficient for each component of θ. */
export function boundaryDirections(variances: Variances, minVariance: number): number[][] {
  const effects = variances.genetic.length;
  const pairs = triangle(effects);
  const theta = toVector(variances);
  const directions = theta.flatMap((value, a) =>
    a >= pairs.length && !(value > 1.5 * minVariance) ? [theta.map((_, b) => (a === b ? 1 : 0))] : [],
  );
  if (effects === 0) return directions;
  const { value, vector } = smallestEigen(variances.genetic);
  if (value > 1.5 * minVariance) return directions;
  const genetic = theta.map((_, a) => {
    const pair = pairs[a];
    return pair ? (pair[0] === pair[1] ? 1 : 2) * vector[pair[0]] * vector[pair[1]] : 0;
  });
  return [genetic, ...directions];
}
