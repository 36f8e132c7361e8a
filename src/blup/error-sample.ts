import type { Design } from './equations.js';
import { ModelError } from './model-error.js';
import type { Combination } from './reliability.js';
import type { Iteration } from './solutions.js';

const MAX_ITERATIONS = 2000;
/** The error of a PEV is estimated as the increase of the PEV during the last `DELAY_ITERATIONS` iterations. */
const DELAY_ITERATIONS = 4;

/**
 * Returns the PEV of λ′·a_k for node k, in squared units of the values. `tolerance` is the maximum estimated error of
 * the PEV.
 */
export type NodeError = (node: number, combination: Combination, tolerance: number) => number;

/**
 * Returns a function that computes the PEV of a node to a given tolerance: b′·C⁻¹·b by conjugate gradients, where b is
 * λ at the unknowns of the node and 0 elsewhere. Each iteration raises a lower bound of the PEV [Hestenes & Stiefel
 * 1952; Strakoš & Tichý 2002, Electron Trans Numer Anal 13:56]. The relative error of the PEV is the square of the
 * relative error of the solution, so about 15 iterations result in three digits.
 *
 * @throws ModelError `not_solved` if the iteration does not converge
 */
export function nodeErrors(design: Design, { multiply, precondition }: Iteration): NodeError {
  const { unknowns, geneticStart, effects } = design;
  const [r, z, p, q] = [0, 1, 2, 3].map(() => new Float64Array(unknowns)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return (node, combination, tolerance) => {
    r.fill(0);
    combination.forEach((weight, i) => {
      r[geneticStart + node * effects + i] = weight;
    });
    precondition(r, z);
    p.set(z);
    let rz = dot(r, z);
    let pev = 0;
    const growth: number[] = [];
    for (let iteration = 1; iteration <= MAX_ITERATIONS; iteration += 1) {
      if (rz === 0) return pev;
      multiply(p, q);
      const alpha = rz / dot(p, q);
      growth.push(alpha * rz);
      pev += alpha * rz;
      const recentGrowth = growth.slice(-DELAY_ITERATIONS).reduce((sum, each) => sum + each, 0);
      if (Number.isNaN(pev)) break;
      if (iteration >= DELAY_ITERATIONS && recentGrowth < tolerance) return pev;
      for (let i = 0; i < unknowns; i += 1) r[i] -= alpha * q[i];
      precondition(r, z);
      const next = dot(r, z);
      const beta = next / rz;
      for (let i = 0; i < unknowns; i += 1) p[i] = z[i] + beta * p[i];
      rz = next;
    }
    throw new ModelError('not_solved', `The reliabilities did not converge in ${MAX_ITERATIONS} iterations.`);
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i] * b[i];
  return sum;
}
