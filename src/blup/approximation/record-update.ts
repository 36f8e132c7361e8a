import type { Design, Precision } from '../equations.js';
import { invertInPlace } from '../small-inverse.js';
import type { Clusters } from './clusters.js';
import type { Messages } from './messages.js';
import { addPedigree } from './pedigree-part.js';
import { positionOf, sizesOf, stemsOf, type Stems } from './stems.js';

/** Eliminates the inner nodes of records (see `Stems`), and later computes the covariances of these nodes. */
export class RecordUpdate {
  private readonly stems: Stems;
  /** Precision matrix of all positions of the current record, and the coefficients of the record. */
  private readonly joint: Float64Array;
  private readonly h: Float64Array;
  private readonly across: Float64Array;
  private readonly rows = new Int32Array(3);
  /** For each record: conditional covariance of the inner nodes, and their regression on the surroundings. */
  private stored = new Float64Array(4096);
  private readonly place: Int32Array;

  constructor(
    private readonly design: Design,
    private readonly precision: Precision,
    private readonly clusters: Clusters,
    private readonly messages: Messages,
    /** Index of each node among the nodes around the current cluster. */
    private readonly local: Int32Array,
  ) {
    this.stems = stemsOf(design, clusters);
    const { maxPositions } = this.stems;
    this.joint = new Float64Array(maxPositions * maxPositions);
    this.across = new Float64Array(maxPositions * maxPositions);
    this.h = new Float64Array(maxPositions);
    this.place = new Int32Array(maxPositions);
  }

  /**
   * Eliminates the inner nodes of record r, and adds the information about its surroundings to the cluster's matrix.
   * @param from offset at which the data for `backSubstitute` are stored
   * @returns next free offset; −1 if the messages contradict each other
   */
  eliminate(r: number, matrix: Float64Array, n: number, grouped: boolean, from: number): number {
    const { effects } = this.design;
    const { innerStart, inner: nodes } = this.stems;
    const { joint, messages } = this;
    const { inner, rest } = sizesOf(this.stems, r, effects, grouped);
    const size = inner + rest;
    const square = effects * effects;
    joint.fill(0, 0, size * size);
    for (let m = 0; m < inner / effects; m += 1) {
      const k = nodes[innerStart[r] + m];
      this.findRows(r, k, m);
      addPedigree(this.design, this.precision.genetic, k, 1 / messages.ownVariance(k), this.rows, joint, size);
      for (let i = 0; i < effects; i += 1) {
        for (let j = 0; j < effects; j += 1) {
          const at = k * square + i * effects + j;
          joint[(m * effects + i) * size + m * effects + j] += messages.total[at] - messages.within[at];
        }
      }
    }
    this.addRecord(r, r, size, grouped ? size - 1 : -1);
    const { laterStart, later } = this.clusters.repeated;
    for (let at = laterStart[r]; at < laterStart[r + 1]; at += 1) this.addRecord(r, later[at], size, -1);
    const end = from + inner * inner + inner * rest;
    if (this.stored.length < end) {
      const longer = new Float64Array(end * 2);
      longer.set(this.stored);
      this.stored = longer;
    }
    const inverse = this.stored.subarray(from, from + inner * inner);
    const regression = this.stored.subarray(from + inner * inner, end);
    for (let i = 0; i < inner; i += 1) for (let j = 0; j < inner; j += 1) inverse[i * inner + j] = joint[i * size + j];
    if (!invertInPlace(inverse, inner)) return -1;
    for (let i = 0; i < inner; i += 1) {
      for (let j = 0; j < rest; j += 1) {
        let sum = 0;
        for (let t = 0; t < inner; t += 1) sum += inverse[i * inner + t] * joint[t * size + inner + j];
        regression[i * rest + j] = sum;
      }
    }
    this.findPlaces(r, n, grouped);
    for (let i = 0; i < rest; i += 1) {
      for (let j = 0; j < rest; j += 1) {
        let sum = joint[(inner + i) * size + inner + j];
        for (let t = 0; t < inner; t += 1) sum -= joint[t * size + inner + i] * regression[t * rest + j];
        matrix[this.place[i] * n + this.place[j]] += sum;
      }
    }
    return end;
  }

  /**
   * Computes the covariances of the inner nodes of record r from the covariances of the cluster, and updates the
   * messages of r to its other unknowns.
   * @returns next free offset
   */
  backSubstitute(r: number, covariance: Float64Array, n: number, grouped: boolean, from: number): number {
    const { effects } = this.design;
    const { innerStart, inner: nodes } = this.stems;
    const { across, place } = this;
    const { inner, rest } = sizesOf(this.stems, r, effects, grouped);
    const end = from + inner * inner + inner * rest;
    const inverse = this.stored.subarray(from, from + inner * inner);
    const regression = this.stored.subarray(from + inner * inner, end);
    this.findPlaces(r, n, grouped);
    for (let i = 0; i < inner; i += 1) {
      for (let j = 0; j < rest; j += 1) {
        let sum = 0;
        for (let t = 0; t < rest; t += 1) sum += regression[i * rest + t] * covariance[place[t] * n + place[j]];
        across[i * rest + j] = sum;
      }
      for (let j = 0; j < inner; j += 1) {
        for (let t = 0; t < rest; t += 1) inverse[i * inner + j] += across[i * rest + t] * regression[j * rest + t];
      }
    }
    for (let m = 0; m < inner / effects; m += 1) {
      const k = nodes[innerStart[r] + m];
      this.messages.updateNode(k, inverse, inner, m * effects, this.messages.within, k);
    }
    this.updateOthers(r, r, inverse, inner, covariance, n, grouped);
    const { laterStart, later } = this.clusters.repeated;
    for (let at = laterStart[r]; at < laterStart[r + 1]; at += 1) {
      this.updateOthers(r, later[at], inverse, inner, covariance, n, grouped);
    }
    return end;
  }

  /**
   * Adds the information of record r to `joint`.
   * @param first first record with the same nodes
   * @param group position of the contemporary group of r; −1 if the group is treated like the other unknowns of r
   */
  private addRecord(first: number, r: number, size: number, group: number): void {
    const { effects } = this.design;
    const { namedPosition } = this.stems;
    const { joint, h } = this;
    h.fill(0, 0, size);
    for (let i = 0; i < effects; i += 1)
      if (namedPosition[first * effects + i] >= 0) h[namedPosition[first * effects + i]] = 1;
    if (group >= 0) h[group] = 1;
    const precise = this.recordPrecision(r, group >= 0);
    for (let i = 0; i < size; i += 1) {
      if (h[i] !== 0) for (let j = 0; j < size; j += 1) joint[i * size + j] += precise * h[j];
    }
  }

  /** Returns the precision of record r conditional on its genetic effects and, if `grouped` is true, on its group. */
  private recordPrecision(r: number, grouped: boolean): number {
    const { width, effects, weights } = this.design;
    let variance = 1 / (weights[r] * this.precision.residual);
    for (let a = 0; a < width - effects; a += 1) {
      if (!grouped || a !== this.clusters.groupColumn) variance += this.messages.scalarVariance(r, a);
    }
    return 1 / variance;
  }

  /**
   * Updates each message of record r from the uncertainty of all other unknowns. If r is `first` and the cluster has a
   * contemporary group, skips the message to this group, because the cluster sends this message.
   */
  private updateOthers(
    first: number,
    r: number,
    inverse: Float64Array,
    inner: number,
    covariance: Float64Array,
    n: number,
    grouped: boolean,
  ): void {
    const { effects, width, index, coefficient, weights } = this.design;
    const { messages, across, place } = this;
    const own = grouped && r === first;
    const group = own ? this.clusters.groupColumn : -1;
    const scalars = width - effects;
    if (scalars === (own ? 1 : 0)) return;
    const { rest } = sizesOf(this.stems, first, effects, grouped);
    const positions: number[] = [];
    for (let i = 0; i < effects; i += 1) {
      const position = this.stems.namedPosition[first * effects + i];
      if (position >= 0) positions.push(position);
    }
    if (own) positions.push(inner + rest - 1);
    let full = 0;
    for (const i of positions) {
      for (const j of positions) {
        if (i < inner && j < inner) full += inverse[i * inner + j];
        else if (i < inner) full -= across[i * rest + j - inner];
        else if (j < inner) full -= across[j * rest + i - inner];
        else full += covariance[place[i - inner] * n + place[j - inner]];
      }
    }
    const without = full / Math.max(1e-9, 1 - full * this.recordPrecision(r, own));
    for (let a = 0; a < scalars; a += 1) {
      if (a === group || index[r * width + a] < 0) continue;
      let known = 1 / (weights[r] * this.precision.residual) + without;
      for (let b = 0; b < scalars; b += 1) if (b !== a && b !== group) known += messages.scalarVariance(r, b);
      messages.updateScalar(r, a, coefficient[r * width + a] ** 2 / known);
    }
  }

  /** Finds the positions of node k of record r and of its parents. */
  private findRows(r: number, k: number, m: number): void {
    const { effects, relationship } = this.design;
    this.rows[0] = m * effects;
    this.rows[1] = positionOf(this.stems, r, relationship.parent1[k], effects);
    this.rows[2] = positionOf(this.stems, r, relationship.parent2[k], effects);
  }

  /** Finds the rows of the surroundings of record r in the matrix of the cluster. The group is the last row. */
  private findPlaces(r: number, n: number, grouped: boolean): void {
    const { outsideStart, outside } = this.stems;
    const { effects } = this.design;
    let end = 0;
    for (let at = outsideStart[r]; at < outsideStart[r + 1]; at += 1) {
      for (let i = 0; i < effects; i += 1) this.place[end++] = this.local[outside[at]] * effects + i;
    }
    if (grouped) this.place[end] = n - 1;
  }
}
