import type { Design } from '../equations.js';

/**
 * Adds (1/d)·v·v′ ⊗ G0⁻¹ of node k and its parents to a matrix with n columns.
 *
 * @param inverse 1/d
 * @param rows first row of the node and of each parent; −1 if absent
 */
export function addPedigree(
  { relationship, effects }: Design,
  g: Float64Array,
  k: number,
  inverse: number,
  rows: Int32Array,
  matrix: Float64Array,
  n: number,
): void {
  const v = [1, -relationship.coefficient1[k], -relationship.coefficient2[k]];
  for (let s = 0; s < 3; s += 1) {
    if (rows[s] < 0) continue;
    for (let t = 0; t < 3; t += 1) {
      if (rows[t] < 0) continue;
      const scale = v[s] * v[t] * inverse;
      for (let i = 0; i < effects; i += 1) {
        const row = (rows[s] + i) * n + rows[t];
        for (let j = 0; j < effects; j += 1) matrix[row + j] += scale * g[i * effects + j];
      }
    }
  }
}
