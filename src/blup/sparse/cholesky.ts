import { ModelError } from '../model-error.js';
import { reportProgress, type Watch } from '../watch.js';
import { factorPanel, subtractProduct } from './panels.js';
import type { Symbolic } from './symbolic.js';
import type { SymmetricMatrix } from './symmetric.js';

/** A matrix with a pivot below this fraction of its diagonal element counts as singular. */
const MIN_PIVOT_FRACTION = 1e-13;

/** The factor L of P·C·P′ = L·L′, where P is the elimination order as a permutation matrix. */
export interface Factor {
  readonly symbolic: Symbolic;
  /** The panels of L; see `Symbolic`. */
  readonly panels: Float64Array;
}

/**
 * Computes the sparse Cholesky factor of a positive definite matrix, supernode by supernode from left to right [Ng &
 * Peyton 1993, SIAM J Sci Comput 14:1034]. Dense products subtract the updates of finished supernodes.
 *
 * @throws ModelError `not_solved` if the matrix is singular or its factor is too large
 */
export function factorize(matrix: SymmetricMatrix, symbolic: Symbolic, watch?: Watch): Factor {
  const { supernodes, first, supernodeOf, rowStart, rows, panelStart } = symbolic;
  if (symbolic.entries >= 2 ** 31) throw new ModelError('not_solved', 'The model is too large to be factorized.');
  const panels = new Float64Array(symbolic.entries);
  const diagonal = scatter(matrix, symbolic, panels);
  const localRow = new Int32Array(symbolic.size);
  // For each supernode, a linked list of the finished supernodes that update it next, with their current row.
  const head = new Int32Array(supernodes).fill(-1);
  const next = new Int32Array(supernodes);
  const currentRow = new Int32Array(supernodes);
  let product = new Float64Array(1024);
  for (let s = 0; s < supernodes; s += 1) {
    if (s % 256 === 0) reportProgress(watch, s / supernodes);
    const columns = first[s + 1] - first[s];
    for (let at = rowStart[s]; at < rowStart[s + 1]; at += 1) localRow[rows[at]] = at - rowStart[s];
    for (let d = head[s]; d >= 0;) {
      const after = next[d];
      const width = first[d + 1] - first[d];
      const from = currentRow[d];
      let to = from;
      while (to < rowStart[d + 1] && rows[to] < first[s + 1]) to += 1;
      const height = rowStart[d + 1] - from;
      const across = to - from;
      if (product.length < height * across) product = new Float64Array(height * across * 2);
      else product.fill(0, 0, height * across);
      const corner = panelStart[d] + (from - rowStart[d]) * width;
      subtractProduct(panels, corner, width, panels, corner, width, product, 0, across, height, across, width);
      for (let i = 0; i < height; i += 1) {
        const target = panelStart[s] + localRow[rows[from + i]] * columns - first[s];
        const end = Math.min(across, i + 1);
        for (let j = 0; j < end; j += 1) panels[target + rows[from + j]] += product[i * across + j];
      }
      enqueue(d, to);
      d = after;
    }
    const height = rowStart[s + 1] - rowStart[s];
    const start = first[s];
    const failed = factorPanel(panels, panelStart[s], height, columns, (c) => MIN_PIVOT_FRACTION * diagonal[start + c]);
    if (failed >= 0)
      throw new ModelError(
        'not_solved',
        'The equations are singular: effects of the model are redundant, or its variances differ too much.',
      );
    enqueue(s, rowStart[s] + columns);
  }
  return { symbolic, panels };

  /** Moves the finished supernode d to the list of the supernode that contains its next row. */
  function enqueue(d: number, at: number): void {
    if (at === rowStart[d + 1]) return;
    currentRow[d] = at;
    const target = supernodeOf[rows[at]];
    next[d] = head[target];
    head[target] = d;
  }
}

/**
 * Copies the matrix into the empty panels.
 * @returns the diagonal of the matrix
 */
function scatter(
  { size, columns, rows, values }: SymmetricMatrix,
  symbolic: Symbolic,
  panels: Float64Array,
): Float64Array {
  const diagonal = new Float64Array(size);
  for (let j = 0; j < size; j += 1) {
    for (let at = columns[j]; at < columns[j + 1]; at += 1) {
      const a = symbolic.place[j];
      const b = symbolic.place[rows[at]];
      if (a === b) diagonal[a] = values[at];
      panels[panelIndex(symbolic, Math.max(a, b), Math.min(a, b))] += values[at];
    }
  }
  return diagonal;
}

/** Returns the index of element (row, column) of the lower triangle in the panels; −1 outside the structure. */
export function panelIndex(
  { first, supernodeOf, rowStart, rows, panelStart }: Symbolic,
  row: number,
  column: number,
): number {
  const s = supernodeOf[column];
  const columns = first[s + 1] - first[s];
  const across = panelStart[s] + (column - first[s]);
  if (row < first[s + 1]) return across + (row - first[s]) * columns;
  let low = rowStart[s] + columns;
  let high = rowStart[s + 1] - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    if (rows[middle] === row) return across + (middle - rowStart[s]) * columns;
    if (rows[middle] < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Returns log|C|. */
export function logDeterminantOf({ symbolic, panels }: Factor): number {
  let sum = 0;
  for (let s = 0; s < symbolic.supernodes; s += 1) {
    const columns = symbolic.first[s + 1] - symbolic.first[s];
    for (let c = 0; c < columns; c += 1) sum += Math.log(panels[symbolic.panelStart[s] + c * columns + c]);
  }
  return 2 * sum;
}

/** Solves C·x = b: L·z = P·b and L′·P·x = z. */
export function solveFactored({ symbolic, panels }: Factor, b: Float64Array): Float64Array {
  const { size, place, supernodes, first, rowStart, rows, panelStart } = symbolic;
  const x = new Float64Array(size);
  for (let i = 0; i < size; i += 1) x[place[i]] = b[i];
  for (let s = 0; s < supernodes; s += 1) {
    const columns = first[s + 1] - first[s];
    let at = panelStart[s];
    for (let r = rowStart[s]; r < rowStart[s + 1]; r += 1, at += columns) {
      const local = r - rowStart[s];
      const end = Math.min(local, columns);
      let sum = 0;
      for (let c = 0; c < end; c += 1) sum += panels[at + c] * x[first[s] + c];
      const i = rows[r];
      x[i] -= sum;
      if (local < columns) x[i] /= panels[at + local];
    }
  }
  for (let s = supernodes - 1; s >= 0; s -= 1) {
    const columns = first[s + 1] - first[s];
    let at = panelStart[s + 1] - columns;
    for (let r = rowStart[s + 1] - 1; r >= rowStart[s]; r -= 1, at -= columns) {
      const local = r - rowStart[s];
      const i = rows[r];
      if (local < columns) x[i] /= panels[at + local];
      const end = Math.min(local, columns);
      const value = x[i];
      for (let c = 0; c < end; c += 1) x[first[s] + c] -= panels[at + c] * value;
    }
  }
  return Float64Array.from(place, (k) => x[k]);
}
