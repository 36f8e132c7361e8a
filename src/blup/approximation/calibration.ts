import type { Relationship } from '../relationship.js';
import { reportProgress, type Watch } from '../watch.js';
import { featuresOf } from './features.js';
import { krige, type Kriging } from './kriging.js';
import { sampleRounds, type Sampled } from './sampling.js';

/**
 * Sampling ends when the mean error of r² over random nodes and the largest error over all sampled nodes are within
 * these limits.
 */
const MAX_ERRORS = { mean: 0.005, largest: 0.03 };
/**
 * Sampling also ends when the mean and the largest error over random nodes alone are within these stricter limits,
 * because a genetically diverse population has few unusual nodes.
 */
const MAX_RANDOM_ERRORS = { mean: 0.002, largest: 0.01 };

/** Weight of unusual nodes in the fit. Unusual nodes are frequent in the sample but rare in the population. */
const UNUSUAL_SHARE = 0.05;

/** Errors of approximate reliabilities, estimated from a sample of nodes with exact reliabilities. */
export interface ReliabilityError {
  /** Number of nodes whose exact reliability was computed. */
  readonly sample: number;
  /** Mean absolute error of r² over random nodes, by leave-one-out cross-validation. */
  readonly mean: number;
  /** Largest absolute error over all sampled nodes. */
  readonly largest: number;
}

/**
 * Corrects approximate reliabilities by the errors of a sample. In a closed population, information that arrives along
 * several paths is counted several times, so errors grow with each generation. Nodes of one kind and birth year have
 * similar errors. The sample grows until the errors of the sampled nodes can be predicted from the other sampled nodes
 * within the limits, or until the sample has its maximum size.
 *
 * @param reliability approximate r² of each node
 * @param cohort birth year of each node; NaN if unknown, and for nodes that are not reported
 * @param exact computes the exact r² of a node
 */
export function calibrate(
  relationship: Relationship,
  reliability: Float64Array,
  cohort: Float64Array | undefined,
  exact: (node: number) => number,
  watch?: Watch,
): { reliability: Float64Array; error: ReliabilityError } {
  const features = featuresOf(relationship, reliability, cohort);
  const all = Array.from(reliability.keys());
  const reported = all.filter((k) => cohort && !Number.isNaN(cohort[k]));
  const sample: Sampled[] = [];
  const values: number[] = [];
  let kriging: Kriging | undefined;
  let error: ReliabilityError = { sample: 0, mean: 0, largest: 0 };
  for (const round of sampleRounds(features, reported.length > 0 ? reported : all)) {
    for (const drawn of round) {
      reportProgress(watch, sample.length / (sample.length + 100));
      values.push(exact(drawn.node));
      sample.push(drawn);
    }
    kriging = krige(
      features,
      sample.map(({ node }) => node),
      values.map((value, i) => reliability[sample[i].node] - value),
      sample.map(({ isRandom }) => (isRandom ? 1 : UNUSUAL_SHARE)),
    );
    const sizes = kriging.residuals.map(Math.abs);
    const random = sizes.filter((_, i) => sample[i].isRandom);
    const mean = random.reduce((sum, size) => sum + size, 0) / random.length;
    error = { sample: sample.length, mean, largest: Math.max(...sizes) };
    if (mean <= MAX_ERRORS.mean && error.largest <= MAX_ERRORS.largest) break;
    if (mean <= MAX_RANDOM_ERRORS.mean && Math.max(...random) <= MAX_RANDOM_ERRORS.largest) break;
  }
  const corrected = reliability.map((value, k) => Math.min(1, Math.max(0, value - (kriging?.predict(k) ?? 0))));
  sample.forEach(({ node }, i) => {
    corrected[node] = values[i];
  });
  return { reliability: corrected, error };
}
