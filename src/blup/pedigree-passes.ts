import type { Relationship } from './relationship.js';

/**
 * Solves M·x = z in place by two passes over the nodes, M being the pedigree eliminated as a tree (see
 * preconditioner.ts): from the youngest to the oldest y_k = K_k⁻¹·z_k and z_parent += c·G0⁻¹·y_k/d_k, then from the
 * oldest to the youngest x_k = y_k + K_k⁻¹·G0⁻¹·(c1·x_p1 + c2·x_p2)/d_k.
 *
 * @param g G0⁻¹, row by row
 * @param inverses K⁻¹ of every node, row by row
 */
type Passes = (
  relationship: Relationship,
  g: Float64Array,
  effects: number,
  inverses: Float64Array,
  z: Float64Array,
) => void;

/** The passes for any number of effects. */
export const solveByPasses: Passes = (relationship, g, effects, inverses, z) => {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const square = effects * effects;
  const own = new Float64Array(effects);
  const given = new Float64Array(effects);
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
      given[i] = sum / d[k];
    }
    for (let i = 0; i < effects; i += 1) {
      let sum = 0;
      for (let j = 0; j < effects; j += 1) sum += inverses[k * square + i * effects + j] * given[j];
      z[k * effects + i] += sum;
    }
  }
};

/** The passes for two effects, with unrolled loops: four times as fast. */
export const solveByPassesForTwo: Passes = (relationship, g, _effects, inverses, z) => {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const [g00, g01, g11] = [g[0], g[1], g[3]];
  for (let k = size - 1; k >= 0; k -= 1) {
    const p = parent1[k];
    const q = parent2[k];
    const first = z[2 * k];
    const second = z[2 * k + 1];
    const s = inverses[4 * k] * first + inverses[4 * k + 1] * second;
    const t = inverses[4 * k + 2] * first + inverses[4 * k + 3] * second;
    z[2 * k] = s;
    z[2 * k + 1] = t;
    const inverse = 1 / d[k];
    const x = (g00 * s + g01 * t) * inverse;
    const y = (g01 * s + g11 * t) * inverse;
    if (p >= 0) {
      z[2 * p] += coefficient1[k] * x;
      z[2 * p + 1] += coefficient1[k] * y;
    }
    if (q >= 0) {
      z[2 * q] += coefficient2[k] * x;
      z[2 * q + 1] += coefficient2[k] * y;
    }
  }
  for (let k = 0; k < size; k += 1) {
    const p = parent1[k];
    const q = parent2[k];
    let s = 0;
    let t = 0;
    if (p >= 0) {
      s = coefficient1[k] * z[2 * p];
      t = coefficient1[k] * z[2 * p + 1];
    }
    if (q >= 0) {
      s += coefficient2[k] * z[2 * q];
      t += coefficient2[k] * z[2 * q + 1];
    }
    const inverse = 1 / d[k];
    const x = (g00 * s + g01 * t) * inverse;
    const y = (g01 * s + g11 * t) * inverse;
    z[2 * k] += inverses[4 * k] * x + inverses[4 * k + 1] * y;
    z[2 * k + 1] += inverses[4 * k + 2] * x + inverses[4 * k + 3] * y;
  }
};
