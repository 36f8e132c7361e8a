import type { Descent } from './relationship.js';

/** Marker in place of the second parent: the only parent contributes half of the genes. */
export const HALF_OF_ONE = -1;
/** Marker in place of the second parent: the only parent contributes all genes. */
export const ALL_OF_ONE = -2;

/** Nodes that walks over ancestors visit, numbered as entries: founders first, then parents before children. */
export interface Folded {
  readonly size: number;
  /** Number of entries without parents. */
  readonly founders: number;
  /**
   * Two elements for each entry: both parents (half of the genes from each), or the only parent and HALF_OF_ONE or
   * ALL_OF_ONE. The first element of a founder is −1.
   */
  readonly parents: Int32Array;
  /**
   * Entry of each node. An omitted node has the entry of the parent that contributes all genes of the node; −1 if there
   * is no such parent.
   */
  readonly entryOf: Int32Array;
  /** Node of each entry. */
  readonly nodeOf: Int32Array;
}

/**
 * Omits nodes that walks need not visit. A node is folded if it has only one child, and has all genes from one parent
 * or has no parents. A quarter of the node's d is then added to the child's d. Nodes without children are also omitted.
 * In a population of bees, two of three nodes are folded, because most queens are dams of one family only.
 *
 * @param which `all nodes` folds nothing, so that every node can be queried
 */
export function fold(descent: Descent, which: 'ancestors' | 'all nodes'): Folded {
  const { size, parent1, parent2, coefficient1 } = descent;
  const children = which === 'ancestors' ? countChildren(descent) : undefined;
  /** By node: the node that replaces it in walks; −1 for none. A node that is not omitted replaces itself. */
  const substitute = new Int32Array(size);
  const substituteOf = (parent: number) => (parent < 0 ? -1 : substitute[parent]);
  const isFounder = (k: number) => substituteOf(parent1[k]) < 0 && substituteOf(parent2[k]) < 0;
  let [entries, founders] = [0, 0];
  for (let k = 0; k < size; k += 1) {
    const onlyThroughChild = parent2[k] < 0 && (parent1[k] < 0 || coefficient1[k] === 1);
    if (children && children[k] < 2 && (onlyThroughChild || children[k] === 0)) {
      substitute[k] = onlyThroughChild ? substituteOf(parent1[k]) : -1;
    } else {
      substitute[k] = k;
      entries += 1;
      if (isFounder(k)) founders += 1;
    }
  }

  const entryOf = new Int32Array(size);
  const nodeOf = new Int32Array(entries);
  const parents = new Int32Array(2 * entries).fill(-1);
  const substituteEntry = (parent: number) => (substituteOf(parent) < 0 ? -1 : entryOf[substitute[parent]]);
  let [founder, descendant] = [0, founders];
  for (let k = 0; k < size; k += 1) {
    const [first, second] = [substituteEntry(parent1[k]), substituteEntry(parent2[k])];
    if (substitute[k] !== k) {
      entryOf[k] = substitute[k] < 0 ? -1 : first;
      continue;
    }
    const entry = first < 0 && second < 0 ? founder++ : descendant++;
    const both = first >= 0 && second >= 0;
    const marker = parent2[k] < 0 && coefficient1[k] === 1 ? ALL_OF_ONE : HALF_OF_ONE;
    parents[2 * entry] = both ? first : Math.max(first, second);
    parents[2 * entry + 1] = both ? second : marker;
    nodeOf[entry] = k;
    entryOf[k] = entry;
  }
  return { size: entries, founders, parents, entryOf, nodeOf };
}

/** Returns d of an entry: the d of its node plus the shares of folded ancestors. */
export function foldedVariance({ entryOf, nodeOf }: Folded, descent: Descent, node: number, d: Float64Array): number {
  const { parent1, parent2, coefficient1, coefficient2 } = descent;
  const ofParent = (parent: number, coefficient: number) => {
    let sum = 0;
    for (let k = parent; k >= 0 && nodeOf[entryOf[k]] !== k; k = parent1[k]) sum += d[k];
    return coefficient ** 2 * sum;
  };
  return d[node] + ofParent(parent1[node], coefficient1[node]) + ofParent(parent2[node], coefficient2[node]);
}

function countChildren({ size, parent1, parent2 }: Descent): Int32Array {
  const children = new Int32Array(size);
  for (let k = 0; k < size; k += 1) {
    if (parent1[k] >= 0) children[parent1[k]] += 1;
    if (parent2[k] >= 0) children[parent2[k]] += 1;
  }
  return children;
}
