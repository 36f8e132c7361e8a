/**
 * Values of queens, computed with all tests and without those of the last seasons. Arrays have one element for each
 * queen.
 */
export interface PredictionData {
  /** 1: her own tests or those of her daughters were hidden. */
  readonly focal: Uint8Array;
  /** û_w, from all tests. */
  readonly whole: Float64Array;
  /** û_p, without the hidden tests. */
  readonly part: Float64Array;
  /** The value expected of her colony (ŵ of her workers + q̂ of the queen), without the hidden tests. */
  readonly expected: Float64Array;
  /** Mean of her hidden tests, corrected for fixed effects; NaN: none were hidden. */
  readonly observed: Float64Array;
}

/**
 * How well values predicted tests that were hidden. Null: there are fewer than 20 queens, or no differences between
 * them.
 *
 * [Legarra & Reverter 2018, Genet Sel Evol 50:53]
 */
export interface Prediction {
  /** Number of focal queens. */
  readonly focalQueens: number;
  /** mean(û_p) − mean(û_w), in the unit of the trait; 0 without bias. */
  readonly bias: number | null;
  /** cov(û_w, û_p) / var(û_p); 1 if values are neither inflated nor deflated, below 1 if they are inflated. */
  readonly dispersion: number | null;
  /** cor(û_w, û_p). */
  readonly consistency: number | null;
  /** Number of queens with hidden tests of their own colonies. */
  readonly testedQueens: number;
  /** Correlation of the expected colonies with the hidden tests. */
  readonly predictiveAbility: number | null;
}

/** Fewer queens than this say nothing reliable. */
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
    dispersion: isEnough ? finite(focals.covariance / focals.varianceY) : null,
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

/** Means, variances and covariance of x and y over some places. */
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
  finite(covariance / Math.sqrt(varianceX * varianceY));

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
