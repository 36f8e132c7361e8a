import { generationsOf } from '../generations.js';
import type { Relationship } from '../relationship.js';

/** Properties of each node on which the error of its approximate reliability depends. */
export interface Features {
  /** 1 for a mean of two parents, such as a worker group; otherwise 0. */
  readonly kind: Uint8Array;
  /**
   * Birth year; if unknown, the mean birth year of the node's generation or of the nearest generation. If no birth year
   * is known, the generation.
   */
  readonly time: Float64Array;
  /** Approximate reliability. */
  readonly reliability: Float64Array;
  /** Binary logarithm of the expected number of copies of a gene in the node and its descendants. */
  readonly descendants: Float64Array;
  /** The larger of the two parents' values of `descendants`. */
  readonly relatives: Float64Array;
  /**
   * Inbreeding of the offspring of the node and its mate. For a node without a mate, inbreeding of the node itself.
   * Queens mated to close relatives have unusual errors.
   */
  readonly inbreeding: Float64Array;
}

/**
 * Computes the features of all nodes in linear time.
 *
 * @param cohort birth year of each node; NaN if unknown
 */
export function featuresOf(
  relationship: Relationship,
  reliability: Float64Array,
  cohort: Float64Array | undefined,
): Features {
  const { size, parent1, parent2, coefficient1, coefficient2, inbreeding } = relationship;
  const hasTwo = (k: number) => parent1[k] >= 0 && parent2[k] >= 0;
  const copies = new Float64Array(size).fill(1);
  const own = inbreeding.slice();
  for (let k = size - 1; k >= 0; k -= 1) {
    if (parent1[k] >= 0) copies[parent1[k]] += coefficient1[k] * copies[k];
    if (parent2[k] >= 0) copies[parent2[k]] += coefficient2[k] * copies[k];
    if (hasTwo(k) && !hasTwo(parent1[k])) own[parent1[k]] = inbreeding[k];
  }
  const descendants = copies.map(Math.log2);
  return {
    kind: Uint8Array.from(copies, (_, k) => (hasTwo(k) ? 1 : 0)),
    time: timesOf(generationsOf(relationship).generation, cohort),
    reliability,
    descendants,
    relatives: descendants.map((_, k) =>
      [parent1[k], parent2[k]].reduce((largest, p) => (p < 0 ? largest : Math.max(largest, descendants[p])), 0),
    ),
    inbreeding: own,
  };
}

function timesOf(generation: Float64Array, cohort: Float64Array | undefined): Float64Array {
  const classOf = generation.map(Math.round);
  if (!cohort || cohort.every(Number.isNaN)) return classOf;
  const sums = new Map<number, { sum: number; count: number }>();
  cohort.forEach((year, k) => {
    if (Number.isNaN(year)) return;
    const each = sums.get(classOf[k]) ?? { sum: 0, count: 0 };
    sums.set(classOf[k], { sum: each.sum + year, count: each.count + 1 });
  });
  const known = [...sums].map(([place, { sum, count }]) => ({ place, year: sum / count }));
  const years = new Map(
    [...new Set(classOf)].map((place) => {
      const distanceTo = (each: { place: number }) => Math.abs(each.place - place);
      return [place, known.reduce((best, each) => (distanceTo(each) < distanceTo(best) ? each : best)).year];
    }),
  );
  return cohort.map((year, k) => (Number.isNaN(year) ? (years.get(classOf[k]) ?? year) : year));
}

/** One unit of distance in `reliability`, `descendants`, `relatives` and `inbreeding`. */
export const FEATURE_UNITS = [0.1, 4, 4, 0.05] as const;

/** Returns the squared distance between two nodes, in `units`. Birth year and kind do not count. */
export function distance(
  { reliability, descendants, relatives, inbreeding }: Features,
  a: number,
  b: number,
  units: readonly number[] = FEATURE_UNITS,
): number {
  const byReliability = (reliability[a] - reliability[b]) / units[0];
  const byDescendants = (descendants[a] - descendants[b]) / units[1];
  const byRelatives = (relatives[a] - relatives[b]) / units[2];
  const byInbreeding = (inbreeding[a] - inbreeding[b]) / units[3];
  return (
    byReliability * byReliability +
    byDescendants * byDescendants +
    byRelatives * byRelatives +
    byInbreeding * byInbreeding
  );
}
