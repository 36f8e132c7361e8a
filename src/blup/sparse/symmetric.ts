/**
 * A symmetric matrix: its lower triangle in compressed columns. The rows of column j are `rows[columns[j] … columns[j +
 * 1] − 1]` in ascending order, so the diagonal is first.
 */
export interface SymmetricMatrix {
  readonly size: number;
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** Adds up contributions (i, j, v) to a matrix, in time linear in the size and the number of contributions. */
export class SymmetricBuilder {
  private row: Int32Array;
  private column: Int32Array;
  private value: Float64Array;
  private count = 0;

  /** @param expected expected number of contributions; more are possible */
  constructor(
    readonly size: number,
    expected = 1024,
  ) {
    this.row = new Int32Array(expected);
    this.column = new Int32Array(expected);
    this.value = new Float64Array(expected);
  }

  /**
   * Adds v at (i, j) and, by symmetry, at (j, i). Callers must add every diagonal entry at least once, even if it is 0.
   */
  add(i: number, j: number, v: number): void {
    if (this.count === this.row.length) this.grow();
    this.row[this.count] = i > j ? i : j;
    this.column[this.count] = i > j ? j : i;
    this.value[this.count] = v;
    this.count += 1;
  }

  private grow(): void {
    const length = Math.max(1024, this.count * 2);
    const row = new Int32Array(length);
    const column = new Int32Array(length);
    const value = new Float64Array(length);
    row.set(this.row);
    column.set(this.column);
    value.set(this.value);
    [this.row, this.column, this.value] = [row, column, value];
  }

  /** Sorts the contributions by column and row, and adds up equal positions. */
  build(): SymmetricMatrix {
    const { size, count } = this;
    const byRow = distribute(this.row, size, count, (at) => at);
    const byColumn = distribute(this.column, size, count, (at) => byRow[at]);
    const columns = new Int32Array(size + 1);
    const rows = new Int32Array(count);
    const values = new Float64Array(count);
    let end = 0;
    let last = -1;
    for (let at = 0; at < count; at += 1) {
      const from = byColumn[at];
      const column = this.column[from];
      const row = this.row[from];
      if (last === column && rows[end - 1] === row) values[end - 1] += this.value[from];
      else {
        rows[end] = row;
        values[end] = this.value[from];
        end += 1;
        columns[column + 1] += 1;
        last = column;
      }
    }
    for (let j = 0; j < size; j += 1) columns[j + 1] += columns[j];
    return { size, columns, rows: rows.slice(0, end), values: values.slice(0, end) };
  }
}

/** Returns the indexes `place(0) … place(count − 1)`, in stable order of their keys. */
function distribute(key: Int32Array, keys: number, count: number, place: (at: number) => number): Int32Array {
  const next = new Int32Array(keys + 1);
  for (let at = 0; at < count; at += 1) next[key[at] + 1] += 1;
  for (let k = 0; k < keys; k += 1) next[k + 1] += next[k];
  const order = new Int32Array(count);
  for (let at = 0; at < count; at += 1) {
    const from = place(at);
    order[next[key[from]]++] = from;
  }
  return order;
}

/**
 * Adjacency of units. Two units are neighbours if the matrix has an entry between their scalars. Each unit lists all
 * its neighbours.
 */
export interface Graph {
  readonly size: number;
  /** Neighbours of unit u: `neighbours[start[u] … start[u + 1] − 1]`. */
  readonly start: Int32Array;
  readonly neighbours: Int32Array;
}

/**
 * Returns the graph of units. A unit consists of consecutive scalars with the same structure, such as the effects of
 * one animal.
 * @param unitOf unit of each scalar, ascending
 */
export function graphOf({ size, columns, rows }: SymmetricMatrix, unitOf: Int32Array, units: number): Graph {
  const seen = new Int32Array(units).fill(-1);
  const pairs = (visit: (u: number, v: number) => void): void => {
    seen.fill(-1);
    for (let j = 0; j < size; j += 1) {
      const u = unitOf[j];
      seen[u] = u;
      for (let at = columns[j]; at < columns[j + 1]; at += 1) {
        const v = unitOf[rows[at]];
        if (seen[v] === u) continue;
        seen[v] = u;
        visit(u, v);
      }
    }
  };
  const start = new Int32Array(units + 1);
  pairs((u, v) => {
    start[u + 1] += 1;
    start[v + 1] += 1;
  });
  for (let u = 0; u < units; u += 1) start[u + 1] += start[u];
  const neighbours = new Int32Array(start[units]);
  const next = start.slice(0, units);
  pairs((u, v) => {
    neighbours[next[u]++] = v;
    neighbours[next[v]++] = u;
  });
  return { size: units, start, neighbours };
}
