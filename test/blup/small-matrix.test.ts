import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { invertInPlace } from '../../src/blup/small-inverse.js';
import { choleskyOf, invertSmall, smallestEigen, solveGeneral, solveSmall } from '../../src/blup/small-matrix.js';
import { apply, identity, invert, multiply, random, transpose, type Matrix } from './dense.js';

/** Returns a random orthogonal matrix: the product of a reflection for each column. */
function orthogonal(n: number, normal: () => number): Matrix {
  return identity(n).reduce((product) => {
    const v = Array.from({ length: n }, normal);
    const squares = v.reduce((sum, value) => sum + value * value, 0);
    const reflection = identity(n).map((row, i) => row.map((value, j) => value - (2 * v[i]! * v[j]!) / squares));
    return multiply(product, reflection);
  }, identity(n));
}

/** Generates symmetric matrices with known eigenvalues. */
const withEigenvalues = (least: number) =>
  fc
    .tuple(fc.integer(), fc.array(fc.double({ min: least, max: 10, noNaN: true }), { minLength: 1, maxLength: 6 }))
    .map(([seed, eigenvalues]) => {
      const q = orthogonal(eigenvalues.length, random(seed).normal);
      const scaled = q.map((row) => row.map((value, j) => value * eigenvalues[j]!));
      const product = multiply(scaled, transpose(q));
      return { eigenvalues, matrix: product.map((row, i) => row.map((value, j) => (value + product[j]![i]!) / 2)) };
    });

const expectClose = (actual: Matrix, expected: Matrix, digits: number) =>
  actual.forEach((row, i) => row.forEach((value, j) => expect(value).toBeCloseTo(expected[i]![j]!, digits)));

test('the Cholesky factor, inverse, log-determinant and solutions of a small matrix equal those of elimination', () => {
  fc.assert(
    fc.property(withEigenvalues(0.1), ({ matrix }) => {
      const dense = invert(matrix);
      const factor = choleskyOf(matrix)!;
      expectClose(
        factor.map((row) => matrix.map((_, j) => factor[j]!.reduce((sum, v, k) => sum + v * (row[k] ?? 0), 0))),
        matrix,
        9,
      );
      const { inverse, logDeterminant } = invertSmall(matrix)!;
      expectClose(inverse, dense.inverse, 8);
      expect(logDeterminant).toBeCloseTo(dense.logDeterminant, 8);
      const b = matrix.map((_, i) => Math.sin(i + 1));
      for (const solution of [solveSmall(factor, b), solveGeneral(matrix, b)!]) {
        apply(dense.inverse, b).forEach((value, i) => expect(solution[i]).toBeCloseTo(value, 8));
      }
      const n = matrix.length;
      const inPlace = Float64Array.from(matrix.flat());
      expect(invertInPlace(inPlace, n)).toBe(true);
      dense.inverse.flat().forEach((value, at) => expect(inPlace[at]).toBeCloseTo(value, 8));
    }),
  );
});

test('systems of equations that are not symmetric are solved, in any order of the rows', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 7 }), (seed, n) => {
      const { normal, below } = random(seed);
      const matrix = Array.from({ length: n }, () => Array.from({ length: n }, () => (below(3) === 0 ? 0 : normal())));
      const x = Array.from({ length: n }, normal);
      const b = apply(matrix, x);
      const solution = solveGeneral(matrix, b);
      if (!solution) return;
      const size = Math.max(1, ...solution.map(Math.abs));
      apply(matrix, solution).forEach((value, i) => expect(value / size).toBeCloseTo(b[i]! / size, 8));
    }),
  );
  const swapped = [
    [0, 2, 0],
    [0, 0, 4],
    [5, 0, 0],
  ];
  expect(solveGeneral(swapped, [6, 4, 10])).toEqual([2, 3, 1]);
});

test('the smallest eigenvalue of a symmetric matrix is found with its eigenvector', () => {
  fc.assert(
    fc.property(withEigenvalues(-10), ({ matrix, eigenvalues }) => {
      const { value, vector } = smallestEigen(matrix);
      expect(value).toBeCloseTo(Math.min(...eigenvalues), 8);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 8);
      apply(matrix, vector).forEach((product, i) => expect(product).toBeCloseTo(value * vector[i]!, 7));
    }),
  );
});

test('a matrix that is singular or not positive definite has no inverse', () => {
  const singular = [
    [1, 2],
    [2, 4],
  ];
  const indefinite = [
    [1, 2],
    [2, 1],
  ];
  for (const matrix of [singular, indefinite, [[0]], [[-1]], [[NaN]]]) {
    expect(choleskyOf(matrix)).toBeUndefined();
    expect(invertSmall(matrix)).toBeUndefined();
    expect(invertInPlace(Float64Array.from(matrix.flat()), matrix.length)).toBe(false);
  }
  expect(solveGeneral(singular, [1, 1])).toBeUndefined();
  expect(solveGeneral(indefinite, [3, 3])).toEqual([1, 1]);
});
