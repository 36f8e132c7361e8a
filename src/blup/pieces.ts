import { precisionOf } from './equations.js';
import type { Model, Variances } from './model.js';
import { PiecesBlock } from './pieces-block.js';
import type { Relationship } from './relationship.js';
import type { Combination } from './reliability.js';
import type { Solutions } from './solutions.js';

/** What the predicted value of an individual is the sum of. By individual, in units of the values. */
export interface Pieces {
  /** The mean of its parents' values; 0, the mean of the base, where they are unknown. */
  readonly parents: Float64Array;
  /** Bees: what sisters and the dam's colony show beyond that, û_W(dam) less the mean of the parents. */
  readonly family: Float64Array;
  /** What the records of the individual itself (of a queen: of her colony) add to that. */
  readonly records: Float64Array;
  /** What its offspring, or those of its worker group, add. */
  readonly offspring: Float64Array;
}

/** The nodes that stand for each individual. */
export interface Individuals {
  readonly node: Int32Array;
  /** Of a queen her worker group, of which her colony is made and her daughters come from; −1 or left out: none. */
  readonly group?: Int32Array;
}

/**
 * The pieces behind predicted values: parents' average, own records and offspring, as VanRaden & Wiggans [1991, J Dairy Sci 74:2737] take the value of an
 * animal apart, for any genetic effects, and for bees with a queen and her worker group taken as one.
 *
 * The equations of an individual's own unknowns u are C·u = r + p + o, with C their block of the mixed-model equations, and r, p and o what records, parents and
 * offspring put on the right-hand side. With e, what the parents alone lead to expect (C₀·e = p), the deviation u − e is C⁻¹ times what records and
 * offspring say beyond e: two parts that add up. All other unknowns stay at their solutions, which the individual has a share in itself. O(n).
 *
 * @param combination λ: the values are λ′·u of the individual's node
 */
export function piecesOf(
  model: Model,
  variances: Variances,
  solutions: Solutions,
  combination: Combination,
  individuals: Individuals,
): Pieces {
  const genetic = model.genetic!;
  const size = individuals.node.length;
  const pieces: Pieces = {
    parents: new Float64Array(size),
    family: new Float64Array(size),
    records: new Float64Array(size),
    offspring: new Float64Array(size),
  };
  const value = (node: number) =>
    node < 0 ? 0 : combination.reduce((sum, weight, e) => sum + weight * solutions.genetic[e]![node]!, 0);
  const expected = (node: number) => expectedOf(genetic.relationship, node, value);
  const block = new PiecesBlock(model, precisionOf(model, variances), solutions);
  for (let individual = 0; individual < size; individual += 1) {
    const node = individuals.node[individual]!;
    const family = expected(node);
    const parents = isWhole(genetic.relationship, node) ? expected(genetic.relationship.parent1[node]!) : family;
    const [records, offspring] = block.deviations(node, individuals.group?.[individual] ?? -1, combination);
    pieces.parents[individual] = parents;
    pieces.family[individual] = family - parents;
    pieces.records[individual] = records;
    pieces.offspring[individual] = offspring;
  }
  return pieces;
}

/** Whether a node comes from a worker group, whose mean its family shares, and not from two parents. */
const isWhole = ({ parent1, parent2, coefficient1 }: Relationship, node: number) =>
  parent1[node]! >= 0 && parent2[node]! < 0 && coefficient1[node] === 1;

function expectedOf(
  { parent1, parent2, coefficient1, coefficient2 }: Relationship,
  node: number,
  value: (node: number) => number,
): number {
  return coefficient1[node]! * value(parent1[node]!) + coefficient2[node]! * value(parent2[node]!);
}
