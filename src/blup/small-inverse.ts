const column = new Float64Array(1024);

/**
 * Inverts a positive definite n × n matrix in place, for n up to 1024, by sweeping its lower triangle [Goodnight 1979,
 * Am Stat 33:149]. The matrix is stored row by row.
 *
 * @returns whether the matrix was positive definite; if not, its contents are invalid
 */
export function invertInPlace(a: Float64Array, n: number): boolean {
  for (let k = 0; k < n; k += 1) {
    const pivot = a[k * n + k];
    if (!(pivot > 0)) return false;
    const inverse = 1 / pivot;
    for (let i = 0; i < k; i += 1) column[i] = a[k * n + i];
    for (let i = k + 1; i < n; i += 1) column[i] = a[i * n + k];
    for (let i = 0; i < n; i += 1) {
      if (i === k) continue;
      const factor = column[i] * inverse;
      if (factor === 0) continue;
      const row = i * n;
      for (let j = 0; j <= i; j += 1) a[row + j] -= factor * column[j];
    }
    for (let j = 0; j < k; j += 1) a[k * n + j] = column[j] * inverse;
    for (let i = k + 1; i < n; i += 1) a[i * n + k] = column[i] * inverse;
    a[k * n + k] = -inverse;
  }
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) a[j * n + i] = a[i * n + j] = -a[i * n + j];
  }
  return true;
}
