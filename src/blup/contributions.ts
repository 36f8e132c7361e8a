import { precisionOf } from './equations.js';
import type { GeneticModel, Variances } from './model.js';
import { ContributionBlock } from './contribution-block.js';
import type { Relationship } from './relationship.js';
import { requireFinite } from './finite.js';
import type { Combination } from './reliability.js';
import type { Solutions } from './solutions.js';

/**
 * Contributions to the predicted value of each individual, in the unit of the values. The predicted value is their sum.
 */
export interface Contributions {
  /** Mean of the parents' predicted values; an unknown parent counts as 0 (the base). */
  readonly parents: Float64Array;
  /**
   * For bees: the contribution of sisters and of the dam's colony: the predicted value of the dam's worker group minus
   * `parents`.
   */
  readonly family: Float64Array;
  /** Contribution of the individual's own records (for a queen: her colony's records). */
  readonly records: Float64Array;
  /** Contribution of the individual's offspring, including offspring of its worker group. */
  readonly offspring: Float64Array;
}

/** Nodes of each individual. */
export interface Individuals {
  readonly node: Int32Array;
  /** Worker group of a queen: the node of her workers, and the parent of her daughters; −1 or absent for none. */
  readonly group?: Int32Array;
}

/**
 * Splits predicted values into contributions of parents, own records and offspring [VanRaden & Wiggans 1991, J Dairy
 * Sci 74:2737]. This function extends the method to any number of genetic effects. For bees, a fourth contribution,
 * `family`, is the part of the expectation that exceeds the mean of the parents. A queen and her worker group are one
 * individual.
 *
 * The equations of an individual's own unknowns u are C·u = r + p + o. C is the block of u in the mixed-model
 * equations; r, p and o are the right-hand sides from records, parents and offspring. C is the sum of C₀, Cᵣ and Cₒ,
 * its parts from parents, records and offspring. Let e be the expectation from the parents alone: C₀·e = p. Then u − e
 * = C⁻¹·(r − Cᵣ·e) + C⁻¹·(o − Cₒ·e), the contributions of records and of offspring. All other unknowns are fixed at
 * their solutions. Runs in linear time.
 *
 * @param combination λ: the values are λ′·u of the individual's node
 */
export function contributionsOf(
  model: GeneticModel,
  variances: Variances,
  solutions: Solutions,
  combination: Combination,
  individuals: Individuals,
): Contributions {
  const genetic = model.genetic;
  const size = individuals.node.length;
  const pieces: Contributions = {
    parents: new Float64Array(size),
    family: new Float64Array(size),
    records: new Float64Array(size),
    offspring: new Float64Array(size),
  };
  const value = (node: number) =>
    node < 0 ? 0 : combination.reduce((sum, weight, e) => sum + weight * solutions.genetic[e][node], 0);
  const expected = (node: number) => expectedOf(genetic.relationship, node, value);
  const block = new ContributionBlock(model, precisionOf(model, variances), solutions);
  for (let individual = 0; individual < size; individual += 1) {
    const node = individuals.node[individual];
    const family = expected(node);
    const parents = hasWorkerGroupParent(genetic.relationship, node)
      ? expected(genetic.relationship.parent1[node])
      : family;
    const [records, offspring] = block.deviations(node, individuals.group?.[individual] ?? -1, combination);
    pieces.parents[individual] = parents;
    pieces.family[individual] = family - parents;
    pieces.records[individual] = records;
    pieces.offspring[individual] = offspring;
  }
  return requireFinite(pieces);
}

/** Whether a node has a worker group as its only parent. */
const hasWorkerGroupParent = ({ parent1, parent2, coefficient1 }: Relationship, node: number) =>
  parent1[node] >= 0 && parent2[node] < 0 && coefficient1[node] === 1;

function expectedOf(
  { parent1, parent2, coefficient1, coefficient2 }: Relationship,
  node: number,
  value: (node: number) => number,
): number {
  return coefficient1[node] * value(parent1[node]) + coefficient2[node] * value(parent2[node]);
}
