/** Groups rows by key, in the order of `keys`. A key without rows gets an empty list. */
export function groupByKeys<Row>(keys: readonly string[], rows: Row[], keyOf: (row: Row) => string | null): Row[][] {
  const groups = new Map<string, Row[]>(keys.map((key) => [key, []]));
  for (const row of rows) groups.get(keyOf(row) ?? '')?.push(row);
  return keys.map((key) => groups.get(key) ?? []);
}

/** Replaces `Map.groupBy`, which Node 20 does not have. */
export function groupBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = groups.get(key);
    if (known) known.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
