import type { Relationship } from './relationship.js';

/**
 * Solves M·x = z in place. M is the preconditioner of preconditioner.ts, in which K_k is the precision of node k. The
 * first pass goes from the youngest to the oldest node: y_k = K_k⁻¹·z_k, then z_p += c·G0⁻¹·y_k/d_k for each parent p
 * with its coefficient c. The second pass goes back: x_k = y_k + K_k⁻¹·G0⁻¹·(c1·x_p1 + c2·x_p2)/d_k.
 *
 * @param g G0⁻¹, row by row
 * @param inverses K_k⁻¹ of every node k, row by row
 */
type Passes = (
  relationship: Relationship,
  g: Float64Array,
  effects: number,
  inverses: Float64Array,
  z: Float64Array,
) => void;

/** Solves M·x = z for any number of effects. */
export const solveByPasses: Passes = (relationship, g, effects, inverses, z) => {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const square = effects * effects;
  const own = new Float64Array(effects);
  const fromParents = new Float64Array(effects);
  for (let k = size - 1; k >= 0; k -= 1) {
    const [p, q] = [parent1[k], parent2[k]];
    const at = k * effects;
    for (let i = 0; i < effects; i += 1) {
      let sum = 0;
      for (let j = 0; j < effects; j += 1) sum += inverses[k * square + i * effects + j] * z[at + j];
      own[i] = sum;
    }
    for (let i = 0; i < effects; i += 1) {
      z[at + i] = own[i];
      let sum = 0;
      for (let j = 0; j < effects; j += 1) sum += g[i * effects + j] * own[j];
      sum /= d[k];
      if (p >= 0) z[p * effects + i] += coefficient1[k] * sum;
      if (q >= 0) z[q * effects + i] += coefficient2[k] * sum;
    }
  }
  for (let k = 0; k < size; k += 1) {
    const [p, q] = [parent1[k], parent2[k]];
    if (p < 0 && q < 0) continue;
    for (let i = 0; i < effects; i += 1) {
      own[i] = 0;
      if (p >= 0) own[i] += coefficient1[k] * z[p * effects + i];
      if (q >= 0) own[i] += coefficient2[k] * z[q * effects + i];
    }
    for (let i = 0; i < effects; i += 1) {
      let sum = 0;
      for (let j = 0; j < effects; j += 1) sum += g[i * effects + j] * own[j];
      fromParents[i] = sum / d[k];
    }
    for (let i = 0; i < effects; i += 1) {
      let sum = 0;
      for (let j = 0; j < effects; j += 1) sum += inverses[k * square + i * effects + j] * fromParents[j];
      z[k * effects + i] += sum;
    }
  }
};

/** Solves M·x = z for two effects. Unrolled loops are four times as fast as `solveByPasses`. */
export const solveByPassesForTwo: Passes = (relationship, g, _effects, inverses, z) => {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const [g00, g01, g11] = [g[0], g[1], g[3]];
  for (let k = size - 1; k >= 0; k -= 1) {
    const p = parent1[k];
    const q = parent2[k];
    const z0 = z[2 * k];
    const z1 = z[2 * k + 1];
    const y0 = inverses[4 * k] * z0 + inverses[4 * k + 1] * z1;
    const y1 = inverses[4 * k + 2] * z0 + inverses[4 * k + 3] * z1;
    z[2 * k] = y0;
    z[2 * k + 1] = y1;
    const inverse = 1 / d[k];
    const share0 = (g00 * y0 + g01 * y1) * inverse;
    const share1 = (g01 * y0 + g11 * y1) * inverse;
    if (p >= 0) {
      z[2 * p] += coefficient1[k] * share0;
      z[2 * p + 1] += coefficient1[k] * share1;
    }
    if (q >= 0) {
      z[2 * q] += coefficient2[k] * share0;
      z[2 * q + 1] += coefficient2[k] * share1;
    }
  }
  for (let k = 0; k < size; k += 1) {
    const p = parent1[k];
    const q = parent2[k];
    let parents0 = 0;
    let parents1 = 0;
    if (p >= 0) {
      parents0 = coefficient1[k] * z[2 * p];
      parents1 = coefficient1[k] * z[2 * p + 1];
    }
    if (q >= 0) {
      parents0 += coefficient2[k] * z[2 * q];
      parents1 += coefficient2[k] * z[2 * q + 1];
    }
    const inverse = 1 / d[k];
    const scaled0 = (g00 * parents0 + g01 * parents1) * inverse;
    const scaled1 = (g01 * parents0 + g11 * parents1) * inverse;
    z[2 * k] += inverses[4 * k] * scaled0 + inverses[4 * k + 1] * scaled1;
    z[2 * k + 1] += inverses[4 * k + 2] * scaled0 + inverses[4 * k + 3] * scaled1;
  }
};
