/** Lists of positions by node, in compressed form: the list of node k is `entries[start[k] … start[k + 1] − 1]`. */
export interface Lists {
  start: Int32Array;
  /** Positions in the arrays. */
  entries: Int32Array;
  /** Number of the array in which each position is. */
  source: Uint8Array;
}

/**
 * Lists the positions at which each node occurs in any of the arrays; −1 is no node. Linear time.
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
