/**
 * The additive relationship matrix A as a graph. Every node is, given those before it, a combination of up to two
 * parents and a part of its own: a_k = c1·a_p1 + c2·a_p2 + m_k with var(m_k) = d_k (in units of the additive variance).
 * So A = T·D·T′ (T lower triangular, tracing genes from ancestors to descendants), log|A| = Σ log d_k, and
 * A⁻¹ = Σ_k (1/d_k)·v_k·v_k′ with v_k = e_k − c1·e_p1 − c2·e_p2 is sparse
 * [Henderson 1976, Biometrics 32:69; Quaas 1976, Biometrics 32:949; for bees Brascamp & Bijma 2014, GSE 46:53].
 *
 * n nodes, parents before their offspring; every array has n elements.
 */
export interface Relationship {
  readonly size: number;
  readonly parent1: Int32Array; // −1: none
  readonly parent2: Int32Array; // −1: none
  readonly coefficient1: Float64Array; // ½ for parents of an animal or a worker group, 1 for W(dam) of a daughter queen or sire group
  readonly coefficient2: Float64Array;
  readonly d: Float64Array; // conditional ("Mendelian sampling") variance, > 0
  readonly diagonal: Float64Array; // A_kk
  readonly inbreeding: Float64Array; // F: of an animal or queen; of a worker or sire group the F of its members
}

/**
 * Minimum d in the equations. In a line that stays closed, d tends to zero and 1/d to infinity, and rounding would hide
 * the records: breeding values would be wrong by about 10⁻¹⁶/d of their spread. The added variance changes them by less
 * than a millionth of it.
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

/** Relationship for solving equations: no d is below the minimum. */
export function withMinVariance(relationship: Relationship): Relationship {
  if (!relationship.d.some((d) => d < MIN_EQUATION_VARIANCE)) return relationship;
  return { ...relationship, d: relationship.d.map((d) => Math.max(d, MIN_EQUATION_VARIANCE)) };
}

/** Parents of all nodes: a relationship before its variances are known. */
export type Descent = Pick<Relationship, 'size' | 'parent1' | 'parent2' | 'coefficient1' | 'coefficient2'>;

/**
 * Adds up A⁻¹ node by node. `add` receives up to nine elements (row, column, value) for each node, in both triangles.
 * An element can occur several times.
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

/** log|A|, for the REML likelihood. */
export function logDeterminant({ d }: Relationship): number {
  return d.reduce((sum, variance) => sum + Math.log(variance), 0);
}
