import type { FixedEffect, Model } from './model.js';
import { columnCounts, eliminationTree } from './sparse/elimination-tree.js';
import { minimumDegreeOrder } from './sparse/minimum-degree.js';
import { graphOf, SymmetricBuilder, type SymmetricMatrix } from './sparse/symmetric.js';

/**
 * A column is dependent if the elimination of the preceding columns leaves less than this fraction of its diagonal
 * element.
 */
const MIN_PIVOT_FRACTION = 1e-10;

/** A fixed effect that is constrained to zero. */
export interface Constraint {
  readonly effect: string;
  /** Level of a factor; undefined for a covariate. */
  readonly level?: number;
  /** True if no record has this effect. False if the column of X for this effect is a combination of other columns. */
  readonly empty: boolean;
}

/** Returns the first column of X for each effect, followed by the number of columns. */
export function fixedColumns(fixed: readonly FixedEffect[]): Int32Array {
  const starts = new Int32Array(fixed.length + 1);
  fixed.forEach((effect, f) => {
    starts[f + 1] = starts[f] + ('covariate' in effect ? 1 : effect.levels);
  });
  return starts;
}

/**
 * Finds the dependent columns of X: the columns with vanishing pivots in a sparse LDL′ factorization of X′WX, where W =
 * diag(weights). Their solutions are constrained to zero, which changes no estimable function [Searle 1971, Linear
 * Models]. The first levels of the factors are eliminated last, in reverse order of the factors. Connected designs are
 * therefore constrained as in the examples of Mrode (2005): the first level of an earlier factor is zero.
 */
export function constraintsOf({ values, weights, fixed }: Model): { dependent: Uint8Array; constraints: Constraint[] } {
  const starts = fixedColumns(fixed);
  const matrix = crossProducts(values.length, weights, fixed, starts);
  const order = eliminationOrder(matrix, fixed, starts);
  const dependent = dependentColumns(matrix, order);
  const constraints: Constraint[] = [];
  fixed.forEach((effect, f) => {
    for (let column = starts[f]; column < starts[f + 1]; column += 1) {
      if (!dependent[column]) continue;
      const empty = matrix.values[matrix.columns[column]] === 0;
      constraints.push({ effect: effect.name, ...('levels' in effect && { level: column - starts[f] }), empty });
    }
  });
  return { dependent, constraints };
}

function crossProducts(
  records: number,
  weights: Float64Array | undefined,
  fixed: readonly FixedEffect[],
  starts: Int32Array,
): SymmetricMatrix {
  const size = starts[fixed.length];
  const builder = new SymmetricBuilder(size, size + (records * fixed.length * (fixed.length + 1)) / 2);
  for (let column = 0; column < size; column += 1) builder.add(column, column, 0);
  const columnOf = (f: number, r: number) => {
    const effect = fixed[f];
    return 'covariate' in effect ? starts[f] : starts[f] + effect.level[r];
  };
  const valueOf = (f: number, r: number) => {
    const effect = fixed[f];
    return 'covariate' in effect ? effect.covariate[r] : 1;
  };
  for (let r = 0; r < records; r += 1) {
    const weight = weights?.[r] ?? 1;
    for (let f = 0; f < fixed.length; f += 1) {
      for (let g = 0; g <= f; g += 1) {
        builder.add(columnOf(f, r), columnOf(g, r), weight * valueOf(f, r) * valueOf(g, r));
      }
    }
  }
  return builder.build();
}

function eliminationOrder(matrix: SymmetricMatrix, fixed: readonly FixedEffect[], starts: Int32Array): Int32Array {
  const last = fixed.flatMap((effect, f) => ('levels' in effect && effect.levels > 0 ? [starts[f]] : [])).reverse();
  const isLast = new Set(last);
  const single = Int32Array.from({ length: matrix.size }, (_, i) => i);
  const order = minimumDegreeOrder(graphOf(matrix, single, matrix.size), new Int32Array(matrix.size).fill(1));
  return Int32Array.from([...order.filter((column) => !isLast.has(column)), ...last]);
}

/**
 * Returns 1 for columns with vanishing pivots. The LDL′ factorization by rows omits these columns [Davis 2005, ACM
 * Trans Math Softw 31:587].
 */
function dependentColumns(matrix: SymmetricMatrix, order: Int32Array): Uint8Array {
  const { size } = matrix;
  const single = Int32Array.from({ length: size }, (_, i) => i);
  const graph = graphOf(matrix, single, size);
  const place = new Int32Array(size);
  order.forEach((column, k) => {
    place[column] = k;
  });
  const element = rowsOf(matrix);
  const parent = eliminationTree(graph, order, place);
  const counts = columnCounts(graph, order, place, parent);
  const start = new Float64Array(size + 1);
  for (let k = 0; k < size; k += 1) start[k + 1] = start[k] + counts[k] - 1;
  const end = start.slice();
  const rows = new Int32Array(start[size]);
  const factor = new Float64Array(start[size]);
  const pivot = new Float64Array(size);
  const work = new Float64Array(size);
  const seen = new Int32Array(size).fill(-1);
  const dependent = new Uint8Array(size);
  for (let k = 0; k < size; k += 1) {
    const column = order[k];
    const reach: number[] = [];
    let diagonal = 0;
    seen[k] = k;
    element(column, (other, value) => {
      const i = place[other];
      if (i === k) diagonal = value;
      if (i >= k) return;
      work[i] = value;
      for (let t = i; t < k && seen[t] !== k; t = parent[t]) {
        seen[t] = k;
        reach.push(t);
      }
    });
    pivot[k] = diagonal;
    for (const i of reach.sort((a, b) => a - b)) {
      const value = work[i];
      work[i] = 0;
      if (dependent[order[i]]) continue;
      for (let at = start[i]; at < end[i]; at += 1) work[rows[at]] -= factor[at] * value;
      pivot[k] -= (value * value) / pivot[i];
      rows[end[i]] = k;
      factor[end[i]] = value / pivot[i];
      end[i] += 1;
    }
    if (!(pivot[k] > MIN_PIVOT_FRACTION * diagonal)) dependent[column] = 1;
  }
  return dependent;
}

/** Returns a function that visits all elements of a row, in both triangles. */
function rowsOf({
  size,
  columns,
  rows,
  values,
}: SymmetricMatrix): (row: number, visit: (other: number, value: number) => void) => void {
  const start = new Int32Array(size + 1);
  for (const row of rows) start[row + 1] += 1;
  for (let i = 0; i < size; i += 1) start[i + 1] += start[i];
  const next = start.slice();
  const column = new Int32Array(rows.length);
  const from = new Int32Array(rows.length);
  for (let j = 0; j < size; j += 1) {
    for (let at = columns[j]; at < columns[j + 1]; at += 1) {
      const slot = next[rows[at]]++;
      column[slot] = j;
      from[slot] = at;
    }
  }
  return (row, visit) => {
    for (let at = start[row]; at < start[row + 1]; at += 1) visit(column[at], values[from[at]]);
    for (let at = columns[row] + 1; at < columns[row + 1]; at += 1) visit(rows[at], values[at]);
  };
}
