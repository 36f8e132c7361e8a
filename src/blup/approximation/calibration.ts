import type { Relationship } from '../relationship.js';
import { reportProgress, type Watch } from '../watch.js';
import { featuresOf } from './features.js';
import { krige, type Kriging } from './kriging.js';
import { sampleRounds, type Sampled } from './sampling.js';

/**
 * Sampling ends once the estimated errors of r² are below these: of all nodes, or much smaller ones of random nodes, as
 * in a broad population, where only few unusual nodes are off.
 */
const ENOUGH = { mean: 0.005, largest: 0.03 };
const ENOUGH_RANDOM = { mean: 0.002, largest: 0.01 };

/** Weight of unusual nodes in the fit: they are many in the sample, and few in the population. */
const UNUSUAL_SHARE = 0.05;

/** How far approximate reliabilities are from exact ones, as a sample shows. */
export interface ReliabilityError {
  /** Number of nodes whose exact reliability was computed. */
  readonly sample: number;
  /** Mean absolute difference of r² from the exact value of random nodes, each being left out in turn. */
  readonly mean: number;
  /** The largest of these differences, also of unusual nodes. */
  readonly largest: number;
}

/**
 * Corrects approximate reliabilities by exact ones of a sample. In a closed population the approximation is too high by
 * more from generation to generation, because information that comes along several paths counts several times; nodes of
 * one kind and birth year are affected alike. The sample grows until its nodes, predicted from the others, are near
 * enough.
 *
 * @param reliability approximate r² by node
 * @param cohort birth year by node, NaN for nodes that are not reported
 * @param exact exact r² of a node
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
      values.map((value, i) => reliability[sample[i]!.node]! - value),
      sample.map(({ isRandom }) => (isRandom ? 1 : UNUSUAL_SHARE)),
    );
    const sizes = kriging.residuals.map(Math.abs);
    const random = sizes.filter((_, i) => sample[i]!.isRandom);
    const mean = random.reduce((sum, size) => sum + size, 0) / random.length;
    error = { sample: sample.length, mean, largest: Math.max(...sizes) };
    if (mean <= ENOUGH.mean && error.largest <= ENOUGH.largest) break;
    if (mean <= ENOUGH_RANDOM.mean && Math.max(...random) <= ENOUGH_RANDOM.largest) break;
  }
  const corrected = reliability.map((value, k) => Math.min(1, Math.max(0, value - (kriging?.predict(k) ?? 0))));
  sample.forEach(({ node }, i) => {
    corrected[node] = values[i]!;
  });
  return { reliability: corrected, error };
}
