import type { Descent } from './relationship.js';

/** Generation and number of children of each node. */
export interface Generations {
  /**
   * Mean number of generations from a node's oldest known ancestors. A founder has the generation of its first mate.
   */
  readonly generation: Float64Array;
  /** Number of children of each node. */
  readonly children: Int32Array;
}

/** Computes the generations of all nodes in linear time. Parents must precede their children. */
export function generationsOf({ size, parent1, parent2 }: Descent): Generations {
  const generation = new Float64Array(size).fill(-1);
  const children = new Int32Array(size);
  for (let k = 0; k < size; k += 1) {
    const parents = [parent1[k], parent2[k]].filter((parent) => parent >= 0);
    if (parents.length === 0) continue;
    const known = parents.filter((parent) => generation[parent] >= 0);
    const mean = known.reduce((sum, parent) => sum + generation[parent], 0) / Math.max(1, known.length);
    for (const parent of parents) {
      children[parent] += 1;
      if (generation[parent] < 0) generation[parent] = mean;
    }
    // In a pedigree of bees, a single parent is the mean of the node's family, so both have the same generation.
    generation[k] = parents.length === 2 ? mean + 1 : mean;
  }
  return { generation: generation.map((value) => Math.max(0, value)), children };
}
