/** A queen and a drone mother with the expectation of their offspring. */
export interface Assignable {
  /** The ids of both, separated by a blank. */
  key: string;
  queen: { id: string };
  mate: { id: string };
  index: number | null;
  /** A fraction. */
  inbreeding: number;
}

/**
 * Finds the cheapest assignment of rows to columns by shortest augmenting paths: Jonker and Volgenant (1987), A shortest
 * augmenting path algorithm for dense and sparse linear assignment problems, Computing 38, 325–340.
 * @param cost rows × columns, with at least as many columns as rows; all finite
 * @returns the column of each row
 */
export function cheapestColumns(cost: readonly (readonly number[])[]): number[] {
  const columns = cost[0]?.length ?? 0;
  // Column 0 stands for the row that is being assigned.
  const rowOf = Array.from({ length: columns + 1 }, () => -1);
  const rowPrice = cost.map(() => 0);
  const columnPrice = rowOf.map(() => 0);
  for (let row = 0; row < cost.length; row++) {
    rowOf[0] = row;
    const distance = rowOf.map(() => Infinity);
    const before = rowOf.map(() => 0);
    const isDone = rowOf.map(() => false);
    let column = 0;
    while (rowOf[column] !== -1) {
      isDone[column] = true;
      const from = rowOf[column]!;
      let [nearest, delta] = [0, Infinity];
      for (let next = 1; next <= columns; next++) {
        if (isDone[next]) continue;
        const reduced = cost[from]![next - 1]! - rowPrice[from]! - columnPrice[next]!;
        if (reduced < distance[next]!) [distance[next], before[next]] = [reduced, column];
        if (distance[next]! < delta) [nearest, delta] = [next, distance[next]!];
      }
      for (let next = 0; next <= columns; next++) {
        if (isDone[next]) {
          rowPrice[rowOf[next]!]! += delta;
          columnPrice[next]! -= delta;
        } else distance[next]! -= delta;
      }
      column = nearest;
    }
    for (; column !== 0; column = before[column]!) rowOf[column] = rowOf[before[column]!]!;
  }
  const found = cost.map(() => -1);
  for (let column = 1; column <= columns; column++) if (rowOf[column] !== -1) found[rowOf[column]!] = column - 1;
  return found;
}

/**
 * Shares the drone mothers out: one for each queen, so that as many queens as possible have one, and the sum of the
 * expected indices is the largest; without indices, the sum of inbreeding is the smallest.
 * @param pairs below the limit of inbreeding
 * @param most maximum number of queens per drone mother
 * @returns the pairs of the assignment, in the order of `pairs`
 */
export function assignment<Pair extends Assignable>(pairs: readonly Pair[], most: number): Pair[] {
  const queens = [...new Set(pairs.map(({ queen }) => queen.id))];
  const mates = [...new Set(pairs.map(({ mate }) => mate.id))];
  const isRanked = pairs.some(({ index }) => index !== null);
  const costOf = ({ index, inbreeding }: Pair) => (isRanked ? -(index ?? 0) : inbreeding);
  const costs = pairs.map(costOf);
  const [lowest, highest] = [Math.min(...costs), Math.max(...costs)];
  // No gain of the others is worth a queen without a drone mother.
  const without = (highest - lowest + 1) * (queens.length + 1);
  const byKey = new Map(pairs.map((pair) => [pair.key, pair]));
  const places = Math.min(most, queens.length);
  const columns = mates.flatMap((mate) => Array.from({ length: places }, () => mate));
  const pairAt = (queen: string, column: number) => byKey.get(`${queen} ${columns[column]}`);
  const cost = queens.map((queen) => [
    ...columns.map((_, column) => {
      const pair = pairAt(queen, column);
      return pair ? costOf(pair) - lowest : without * 2;
    }),
    // A queen may stay without a drone mother.
    ...queens.map(() => without),
  ]);
  const chosen = new Set(cheapestColumns(cost).map((column, row) => pairAt(queens[row]!, column)));
  return pairs.filter((pair) => chosen.has(pair));
}
