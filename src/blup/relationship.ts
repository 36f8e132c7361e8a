/**
 * The additive relationship matrix A as a graph of n nodes, parents before their offspring. The genetic value of node k
 * is a combination of the values of up to two parents p1 and p2 and an independent part: a_k = c1·a_p1 + c2·a_p2 + m_k,
 * with var(m_k) = d_k in units of the additive variance. A = T·D·T′, where D = diag(d) and T is lower triangular: T_kj
 * is the fraction of the genes of k that comes from ancestor j. A⁻¹ = Σ_k (1/d_k)·v_k·v_k′ is sparse, with v_k = e_k −
 * c1·e_p1 − c2·e_p2 for unit vectors e_k. log|A| = Σ log d_k [Henderson 1976, Biometrics 32:69; Quaas 1976, Biometrics
 * 32:949; for bees Brascamp & Bijma 2014, GSE 46:53].
 *
 * Every array has n elements.
 */
export interface Relationship {
  readonly size: number;
  readonly parent1: Int32Array; // −1: none
  readonly parent2: Int32Array; // −1: none
  /**
   * ½ for the parents of an animal or a worker group. 1 for W(dam), the worker group of the dam (see `BeeNode`), which
   * is the parent of a daughter queen or a sire group.
   */
  readonly coefficient1: Float64Array;
  readonly coefficient2: Float64Array;
  readonly d: Float64Array; // conditional ("Mendelian sampling") variance, > 0
  readonly diagonal: Float64Array; // A_kk
  readonly inbreeding: Float64Array; // F of an animal or queen; for a worker group or sire group, F of its members
}

/**
 * Minimum d in the equations. In a closed line, d tends to zero. Rounding errors reach about 10⁻¹⁶/d times the spread
 * of breeding values, so they would exceed the effect of the records. This minimum changes breeding values by less than
 * a millionth of their spread.
 */
const MIN_EQUATION_VARIANCE = 1e-9;

/** The relationship of a model without genetic effects. */
export const NO_NODES: Relationship = {
  size: 0,
  parent1: new Int32Array(),
  parent2: new Int32Array(),
  coefficient1: new Float64Array(),
  coefficient2: new Float64Array(),
  d: new Float64Array(),
  diagonal: new Float64Array(),
  inbreeding: new Float64Array(),
};

/** Returns the relationship, with every d below `MIN_EQUATION_VARIANCE` raised to this minimum. */
export function withMinVariance(relationship: Relationship): Relationship {
  if (!relationship.d.some((d) => d < MIN_EQUATION_VARIANCE)) return relationship;
  return { ...relationship, d: relationship.d.map((d) => Math.max(d, MIN_EQUATION_VARIANCE)) };
}

/** Parents of all nodes: a relationship without its variances. */
export type Descent = Pick<Relationship, 'size' | 'parent1' | 'parent2' | 'coefficient1' | 'coefficient2'>;

/**
 * Calls `add` with the terms of A⁻¹: up to nine values for each node, in both triangles. If `add` is called more than
 * once for a position (row, column), it must sum the values.
 */
export function addInverse(
  relationship: Relationship,
  add: (row: number, column: number, value: number) => void,
): void {
  const { size, parent1, parent2, coefficient1, coefficient2, d } = relationship;
  const members = new Int32Array(3);
  const v = new Float64Array(3);
  for (let k = 0; k < size; k += 1) {
    let count = 1;
    members[0] = k;
    v[0] = 1;
    if (parent1[k] >= 0) [members[count], v[count++]] = [parent1[k], -coefficient1[k]];
    if (parent2[k] >= 0) [members[count], v[count++]] = [parent2[k], -coefficient2[k]];
    for (let i = 0; i < count; i += 1) {
      for (let j = 0; j < count; j += 1) add(members[i], members[j], (v[i] * v[j]) / d[k]);
    }
  }
}

/** Returns log|A|. */
export function logDeterminant({ d }: Relationship): number {
  return d.reduce((sum, variance) => sum + Math.log(variance), 0);
}
