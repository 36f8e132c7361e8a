/** Number of columns of A and B in one strip. Eight rows of this length fit the first-level cache. */
const STRIP_COLUMNS = 256;

/**
 * Subtracts A·B′ from C, for dense matrices stored by rows: C is m × n, A is m × k, B is n × k. Factorization and
 * inversion spend most of their time here. Blocks of four rows of A and two rows of B fit the registers that a
 * JavaScript engine uses. Indexes that are not 32-bit integers would double the time.
 *
 * @param aRow distance between two rows of A in `a`; `bRow` and `cRow` are the distances in `b` and `c`
 */
export function subtractProduct(
  a: Float64Array,
  aStart: number,
  aRow: number,
  b: Float64Array,
  bStart: number,
  bRow: number,
  c: Float64Array,
  cStart: number,
  cRow: number,
  m: number,
  n: number,
  k: number,
): void {
  for (let from = 0; from < k; from += STRIP_COLUMNS) {
    const length = Math.min(STRIP_COLUMNS, k - from);
    let i = 0;
    for (; i + 3 < m; i += 4) {
      const a0 = (aStart + i * aRow + from) | 0;
      const a1 = (a0 + aRow) | 0;
      const a2 = (a1 + aRow) | 0;
      const a3 = (a2 + aRow) | 0;
      const c0 = (cStart + i * cRow) | 0;
      const c1 = (c0 + cRow) | 0;
      const c2 = (c1 + cRow) | 0;
      const c3 = (c2 + cRow) | 0;
      let j = 0;
      for (; j + 1 < n; j += 2) {
        const b0 = (bStart + j * bRow + from) | 0;
        const b1 = (b0 + bRow) | 0;
        let s00 = 0;
        let s01 = 0;
        let s10 = 0;
        let s11 = 0;
        let s20 = 0;
        let s21 = 0;
        let s30 = 0;
        let s31 = 0;
        for (let t = 0; t < length; t += 1) {
          const y0 = b[b0 + t];
          const y1 = b[b1 + t];
          const x0 = a[a0 + t];
          const x1 = a[a1 + t];
          const x2 = a[a2 + t];
          const x3 = a[a3 + t];
          s00 += x0 * y0;
          s01 += x0 * y1;
          s10 += x1 * y0;
          s11 += x1 * y1;
          s20 += x2 * y0;
          s21 += x2 * y1;
          s30 += x3 * y0;
          s31 += x3 * y1;
        }
        c[c0 + j] -= s00;
        c[c0 + j + 1] -= s01;
        c[c1 + j] -= s10;
        c[c1 + j + 1] -= s11;
        c[c2 + j] -= s20;
        c[c2 + j + 1] -= s21;
        c[c3 + j] -= s30;
        c[c3 + j + 1] -= s31;
      }
      if (j < n) {
        const b0 = (bStart + j * bRow + from) | 0;
        let s0 = 0;
        let s1 = 0;
        let s2 = 0;
        let s3 = 0;
        for (let t = 0; t < length; t += 1) {
          const p = b[b0 + t];
          s0 += a[a0 + t] * p;
          s1 += a[a1 + t] * p;
          s2 += a[a2 + t] * p;
          s3 += a[a3 + t] * p;
        }
        c[c0 + j] -= s0;
        c[c1 + j] -= s1;
        c[c2 + j] -= s2;
        c[c3 + j] -= s3;
      }
    }
    for (; i < m; i += 1) {
      const a0 = (aStart + i * aRow + from) | 0;
      const c0 = (cStart + i * cRow) | 0;
      for (let j = 0; j < n; j += 1) {
        const b0 = (bStart + j * bRow + from) | 0;
        let sum = 0;
        for (let t = 0; t < length; t += 1) sum += a[a0 + t] * b[b0 + t];
        c[c0 + j] -= sum;
      }
    }
  }
}

/** Number of columns that are factorized before they update other columns. */
const BLOCK_COLUMNS = 32;

/**
 * Factorizes a panel in place. Its top square becomes a lower Cholesky factor L. Every row r below becomes the solution
 * x of x·L′ = r.
 *
 * @param tolerance returns the limit of each column; pivots up to this limit count as zero
 * @returns first column with a pivot not above its limit; −1 for none
 */
export function factorPanel(
  panel: Float64Array,
  start: number,
  height: number,
  columns: number,
  tolerance: (column: number) => number,
): number {
  for (let from = 0; from < columns; from += BLOCK_COLUMNS) {
    const to = Math.min(columns, from + BLOCK_COLUMNS);
    const corner = start + from * columns;
    if (from > 0) {
      subtractProduct(
        panel,
        corner,
        columns,
        panel,
        corner,
        columns,
        panel,
        corner + from,
        columns,
        height - from,
        to - from,
        from,
      );
    }
    for (let i = from; i < height; i += 1) {
      const row = start + i * columns;
      const end = Math.min(i, to);
      for (let j = from; j < end; j += 1) {
        const other = start + j * columns;
        let sum = panel[row + j];
        for (let t = from; t < j; t += 1) sum -= panel[row + t] * panel[other + t];
        panel[row + j] = sum / panel[other + j];
      }
      if (i >= to) continue;
      let pivot = panel[row + i];
      for (let t = from; t < i; t += 1) pivot -= panel[row + t] * panel[row + t];
      if (!(pivot > tolerance(i))) return i;
      panel[row + i] = Math.sqrt(pivot);
      for (let t = i + 1; t < columns; t += 1) panel[row + t] = 0;
    }
  }
  return -1;
}
