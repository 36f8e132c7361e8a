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
 * The least d that equations are set up with. In a line that is closed for good d tends to zero and 1/d to infinity, beside which what records say is lost to
 * rounding: breeding values would err by some 10⁻¹⁶/d of their spread. So much more variance changes them by less than a millionth of it.
 */
const LEAST_VARIANCE = 1e-9;

/** The relationship as equations can be solved with it: no d is so small that its inverse drowns all else. */
export function withLeastVariance(relationship: Relationship): Relationship {
  if (!relationship.d.some((d) => d < LEAST_VARIANCE)) return relationship;
  return { ...relationship, d: relationship.d.map((d) => Math.max(d, LEAST_VARIANCE)) };
}

/** Who descends from whom: a relationship before its variances are known. */
export type Descent = Pick<Relationship, 'size' | 'parent1' | 'parent2' | 'coefficient1' | 'coefficient2'>;

/**
 * Adds up A⁻¹ node by node. `add` gets up to nine elements (row, column, value) a node, both triangles, an element in as
 * many parts as nodes contribute to it.
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
    if (parent1[k]! >= 0) [members[count], v[count++]] = [parent1[k]!, -coefficient1[k]!];
    if (parent2[k]! >= 0) [members[count], v[count++]] = [parent2[k]!, -coefficient2[k]!];
    for (let i = 0; i < count; i += 1) {
      for (let j = 0; j < count; j += 1) add(members[i]!, members[j]!, (v[i]! * v[j]!) / d[k]!);
    }
  }
}

/** log|A|, as the likelihood of REML needs it. */
export function logDeterminant({ d }: Relationship): number {
  return d.reduce((sum, variance) => sum + Math.log(variance), 0);
}
