import { reportProgress, type Watch } from '../watch.js';
import { panelIndex, type Factor } from './cholesky.js';
import { subtractProduct } from './panels.js';
import type { Symbolic } from './symbolic.js';

/** Maximum number of elements in one block that is copied from later supernodes. */
const GATHER_NUMBERS = 4_000_000;

/** The elements of C⁻¹ at the nonzero positions of the factor. */
export class SelectedInverse {
  constructor(
    private readonly symbolic: Symbolic,
    private readonly panels: Float64Array,
  ) {}

  /** Returns element (i, j) of C⁻¹, with i and j in the order of C; NaN outside the structure of the factor. */
  at(i: number, j: number): number {
    const a = this.symbolic.place[i];
    const b = this.symbolic.place[j];
    const index = panelIndex(this.symbolic, Math.max(a, b), Math.min(a, b));
    return index < 0 ? NaN : this.panels[index];
  }
}

/**
 * Computes the selected inverse [Takahashi, Fagan & Chin 1973; Erisman & Tinney 1975, Commun ACM 18:177]. S are the
 * columns of a supernode, R are the rows below them, Z = (L·L′)⁻¹ and Y = L_RS·L_SS⁻¹. Then Z_RS = −Z_RR·Y and Z_SS =
 * (L_SS·L_SS′)⁻¹ − Y′·Z_RS. The panels of later supernodes contain Z_RR, so Z replaces L from the last supernode to the
 * first.
 *
 * @param factor its panels are overwritten
 */
export function invertSelected({ symbolic, panels }: Factor, watch?: Watch): SelectedInverse {
  const { supernodes, first, rowStart, panelStart } = symbolic;
  const gather = gatherer(symbolic, panels);
  for (let s = supernodes - 1; s >= 0; s -= 1) {
    if (s % 64 === 0) reportProgress(watch, 1 - panelStart[s] / symbolic.entries);
    const columns = first[s + 1] - first[s];
    const height = rowStart[s + 1] - rowStart[s];
    const below = height - columns;
    const top = panelStart[s];
    const bottom = top + columns * columns;
    const inverse = transposedInverse(panels, top, columns);
    const negative = inverse.map((value) => -value);
    // y contains Y′, and z contains −Y′·Z_RR = Z_RS′, with one row for each column of the supernode.
    const y = new Float64Array(columns * below);
    const z = new Float64Array(columns * below);
    subtractProduct(negative, 0, columns, panels, bottom, columns, y, 0, below, columns, below, columns);
    gather(s, (block, from, count) => {
      subtractProduct(y, 0, below, block, 0, below, z, from, below, columns, count, below);
    });
    const square = new Float64Array(columns * columns);
    subtractProduct(y, 0, below, z, 0, below, square, 0, columns, columns, columns, below);
    subtractProduct(negative, 0, columns, inverse, 0, columns, square, 0, columns, columns, columns, columns);
    panels.set(square, top);
    for (let r = 0; r < below; r += 1) {
      for (let c = 0; c < columns; c += 1) panels[bottom + r * columns + c] = z[c * below + r];
    }
  }
  return new SelectedInverse(symbolic, panels);
}

/** Returns the transpose of L⁻¹ for a lower triangle L: row j is column j of L⁻¹. */
function transposedInverse(panels: Float64Array, top: number, columns: number): Float64Array {
  const inverse = new Float64Array(columns * columns);
  for (let j = 0; j < columns; j += 1) {
    inverse[j * columns + j] = 1 / panels[top + j * columns + j];
    for (let i = j + 1; i < columns; i += 1) {
      let sum = 0;
      for (let t = j; t < i; t += 1) sum += panels[top + i * columns + t] * inverse[j * columns + t];
      inverse[j * columns + i] = -sum / panels[top + i * columns + i];
    }
  }
  return inverse;
}

/** Visits Z_RR of supernode s in blocks of `count` rows, starting at row `from`. */
type Gather = (s: number, visit: (block: Float64Array, from: number, count: number) => void) => void;

function gatherer({ first, supernodeOf, rowStart, rows, panelStart }: Symbolic, panels: Float64Array): Gather {
  let block = new Float64Array(1024);
  let local = new Int32Array(256);
  return (s, visit) => {
    const start = rowStart[s] + first[s + 1] - first[s];
    const below = rowStart[s + 1] - start;
    const rowsPerBlock = Math.max(1, Math.floor(GATHER_NUMBERS / Math.max(1, below)));
    if (local.length < below) local = new Int32Array(below * 2);
    for (let from = 0; from < below; from += rowsPerBlock) {
      const count = Math.min(rowsPerBlock, below - from);
      if (block.length < count * below) block = new Float64Array(Math.min(GATHER_NUMBERS + below, count * below * 2));
      for (let j = 0; j < from + count;) {
        const t = supernodeOf[rows[start + j]];
        const width = first[t + 1] - first[t];
        findRows(t, start, j, below);
        for (; j < from + count && rows[start + j] < first[t + 1]; j += 1) {
          const column = panelStart[t] + rows[start + j] - first[t];
          if (j < from) {
            for (let i = from; i < from + count; i += 1) {
              block[(i - from) * below + j] = panels[column + local[i] * width];
            }
            continue;
          }
          // Row j is also in the block. By symmetry, column j has the same elements.
          for (let i = j; i < below; i += 1) {
            const value = panels[column + local[i] * width];
            if (i < from + count) block[(i - from) * below + j] = value;
            block[(j - from) * below + i] = value;
          }
        }
      }
      visit(block, from, count);
    }
  };

  /** Finds rows j, j + 1, … of R in panel t. R and the rows of the panel are in ascending order. */
  function findRows(t: number, start: number, j: number, below: number): void {
    let low = rowStart[t];
    for (let i = j; i < below; i += 1) {
      const row = rows[start + i];
      if (row < first[t + 1]) {
        local[i] = row - first[t];
        continue;
      }
      let step = 1;
      let high = low;
      while (rows[high] < row) {
        low = high + 1;
        high = Math.min(high + step, rowStart[t + 1] - 1);
        step *= 2;
      }
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (rows[middle] < row) low = middle + 1;
        else high = middle;
      }
      local[i] = low - rowStart[t];
    }
  }
}
