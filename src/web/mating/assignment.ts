/** A queen and a drone mother, with the expected values of their offspring. */
export interface Assignable {
  /** The two ids, separated by a space. */
  key: string;
  queen: { id: string };
  mate: { id: string };
  index: number | null;
  /** The expected inbreeding as a fraction. */
  inbreeding: number;
}

interface RowState<Row> {
  row: Row;
  price: number;
  costs: readonly { column: ColumnState<Row>; cost: number }[];
}

interface ColumnState<Row> {
  /** The row to which the column is assigned. */
  owner: RowState<Row> | null;
  price: number;
  /** Length of the shortest path to this column from the row that is being assigned. */
  distance: number;
  /** The previous column on this path; null at the start. */
  before: ColumnState<Row> | null;
  isDone: boolean;
}

const UNREACHED = { distance: Infinity, before: null, isDone: false };
const unowned = <Row>(): ColumnState<Row> => ({ owner: null, price: 0, ...UNREACHED });

/**
 * Finds the cheapest assignment of rows to columns by shortest augmenting paths: Jonker and Volgenant (1987), A
 * shortest augmenting path algorithm for dense and sparse linear assignment problems, Computing 38, 325–340.
 * @param columns the columns; at least as many as rows
 * @param costOf returns a finite cost
 * @returns each row with its column
 */
export function cheapestPairs<Row, Column>(
  rows: readonly Row[],
  columns: readonly Column[],
  costOf: (row: Row, column: Column) => number,
): [row: Row, column: Column][] {
  const states = columns.map((column) => ({ column, ...unowned<Row>() }));
  for (const row of rows) {
    const costs = states.map((state) => ({ column: state, cost: costOf(row, state.column) }));
    assign({ row, price: 0, costs }, states);
  }
  return states.flatMap(({ column, owner }) => (owner ? [[owner.row, column]] : []));
}

/** Assigns one more row. Other rows may get other columns. */
function assign<Row>(row: RowState<Row>, columns: readonly ColumnState<Row>[]): void {
  for (const column of columns) Object.assign(column, UNREACHED);
  const start: ColumnState<Row> = { owner: row, price: 0, ...UNREACHED };
  let at = start;
  while (at.owner) {
    at.isDone = true;
    let [nearest, delta] = [start, Infinity];
    for (const { column, cost } of at.owner.costs) {
      if (column.isDone) continue;
      const reduced = cost - at.owner.price - column.price;
      if (reduced < column.distance) [column.distance, column.before] = [reduced, at];
      if (column.distance < delta) [nearest, delta] = [column, column.distance];
    }
    for (const column of [start, ...columns]) {
      if (column.isDone && column.owner) {
        column.owner.price += delta;
        column.price -= delta;
      } else column.distance -= delta;
    }
    at = nearest;
  }
  for (; at.before; at = at.before) at.owner = at.before.owner;
}

/**
 * Assigns a drone mother to each queen, or to as many queens as possible. Among such assignments, returns the one with
 * the largest sum of expected indices or, without indices, with the smallest sum of inbreeding.
 * @param pairs the pairs within the limit of inbreeding
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
  // The cost of a queen without a drone mother exceeds the gain that is possible for all other queens together.
  const without = (highest - lowest + 1) * (queens.length + 1);
  const byKey = new Map(pairs.map((pair) => [pair.key, pair]));
  const places = Math.min(most, queens.length);
  const pairAt = (queen: string, mate: string | null) => byKey.get(`${queen} ${mate}`);
  const found = cheapestPairs(
    queens,
    // The columns with null are for queens without a drone mother.
    [...mates.flatMap((mate) => Array.from({ length: places }, () => mate)), ...queens.map(() => null)],
    (queen, mate) => {
      if (mate === null) return without;
      const pair = pairAt(queen, mate);
      return pair ? costOf(pair) - lowest : without * 2;
    },
  );
  const chosen = new Set(found.map(([queen, mate]) => pairAt(queen, mate)));
  return pairs.filter((pair) => chosen.has(pair));
}
