import type { Graph } from './symmetric.js';

/**
 * Returns the elimination tree of a graph. The parent of column k is the first nonzero row below the diagonal in column
 * k of the factor [Liu 1990, SIAM J Matrix Anal Appl 11:134].
 *
 * @param order units in the order of elimination
 * @param place position of each unit in `order`
 * @returns position of the parent of each position; −1 for a root
 */
export function eliminationTree({ start, neighbours }: Graph, order: Int32Array, place: Int32Array): Int32Array {
  const parent = new Int32Array(order.length).fill(-1);
  const ancestor = new Int32Array(order.length).fill(-1);
  for (let k = 0; k < order.length; k += 1) {
    const u = order[k];
    for (let at = start[u]; at < start[u + 1]; at += 1) {
      let i = place[neighbours[at]];
      while (i >= 0 && i < k) {
        const next = ancestor[i];
        ancestor[i] = k;
        if (next < 0) parent[i] = k;
        i = next;
      }
    }
  }
  return parent;
}

/** Returns a postorder of a forest: the nodes of every subtree are consecutive, children before their parent. */
export function postorder(parent: Int32Array): Int32Array {
  const size = parent.length;
  const child = new Int32Array(size).fill(-1);
  const sibling = new Int32Array(size).fill(-1);
  for (let k = size - 1; k >= 0; k -= 1) {
    if (parent[k] < 0) continue;
    sibling[k] = child[parent[k]];
    child[parent[k]] = k;
  }
  const order = new Int32Array(size);
  let end = 0;
  for (let root = 0; root < size; root += 1) {
    if (parent[root] >= 0) continue;
    let k = root;
    for (;;) {
      while (child[k] >= 0) k = child[k];
      order[end++] = k;
      while (k !== root && sibling[k] < 0) {
        k = parent[k];
        order[end++] = k;
      }
      if (k === root) break;
      k = sibling[k];
    }
  }
  return order;
}

/**
 * Returns the number of units in each column of the factor, including the diagonal. Needs O(n) memory, and time
 * proportional to the entries of the factor.
 */
export function columnCounts(
  { start, neighbours }: Graph,
  order: Int32Array,
  place: Int32Array,
  parent: Int32Array,
): Int32Array {
  const counts = new Int32Array(order.length).fill(1);
  const seen = new Int32Array(order.length).fill(-1);
  for (let k = 0; k < order.length; k += 1) {
    seen[k] = k;
    const u = order[k];
    for (let at = start[u]; at < start[u + 1]; at += 1) {
      for (let i = place[neighbours[at]]; i < k && seen[i] !== k; i = parent[i]) {
        seen[i] = k;
        counts[i] += 1;
      }
    }
  }
  return counts;
}
