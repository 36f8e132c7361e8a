import type { Descent } from './relationship.js';

/** Position of the nodes in the pedigree. */
export interface Generations {
  /**
   * Mean number of generations to the oldest known ancestors. Founders belong to the generation of the first mate that
   * they have.
   */
  readonly generation: Float64Array;
  /** Number of nodes that have the node as a parent. */
  readonly children: Int32Array;
}

/** Computes the generations of all nodes, parents before children, in linear time. */
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
    // A node with one parent, the mean of its family, is in the same generation as that parent.
    generation[k] = parents.length === 2 ? mean + 1 : mean;
  }
  return { generation: generation.map((value) => Math.max(0, value)), children };
}
