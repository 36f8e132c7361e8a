/**
 * Values that were computed from all tests, and values that were computed without the tests of the last seasons (the
 * hidden tests). Arrays have one element for each queen.
 */
export interface PredictionData {
  /** 1 if tests of the queen or of her daughters were hidden. */
  readonly focal: Uint8Array;
  /** û_w, from all tests. */
  readonly whole: Float64Array;
  /** û_p, without the hidden tests. */
  readonly part: Float64Array;
  /** Expected value of the queen's colony (ŵ of her workers + q̂ of the queen), without the hidden tests. */
  readonly expected: Float64Array;
  /** Mean of the queen's hidden tests, corrected for fixed effects; NaN if none were hidden. */
  readonly observed: Float64Array;
}

/**
 * Statistics of the prediction of hidden tests. A statistic is null for fewer than 20 queens, or if its divisor is 0
 * because values are equal.
 *
 * [Legarra & Reverter 2018, Genet Sel Evol 50:53]
 */
export interface Prediction {
  /** Number of focal queens. */
  readonly focalQueens: number;
  /** mean(û_p) − mean(û_w), in the unit of the trait; 0 without bias. */
  readonly bias: number | null;
  /** cov(û_w, û_p) / var(û_p); 1 without inflation and deflation, below 1 if values are inflated. */
  readonly dispersion: number | null;
  /** cor(û_w, û_p). */
  readonly consistency: number | null;
  /** Number of queens with hidden tests of their own colonies. */
  readonly testedQueens: number;
  /** Correlation of `expected` with `observed`, over the queens with hidden tests of their own colonies. */
  readonly predictiveAbility: number | null;
}

/** Minimum number of queens for a statistic. */
export const MIN_PREDICTED_QUEENS = 20;

export function predictionOf({ focal, whole, part, expected, observed }: PredictionData): Prediction {
  const focalQueens = [...focal.keys()].filter((queen) => focal[queen] === 1);
  const tested = [...observed.keys()].filter((queen) => !Number.isNaN(observed[queen]));
  const isEnough = focalQueens.length >= MIN_PREDICTED_QUEENS;
  const focals = moments(focalQueens, whole, part);
  const tests = moments(tested, observed, expected);
  return {
    focalQueens: focalQueens.length,
    bias: isEnough ? focals.meanY - focals.meanX : null,
    dispersion: isEnough ? finiteOrNull(focals.covariance / focals.varianceY) : null,
    consistency: isEnough ? correlation(focals) : null,
    testedQueens: tested.length,
    predictiveAbility: tested.length >= MIN_PREDICTED_QUEENS ? correlation(tests) : null,
  };
}

interface Moments {
  meanX: number;
  meanY: number;
  varianceX: number;
  varianceY: number;
  covariance: number;
}

/** Computes means, variances and covariance of x and y over `places`. */
function moments(places: readonly number[], x: Float64Array, y: Float64Array): Moments {
  const mean = (of: (place: number) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const [meanX, meanY] = [mean((place) => x[place]), mean((place) => y[place])];
  return {
    meanX,
    meanY,
    varianceX: mean((place) => (x[place] - meanX) ** 2),
    varianceY: mean((place) => (y[place] - meanY) ** 2),
    covariance: mean((place) => (x[place] - meanX) * (y[place] - meanY)),
  };
}

const correlation = ({ covariance, varianceX, varianceY }: Moments): number | null =>
  finiteOrNull(covariance / Math.sqrt(varianceX * varianceY));

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
