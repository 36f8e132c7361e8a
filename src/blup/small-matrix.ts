/** A small dense matrix, row by row. */
export type SmallMatrix = readonly (readonly number[])[];

/** Returns the lower Cholesky factor; undefined if a pivot is at most `tolerance` times its diagonal element. */
export function choleskyOf(a: SmallMatrix, tolerance = 1e-12): number[][] | undefined {
  const factor: number[][] = [];
  for (let i = 0; i < a.length; i += 1) {
    const row: number[] = [];
    for (let j = 0; j <= i; j += 1) {
      let sum = a[i][j];
      for (let k = 0; k < j; k += 1) sum -= row[k] * (j === i ? row[k] : factor[j][k]);
      if (j < i) row.push(sum / factor[j][j]);
      else if (sum > tolerance * a[i][i]) row.push(Math.sqrt(sum));
      else return undefined;
    }
    factor.push(row);
  }
  return factor;
}

/** Returns the inverse and log-determinant of a matrix; undefined if the matrix is not positive definite. */
export function invertSmall(a: SmallMatrix): { inverse: number[][]; logDeterminant: number } | undefined {
  const factor = choleskyOf(a);
  if (!factor) return undefined;
  const columns = a.map((_, j) =>
    solveSmall(
      factor,
      a.map((__, i) => (i === j ? 1 : 0)),
    ),
  );
  const inverse = a.map((_, i) => a.map((__, j) => (columns[j][i] + columns[i][j]) / 2));
  return { inverse, logDeterminant: 2 * factor.reduce((sum, row, i) => sum + Math.log(row[i]), 0) };
}

/** Solves L·L′·x = b. */
export function solveSmall(factor: SmallMatrix, b: readonly number[]): number[] {
  const x = [...b];
  for (let i = 0; i < x.length; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] -= factor[i][k] * x[k];
    x[i] /= factor[i][i];
  }
  for (let i = x.length - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < x.length; k += 1) x[i] -= factor[k][i] * x[k];
    x[i] /= factor[i][i];
  }
  return x;
}

/** Returns A·B. */
export function multiplySmall(a: SmallMatrix, b: SmallMatrix): number[][] {
  return a.map((row) => (b[0] ?? []).map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
}

/** Solves A·x = b by Gaussian elimination with row pivoting. Returns undefined if A is singular. */
export function solveGeneral(a: SmallMatrix, b: readonly number[]): number[] | undefined {
  const n = b.length;
  const rows = a.map((row, i) => [...row, b[i]]);
  const scale = rows.map((row) => Math.max(...row.slice(0, n).map(Math.abs)));
  for (let k = 0; k < n; k += 1) {
    let best = k;
    for (let i = k + 1; i < n; i += 1) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    if (!(Math.abs(rows[k][k]) > 1e-12 * scale[best])) return undefined;
    [scale[k], scale[best]] = [scale[best], scale[k]];
    for (let i = k + 1; i < n; i += 1) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j += 1) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = rows[i][n];
    for (let j = i + 1; j < n; j += 1) sum -= rows[i][j] * x[j];
    x[i] = sum / rows[i][i];
  }
  return x;
}

/** Returns the smallest eigenvalue of a symmetric matrix and its eigenvector, by Jacobi rotations. */
export function smallestEigen(a: SmallMatrix): { value: number; vector: number[] } {
  const n = a.length;
  const m = a.map((row) => [...row]);
  const v = a.map((_, i) => a.map((__, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 50; sweep += 1) {
    let offDiagonal = 0;
    for (let p = 0; p < n; p += 1) {
      for (let q = p + 1; q < n; q += 1) {
        if (m[p][q] === 0) continue;
        offDiagonal += Math.abs(m[p][q]) / Math.sqrt(Math.abs(m[p][p] * m[q][q]) || 1);
        const theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (const row of [...m, ...v]) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
        for (let k = 0; k < n; k += 1) [m[p][k], m[q][k]] = [c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]];
      }
    }
    if (offDiagonal < 1e-14) break;
  }
  let smallest = 0;
  for (let i = 1; i < n; i += 1) if (m[i][i] < m[smallest][smallest]) smallest = i;
  return { value: m[smallest][smallest], vector: v.map((row) => row[smallest]) };
}
