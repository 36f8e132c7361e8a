/** Rows in the order of the keys that were asked for; a key without rows gets an empty list. */
export function group<Row>(keys: readonly string[], rows: Row[], keyOf: (row: Row) => string | null): Row[][] {
  const groups = new Map<string, Row[]>(keys.map((key) => [key, []]));
  for (const row of rows) groups.get(keyOf(row) ?? '')?.push(row);
  return keys.map((key) => groups.get(key) ?? []);
}
