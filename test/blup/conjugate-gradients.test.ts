import { expect, test } from '@jest/globals';
import { conjugateGradients } from '../../src/blup/conjugate-gradients.js';

const SIZE = 60;
const side = Float64Array.from({ length: SIZE }, (_, i) => Math.sin(i + 1));
const copy = (r: Float64Array, z: Float64Array) => z.set(r);
/** Multiplies by a diagonal matrix with the elements 1, 2, … */
const multiply = (x: Float64Array, out: Float64Array) => x.forEach((value, i) => (out[i] = value * (i + 1)));

test('conjugate gradients report a progress that rises evenly with the number of correct digits', () => {
  const shares: number[] = [];
  const progress = (share: number) => shares.push(share);
  const { x, iterations } = conjugateGradients(multiply, copy, side, undefined, { progress });
  x.forEach((value, i) => expect(value).toBeCloseTo(side[i]! / (i + 1), 9));
  expect(shares).toHaveLength(iterations + 1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  expect(shares.filter((share) => share > 0.3 && share < 0.7).length).toBeGreaterThan(iterations / 5);
});

test('the preconditioner reduces the number of iterations; the inverse matrix needs one iteration', () => {
  const exact = (r: Float64Array, z: Float64Array) => r.forEach((value, i) => (z[i] = value / (i + 1)));
  expect(conjugateGradients(multiply, exact, side).iterations).toBe(1);
  expect(conjugateGradients(multiply, exact, new Float64Array(SIZE))).toEqual({
    x: new Float64Array(SIZE),
    iterations: 0,
  });
});

test('the number of iterations is at most the number of different eigenvalues', () => {
  const few = (x: Float64Array, out: Float64Array) => x.forEach((value, i) => (out[i] = value * (1 + (i % 5))));
  expect(conjugateGradients(few, copy, side).iterations).toBeLessThanOrEqual(5);
});

test('a solution that does not converge, or is not a number, is rejected', () => {
  const limited = { tolerance: 1e-10, maxIterations: 3 };
  expect(() => conjugateGradients(multiply, copy, side, limited)).toThrow('did not converge in 3 iterations');
  const { iterations } = conjugateGradients(multiply, copy, side);
  const enough = { tolerance: 1e-10, maxIterations: iterations };
  expect(conjugateGradients(multiply, copy, side, enough).iterations).toBe(iterations);
  expect(() => conjugateGradients(multiply, copy, side.with(3, NaN))).toThrow('did not converge');
});
