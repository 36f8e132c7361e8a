import { addCoarse, coarseSpaceOf } from './coarse-space.js';
import type { Design, Precision } from './equations.js';
import { invertInPlace } from './small-inverse.js';
import { solveByPasses, solveByPassesForTwo } from './pedigree-passes.js';

/**
 * Returns a function that computes z = M⁻¹·r. The preconditioner M approximates C and treats the pedigree as a tree:
 * nodes are eliminated from the youngest to the oldest. Let J_k be the information about node k from its records and
 * offspring. Then the precision of a_k, conditional on its parents, is K_k = G0⁻¹/d_k + J_k. Each parent receives the
 * information c²·(J_k − J_k·K_k⁻¹·J_k), where c is its coefficient. Joint information about both parents is ignored. M
 * therefore stays positive definite, and two passes over the nodes compute z. A block-diagonal M would need several
 * times as many iterations, because d of worker groups is small. For fixed and random effects, M contains the diagonal
 * of C. A coarse space corrects the means of generations.
 */
export function pedigreePreconditioner(
  design: Design,
  precision: Precision,
): (r: Float64Array, z: Float64Array) => void {
  const { geneticStart, effects, relationship } = design;
  const diagonal = diagonalOf(design, precision);
  const inverses = effects > 0 ? nodeInverses(design, precision, diagonal) : undefined;
  const coarse = coarseSpaceOf(design, precision);
  return (r, z) => {
    for (let i = 0; i < geneticStart; i += 1) z[i] = r[i] / diagonal[i];
    if (!inverses) return;
    z.set(r.subarray(geneticStart), geneticStart);
    const pass = effects === 2 ? solveByPassesForTwo : solveByPasses;
    pass(relationship, precision.genetic, effects, inverses, z.subarray(geneticStart));
    if (coarse) addCoarse(coarse, r, z);
  };
}

/** Returns K_k⁻¹ of every node k, row by row. */
function nodeInverses(
  { relationship, effects, geneticStart }: Design,
  precision: Precision,
  records: Float64Array,
): Float64Array {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const square = effects * effects;
  const information = new Float64Array(size * square);
  const inverses = new Float64Array(size * square);
  const k = new Float64Array(square);
  const half = new Float64Array(square);
  for (let node = size - 1; node >= 0; node -= 1) {
    const at = node * square;
    for (let i = 0; i < effects; i += 1)
      information[at + i * effects + i] += records[geneticStart + node * effects + i];
    for (let i = 0; i < square; i += 1) k[i] = precision.genetic[i] / d[node] + information[at + i];
    invertInPlace(k, effects);
    inverses.set(k, at);
    for (let i = 0; i < effects; i += 1) {
      for (let j = 0; j < effects; j += 1) {
        let sum = 0;
        for (let t = 0; t < effects; t += 1) sum += information[at + i * effects + t] * k[t * effects + j];
        half[i * effects + j] = sum;
      }
    }
    for (let i = 0; i < effects; i += 1) {
      for (let j = 0; j < effects; j += 1) {
        let reduced = information[at + i * effects + j];
        for (let t = 0; t < effects; t += 1) reduced -= half[i * effects + t] * information[at + t * effects + j];
        const [p, q] = [parent1[node], parent2[node]];
        if (p >= 0) information[p * square + i * effects + j] += coefficient1[node] ** 2 * reduced;
        if (q >= 0) information[q * square + i * effects + j] += coefficient2[node] ** 2 * reduced;
      }
    }
  }
  return inverses;
}

/** Returns the diagonal of W′R⁻¹W plus I/σ²_j. */
function diagonalOf(
  { records, width, index, coefficient, weights, unknowns, randomStart }: Design,
  precision: Precision,
): Float64Array {
  const diagonal = new Float64Array(unknowns);
  for (let r = 0; r < records; r += 1) {
    for (let a = r * width; a < (r + 1) * width; a += 1) {
      if (index[a] >= 0) diagonal[index[a]] += weights[r] * precision.residual * coefficient[a] * coefficient[a];
    }
  }
  precision.random.forEach((inverse, j) => {
    for (let i = randomStart[j]; i < randomStart[j + 1]; i += 1) diagonal[i] += inverse;
  });
  return diagonal;
}
