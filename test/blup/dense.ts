import { randomFrom } from '../../src/blup/random.js';

/** Simple dense linear algebra for reference solutions, independent of the tested code. */
export type Matrix = number[][];

export const zeros = (m: number, n = m): Matrix => Array.from({ length: m }, () => new Array<number>(n).fill(0));
export const identity = (n: number): Matrix => zeros(n).map((row, i) => row.map((_, j) => (i === j ? 1 : 0)));
export const transpose = (a: Matrix): Matrix => (a[0] ?? []).map((_, j) => a.map((row) => row[j]!));
export const multiply = (a: Matrix, b: Matrix): Matrix => {
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => row.reduce((sum, value, k) => sum + value * column[k]!, 0)));
};
export const apply = (a: Matrix, x: ArrayLike<number>): number[] =>
  a.map((row) => row.reduce((sum, value, k) => sum + value * x[k]!, 0));
export const kronecker = (a: Matrix, b: Matrix): Matrix =>
  a.flatMap((rowA) => b.map((rowB) => rowA.flatMap((x) => rowB.map((y) => x * y))));

/** Inverts a matrix by Gauss-Jordan elimination with partial pivoting. */
export function invert(a: Matrix): { inverse: Matrix; logDeterminant: number } {
  const n = a.length;
  const work = a.map((row, i) => [...row, ...identity(n)[i]!]);
  let logDeterminant = 0;
  for (let j = 0; j < n; j += 1) {
    let best = j;
    for (let i = j + 1; i < n; i += 1) if (Math.abs(work[i]![j]!) > Math.abs(work[best]![j]!)) best = i;
    [work[j], work[best]] = [work[best]!, work[j]!];
    const pivot = work[j]![j]!;
    logDeterminant += Math.log(Math.abs(pivot));
    for (let k = 0; k < 2 * n; k += 1) work[j]![k]! /= pivot;
    for (let i = 0; i < n; i += 1) {
      const factor = work[i]![j]!;
      if (i === j || factor === 0) continue;
      for (let k = 0; k < 2 * n; k += 1) work[i]![k]! -= factor * work[j]![k]!;
    }
  }
  return { inverse: work.map((row) => row.slice(n)), logDeterminant };
}

/** Returns generators of uniform numbers, normal deviates and whole numbers. */
export function random(seed: number): {
  uniform: () => number;
  normal: () => number;
  below: (limit: number) => number;
} {
  const uniform = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal, below: (limit) => Math.floor(uniform() * limit) };
}
