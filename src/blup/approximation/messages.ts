import type { Design, Precision } from '../equations.js';
import { invertInPlace } from '../small-inverse.js';
import type { Clusters } from './clusters.js';

/**
 * Messages of the clusters to the unknowns, and their total for each unknown. A message is a precision. For each
 * cluster, the information about an unknown from all other clusters (the cavity) is the total of the unknown minus the
 * message of this cluster.
 */
export class Messages {
  /** Total precision of each node, effects × effects. */
  readonly total: Float64Array;
  /** Messages to the nodes around clusters, in the order of `Clusters.around`. */
  readonly around: Float64Array;
  /** Messages to the nodes within clusters. */
  readonly within: Float64Array;
  /**
   * Precisions of fixed and random unknowns: total, message of each record by column, and message of each cluster to
   * its group.
   */
  readonly scalarTotal: Float64Array;
  readonly scalarFrom: Float64Array;
  readonly groupFrom: Float64Array;
  /** Fraction of the variance of each node k that remains: tr(PEV·G₀⁻¹) / (effects·A_kk), at most 1. */
  readonly remainingShare: Float64Array;
  private readonly block: Float64Array;

  constructor(
    private readonly design: Design,
    private readonly precision: Precision,
    clusters: Clusters,
  ) {
    const { relationship, effects, geneticStart, records, width, randomStart } = design;
    const { size, diagonal } = relationship;
    const square = effects * effects;
    this.total = new Float64Array(size * square);
    this.around = new Float64Array(clusters.around.length * square);
    this.within = new Float64Array(size * square);
    this.remainingShare = new Float64Array(size).fill(1);
    this.block = new Float64Array(square);
    // The first message to every node is its prior precision. The cluster to which the pedigree of the node belongs
    // sends this message.
    for (let k = 0; k < size; k += 1) {
      for (let i = 0; i < square; i += 1) this.total[k * square + i] = precision.genetic[i] / diagonal[k];
    }
    for (let c = 0; c < clusters.count; c += 1) {
      for (let at = clusters.pedigreeStart[c]; at < clusters.pedigreeStart[c + 1]; at += 1) {
        const k = clusters.pedigree[at];
        const place = clusters.around.indexOf(k, clusters.aroundStart[c]);
        this.around.set(this.total.subarray(k * square, (k + 1) * square), place * square);
      }
    }
    clusters.within.forEach((r, k) => {
      if (r >= 0) this.within.set(this.total.subarray(k * square, (k + 1) * square), k * square);
    });
    const scalars = width - effects;
    this.scalarTotal = new Float64Array(geneticStart);
    this.scalarFrom = new Float64Array(records * scalars);
    this.groupFrom = new Float64Array(clusters.count);
    precision.random.forEach((inverse, j) => this.scalarTotal.fill(inverse, randomStart[j], randomStart[j + 1]));
    for (let c = 0; c < clusters.count; c += 1) {
      for (let at = clusters.recordStart[c]; at < clusters.recordStart[c + 1]; at += 1) {
        this.setFirstMessages(clusters.records[at], clusters.groupColumn, c);
        const { laterStart, later } = clusters.repeated;
        const r = clusters.records[at];
        for (let e = laterStart[r]; e < laterStart[r + 1]; e += 1) this.setFirstMessages(later[e], -1, c);
      }
    }
  }

  /**
   * Sets the first messages of record r to fixed and random unknowns. Assumes, for a start, that genetic and residual
   * variance are equal.
   */
  private setFirstMessages(r: number, groupColumn: number, cluster: number): void {
    const { width, effects, index, coefficient, weights } = this.design;
    const scalars = width - effects;
    for (let a = 0; a < scalars; a += 1) {
      const i = index[r * width + a];
      if (i < 0) continue;
      const share = 0.5 * weights[r] * this.precision.residual * coefficient[r * width + a] ** 2;
      if (a === groupColumn) this.groupFrom[cluster] += share;
      else this.scalarFrom[r * scalars + a] = share;
      this.scalarTotal[i] += share;
    }
  }

  /**
   * Returns the variance of record r that is due to the uncertainty of unknown a, given the information of all other
   * records.
   */
  scalarVariance(r: number, a: number): number {
    const { width, index, coefficient, effects } = this.design;
    const i = index[r * width + a];
    if (i < 0) return 0;
    const known = this.scalarTotal[i] - this.scalarFrom[r * (width - effects) + a];
    return known > 1e-12 * this.scalarTotal[i] ? coefficient[r * width + a] ** 2 / known : Infinity;
  }

  /** Updates the message of record r to the fixed or random unknown a. */
  updateScalar(r: number, a: number, precision: number): void {
    const { width, index, effects } = this.design;
    const from = r * (width - effects) + a;
    this.scalarTotal[index[r * width + a]] += precision - this.scalarFrom[from];
    this.scalarFrom[from] = precision;
  }

  updateGroup(cluster: number, unknown: number, precision: number): void {
    this.scalarTotal[unknown] += precision - this.groupFrom[cluster];
    this.groupFrom[cluster] = precision;
  }

  /**
   * Updates the message of a cluster to node k. The total precision of k becomes the inverse of its covariance.
   *
   * @param covariance n × n; the effects of node k start at row and column `from`
   * @param message array that contains the message at index `at`
   */
  updateNode(k: number, covariance: Float64Array, n: number, from: number, message: Float64Array, at: number): void {
    const { effects, relationship } = this.design;
    const { block, total, precision } = this;
    let remaining = 0;
    for (let i = 0; i < effects; i += 1) {
      for (let j = 0; j < effects; j += 1) {
        const value = covariance[(from + i) * n + from + j];
        block[i * effects + j] = value;
        remaining += value * precision.genetic[i * effects + j];
      }
    }
    this.remainingShare[k] = Math.min(1, remaining / (effects * relationship.diagonal[k]));
    if (!invertInPlace(block, effects)) return;
    const square = effects * effects;
    for (let i = 0; i < square; i += 1) {
      message[at * square + i] += block[i] - total[k * square + i];
      total[k * square + i] = block[i];
    }
  }

  /**
   * Returns d of node k. For two known parents p1 and p2, adds 2·c1·c2·A_p1p2, because messages treat parents as
   * independent. The added term is multiplied by the geometric mean of the parents' `remainingShare`.
   */
  ownVariance(k: number): number {
    const { parent1, parent2, coefficient1, coefficient2, d, diagonal } = this.design.relationship;
    const [p, q] = [parent1[k], parent2[k]];
    if (p < 0 || q < 0) return d[k];
    const both = diagonal[k] - d[k] - coefficient1[k] ** 2 * diagonal[p] - coefficient2[k] ** 2 * diagonal[q];
    return d[k] + Math.max(0, both) * Math.sqrt(this.remainingShare[p] * this.remainingShare[q]);
  }
}
