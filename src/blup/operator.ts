import type { Design, Precision } from './equations.js';

/**
 * Returns a function that computes C·x without storing C [Strandén & Lidauer 1999, J Dairy Sci 82:2779]. One pass over
 * the records computes W′R⁻¹W·x. One pass over the nodes computes (A⁻¹ ⊗ G0⁻¹)·x as the sum of the terms
 * (1/d_k)·v_k·v_k′ ⊗ G0⁻¹ (see relationship.ts).
 */
export function multiplier(design: Design, precision: Precision): (x: Float64Array, out: Float64Array) => void {
  const { records, width, index, coefficient, weights, randomStart } = design;
  const relationshipPass = design.effects === 1 ? oneEffect : design.effects === 2 ? twoEffects : manyEffects;
  return (x, out) => {
    out.fill(0);
    for (let r = 0; r < records; r += 1) {
      const end = (r + 1) * width;
      let sum = 0;
      for (let a = r * width; a < end; a += 1) {
        const i = index[a];
        if (i >= 0) sum += coefficient[a] * x[i];
      }
      sum *= weights[r] * precision.residual;
      for (let a = r * width; a < end; a += 1) {
        const i = index[a];
        if (i >= 0) out[i] += coefficient[a] * sum;
      }
    }
    precision.random.forEach((inverse, j) => {
      for (let i = randomStart[j]; i < randomStart[j + 1]; i += 1) out[i] += inverse * x[i];
    });
    if (design.effects > 0) relationshipPass(design, precision.genetic, x, out);
  };
}

type Pass = (design: Design, g: Float64Array, x: Float64Array, out: Float64Array) => void;

const oneEffect: Pass = ({ relationship, geneticStart }, g, x, out) => {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  for (let k = 0; k < size; k += 1) {
    const p = parent1[k] < 0 ? -1 : geneticStart + parent1[k];
    const q = parent2[k] < 0 ? -1 : geneticStart + parent2[k];
    const c1 = coefficient1[k];
    const c2 = coefficient2[k];
    let own = x[geneticStart + k];
    if (p >= 0) own -= c1 * x[p];
    if (q >= 0) own -= c2 * x[q];
    own *= g[0] / d[k];
    out[geneticStart + k] += own;
    if (p >= 0) out[p] -= c1 * own;
    if (q >= 0) out[q] -= c2 * own;
  }
};

const twoEffects: Pass = ({ relationship, geneticStart }, g, x, out) => {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const [g00, g01, g11] = [g[0], g[1], g[3]];
  for (let k = 0; k < size; k += 1) {
    const at = geneticStart + 2 * k;
    const p = parent1[k] < 0 ? -1 : geneticStart + 2 * parent1[k];
    const q = parent2[k] < 0 ? -1 : geneticStart + 2 * parent2[k];
    const c1 = coefficient1[k];
    const c2 = coefficient2[k];
    let first = x[at];
    let second = x[at + 1];
    if (p >= 0) {
      first -= c1 * x[p];
      second -= c1 * x[p + 1];
    }
    if (q >= 0) {
      first -= c2 * x[q];
      second -= c2 * x[q + 1];
    }
    const inverse = 1 / d[k];
    const scaled0 = (g00 * first + g01 * second) * inverse;
    const scaled1 = (g01 * first + g11 * second) * inverse;
    out[at] += scaled0;
    out[at + 1] += scaled1;
    if (p >= 0) {
      out[p] -= c1 * scaled0;
      out[p + 1] -= c1 * scaled1;
    }
    if (q >= 0) {
      out[q] -= c2 * scaled0;
      out[q + 1] -= c2 * scaled1;
    }
  }
};

const manyEffects: Pass = ({ relationship, geneticStart, effects }, g, x, out) => {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const own = new Float64Array(effects);
  for (let k = 0; k < size; k += 1) {
    const at = geneticStart + effects * k;
    const p = parent1[k] < 0 ? -1 : geneticStart + effects * parent1[k];
    const q = parent2[k] < 0 ? -1 : geneticStart + effects * parent2[k];
    for (let i = 0; i < effects; i += 1) {
      own[i] = x[at + i];
      if (p >= 0) own[i] -= coefficient1[k] * x[p + i];
      if (q >= 0) own[i] -= coefficient2[k] * x[q + i];
    }
    for (let i = 0; i < effects; i += 1) {
      let sum = 0;
      for (let j = 0; j < effects; j += 1) sum += g[i * effects + j] * own[j];
      sum /= d[k];
      out[at + i] += sum;
      if (p >= 0) out[p + i] -= coefficient1[k] * sum;
      if (q >= 0) out[q + i] -= coefficient2[k] * sum;
    }
  }
};
