/** Lists by node, stored one after the other. `by` gives the array that an entry comes from. */
export interface Lists {
  start: Int32Array;
  entries: Int32Array;
  by: Uint8Array;
}

/** Lists the positions at which each node occurs. Linear time. */
export function listsOf(size: number, named: readonly Int32Array[]): Lists {
  const start = new Int32Array(size + 1);
  for (const nodes of named) for (const node of nodes) if (node >= 0) start[node + 1]! += 1;
  for (let node = 0; node < size; node += 1) start[node + 1]! += start[node]!;
  const next = start.slice(0, size);
  const entries = new Int32Array(start[size]!);
  const by = new Uint8Array(start[size]!);
  named.forEach((nodes, which) =>
    nodes.forEach((node, entry) => {
      if (node < 0) return;
      entries[next[node]!] = entry;
      by[next[node]!++] = which;
    }),
  );
  return { start, entries, by };
}
