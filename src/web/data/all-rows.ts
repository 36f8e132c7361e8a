/**
 * Loads all rows of a list.
 * @param load returns the rows from an offset, and the length of the list
 */
export async function allRows<Row>(
  load: (offset: number) => Promise<{ totalCount: number; nodes: readonly Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { nodes, totalCount } = await load(rows.length);
    rows.push(...nodes);
    if (nodes.length === 0 || rows.length >= totalCount) return rows;
  }
}
