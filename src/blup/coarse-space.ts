import type { Design, Precision } from './equations.js';
import { generationsOf } from './generations.js';
import { invertInPlace } from './small-inverse.js';

/** Maximum number of classes of generations. If there are more generations, several generations share a class. */
const MAX_GENERATION_CLASSES = 40;
/** Maximum number of groups. Their matrix is inverted as a dense matrix. */
const MAX_GROUPS = 1000;

/** Largest number of offspring in each class. */
const OFFSPRING_CLASSES = [0, 4, 39, Infinity];

/** A coarse space of the equations, with one dimension for each group of unknowns. */
export interface CoarseSpace {
  readonly groups: number;
  /** Group of each unknown. */
  readonly groupOf: Int32Array;
  /** (Z′CZ)⁻¹, row by row. Z_ig is 1 if unknown i is in group g, otherwise 0. */
  readonly inverse: Float64Array;
}

/**
 * Returns the coarse space for a two-level preconditioner [Nicolaides 1987, SIAM J Numer Anal 24:355; for mixed-model
 * equations Vandenplas, Calus, Eding & Vuik 2019, GSE 51:30]. In a closed population with few parents in each
 * generation, genetic means of generations are estimated with much less precision than differences within a generation.
 * A preconditioner that treats the pedigree as a tree does not represent these means, and conjugate gradients would
 * need hundreds of iterations.
 *
 * Genetic unknowns are grouped by generation, number of offspring, kind of node and effect. Other unknowns are grouped
 * by effect and mean generation of their records.
 *
 * @returns undefined if there are no genetic effects or too many groups, or if the matrix of the groups is singular
 */
export function coarseSpaceOf(design: Design, precision: Precision): CoarseSpace | undefined {
  const { relationship, effects } = design;
  if (effects === 0) return undefined;
  const { groups, groupOf } = groupsOf(design);
  if (groups > MAX_GROUPS) return undefined;
  const matrix = new Float64Array(groups * groups);
  addRecords(design, precision, groupOf, matrix, groups);
  precision.random.forEach((value, j) => {
    for (let i = design.randomStart[j]; i < design.randomStart[j + 1]; i += 1) {
      matrix[groupOf[i] * (groups + 1)] += value;
    }
  });
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const members = new Int32Array(3);
  const v = new Float64Array(3);
  for (let k = 0; k < size; k += 1) {
    members.set([k, parent1[k], parent2[k]]);
    v.set([1, -coefficient1[k], -coefficient2[k]]);
    for (let s = 0; s < 3; s += 1) {
      for (let t = 0; t < 3; t += 1) {
        if (members[s] < 0 || members[t] < 0) continue;
        const scale = (v[s] * v[t]) / d[k];
        const row = design.geneticStart + members[s] * effects;
        const column = design.geneticStart + members[t] * effects;
        for (let i = 0; i < effects; i += 1) {
          for (let j = 0; j < effects; j += 1) {
            matrix[groupOf[row + i] * groups + groupOf[column + j]] += scale * precision.genetic[i * effects + j];
          }
        }
      }
    }
  }
  return invertInPlace(matrix, groups) ? { groups, groupOf, inverse: matrix } : undefined;
}

function addRecords(
  { records, width, index, coefficient, weights }: Design,
  precision: Precision,
  groupOf: Int32Array,
  matrix: Float64Array,
  groups: number,
): void {
  for (let r = 0; r < records; r += 1) {
    const scale = weights[r] * precision.residual;
    for (let a = r * width; a < (r + 1) * width; a += 1) {
      if (index[a] < 0) continue;
      for (let b = r * width; b < (r + 1) * width; b += 1) {
        if (index[b] < 0) continue;
        matrix[groupOf[index[a]] * groups + groupOf[index[b]]] += scale * coefficient[a] * coefficient[b];
      }
    }
  }
}

function groupsOf(design: Design): Pick<CoarseSpace, 'groups' | 'groupOf'> {
  const { relationship, effects, geneticStart, unknowns, records, width, index } = design;
  const { generation, children } = generationsOf(relationship);
  const { parent1, parent2, size } = relationship;
  const oldest = generation.reduce((maximum, value) => Math.max(maximum, value), 0);
  const scale = Math.min(1, (MAX_GENERATION_CLASSES - 1) / Math.max(1, oldest));
  const classOf = (value: number) => Math.round(value * scale);
  const groupOf = new Int32Array(unknowns);
  const numbers = new Map<string, number>();
  const numberOf = (...key: number[]) => {
    const name = key.join(' ');
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, numbers.size);
    return numbers.size - 1;
  };
  for (let k = 0; k < size; k += 1) {
    const offspring = OFFSPRING_CLASSES.findIndex((end) => children[k] <= end);
    const isMean = parent1[k] >= 0 && parent2[k] >= 0 ? 1 : 0;
    for (let i = 0; i < effects; i += 1) {
      groupOf[geneticStart + k * effects + i] = numberOf(classOf(generation[k]), offspring, isMean, i);
    }
  }
  // Groups the unknowns that are not genetic.
  const sum = new Float64Array(geneticStart);
  const count = new Float64Array(geneticStart);
  const column = new Int32Array(geneticStart);
  for (let r = 0; r < records; r += 1) {
    let youngest = 0;
    for (let a = (r + 1) * width - effects; a < (r + 1) * width; a += 1) {
      if (index[a] >= 0) youngest = Math.max(youngest, generation[Math.floor((index[a] - geneticStart) / effects)]);
    }
    for (let a = 0; a < width - effects; a += 1) {
      const i = index[r * width + a];
      if (i < 0) continue;
      sum[i] += youngest;
      count[i] += 1;
      column[i] = a;
    }
  }
  for (let i = 0; i < geneticStart; i += 1) {
    groupOf[i] = numberOf(classOf(sum[i] / Math.max(1, count[i])), -1 - column[i]);
  }
  return { groups: numbers.size, groupOf };
}

/** Adds Z·(Z′CZ)⁻¹·Z′·r to z. */
export function addCoarse({ groups, groupOf, inverse }: CoarseSpace, r: Float64Array, z: Float64Array): void {
  const sums = new Float64Array(groups);
  for (let i = 0; i < r.length; i += 1) sums[groupOf[i]] += r[i];
  const correction = new Float64Array(groups);
  for (let g = 0; g < groups; g += 1) {
    let sum = 0;
    for (let h = 0; h < groups; h += 1) sum += inverse[g * groups + h] * sums[h];
    correction[g] = sum;
  }
  for (let i = 0; i < z.length; i += 1) z[i] += correction[groupOf[i]];
}
