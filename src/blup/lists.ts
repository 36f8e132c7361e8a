/** One list of positions for each node. The list of node k is `entries[start[k] … start[k + 1] − 1]`. */
export interface Lists {
  start: Int32Array;
  /** Position of each occurrence in its array. */
  entries: Int32Array;
  /** Index of the array of each occurrence. */
  source: Uint8Array;
}

/**
 * Lists the positions of each node in the arrays, in linear time. An element of −1 means that there is no node.
 *
 * @param size number of nodes
 */
export function listsOf(size: number, arrays: readonly Int32Array[]): Lists {
  const start = new Int32Array(size + 1);
  for (const nodes of arrays) for (const node of nodes) if (node >= 0) start[node + 1] += 1;
  for (let node = 0; node < size; node += 1) start[node + 1] += start[node];
  const next = start.slice(0, size);
  const entries = new Int32Array(start[size]);
  const source = new Uint8Array(start[size]);
  arrays.forEach((nodes, array) =>
    nodes.forEach((node, entry) => {
      if (node < 0) return;
      entries[next[node]] = entry;
      source[next[node]++] = array;
    }),
  );
  return { start, entries, source };
}
