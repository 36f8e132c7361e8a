import { choleskyOf, solveSmall } from '../small-matrix.js';
import { distance, type Features } from './features.js';

/**
 * Parameters of the covariance of two nodes' errors. Variances are relative to the variance of the smooth mean error.
 */
interface Shape {
  /** Length scales of the features, in the order of `FEATURE_UNITS`, and length scale of the birth year. */
  readonly units: readonly number[];
  readonly years: number;
  /** Variance of the part that depends on features. */
  readonly share: number;
  /**
   * Whether nodes of one kind and birth year have a common mean error. If false, only nodes with similar features have
   * similar errors.
   */
  readonly hasMean: boolean;
  /** Variance of the independent part of each node. */
  readonly noise: number;
}

const SHAPES: readonly Shape[] = [0.001, 0.03, 1].flatMap((noise) => [
  { units: [0.05, 2, 2, 0.03], years: 4, share: 0.3, hasMean: true, noise },
  { units: [0.1, 4, 4, 0.05], years: 10, share: 1, hasMean: true, noise },
  { units: [0.05, 2, 2, 0.03], years: 10, share: 1, hasMean: false, noise },
  { units: [0.1, 4, 4, 0.05], years: 30, share: 1, hasMean: false, noise },
]);

/** Length scale, in years, of the mean error of a kind of nodes. */
const SMOOTH_YEARS = 3;
/** Prior variance of the mean error and of its trend over all years: large, so that the sample determines both. */
const TREND_VARIANCE = 10;

/** Errors of nodes, predicted from a sample. */
export interface Kriging {
  /** Predicted error of a node. */
  predict(node: number): number;
  /** Leave-one-out residual of each sampled node: its error minus the prediction from all other sampled nodes. */
  readonly residuals: readonly number[];
}

/**
 * Predicts the errors of all nodes from a sample by kriging [Krige 1951; Rasmussen & Williams 2006, Gaussian Processes
 * for Machine Learning]: nodes of one kind with similar birth years and features have similar errors. Uses the
 * covariance function of `SHAPES` with the smallest weighted leave-one-out residuals.
 *
 * @param sample nodes with known errors
 * @param errors errors of the sample
 * @param importance weights of the sample in the choice of the covariance function
 */
export function krige(
  features: Features,
  sample: readonly number[],
  errors: readonly number[],
  importance: readonly number[],
): Kriging {
  const first = sample.reduce((earliest, k) => Math.min(earliest, features.time[k]), Infinity);
  const span = Math.max(1, sample.reduce((latest, k) => Math.max(latest, features.time[k]), -Infinity) - first);
  let best: { kriging: Kriging; squares: number } | undefined;
  for (const shape of SHAPES) {
    const covariance = (a: number, b: number): number => {
      if (features.kind[a] !== features.kind[b]) return 0;
      const years = features.time[a] - features.time[b];
      const squaredDistance = distance(features, a, b, shape.units) + (years / shape.years) ** 2;
      const similarity = shape.share * Math.exp(-squaredDistance / 2);
      if (!shape.hasMean) return similarity;
      const trend = ((features.time[a] - first) * (features.time[b] - first)) / span ** 2;
      return similarity + TREND_VARIANCE * (1 + trend) + Math.exp(-((years / SMOOTH_YEARS) ** 2) / 2);
    };
    const factor = choleskyOf(
      sample.map((a, i) => sample.map((b, j) => covariance(a, b) + (i === j ? shape.noise : 0))),
    );
    if (!factor) continue;
    const weights = solveSmall(factor, errors);
    const residuals = diagonalOfInverse(factor).map((value, i) => weights[i] / value);
    const squares = residuals.reduce((sum, residual, i) => sum + importance[i] * residual * residual, 0);
    if (best && best.squares <= squares) continue;
    const predict = (node: number) => {
      let sum = 0;
      for (let i = 0; i < sample.length; i += 1) sum += weights[i] * covariance(node, sample[i]);
      return sum;
    };
    best = { kriging: { predict, residuals }, squares };
  }
  return best?.kriging ?? { predict: () => 0, residuals: errors };
}

/** Returns the diagonal of (L·L′)⁻¹: the sums of squares of the columns of L⁻¹. */
function diagonalOfInverse(factor: readonly (readonly number[])[]): number[] {
  const n = factor.length;
  const column = new Float64Array(n);
  return Array.from({ length: n }, (_, c) => {
    let squares = 0;
    for (let i = c; i < n; i += 1) {
      let sum = i === c ? 1 : 0;
      for (let t = c; t < i; t += 1) sum -= factor[i][t] * column[t];
      column[i] = sum / factor[i][i];
      squares += column[i] ** 2;
    }
    return squares;
  });
}
