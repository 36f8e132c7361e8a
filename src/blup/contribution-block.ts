import type { Precision } from './equations.js';
import { listsOf, type Lists } from './lists.js';
import type { GeneticModel, Model } from './model.js';
import { withMinVariance, type Relationship } from './relationship.js';
import type { Combination } from './reliability.js';
import { choleskyOf, solveSmall } from './small-matrix.js';
import type { Solutions } from './solutions.js';

/** The equations of one individual at a time, for its node and its worker group. */
export class ContributionBlock {
  private readonly effects: number;
  private readonly nodes: [node: number, group: number] = [-1, -1];
  private readonly matrix: number[][];
  private readonly byRecords: number[];
  private readonly byOffspring: number[];
  /** û − e for each unknown, where e is the expectation from the parents. */
  private readonly ownDeviation: number[];
  private readonly residuals: Float64Array;
  private readonly children: Lists;
  private readonly recordsOf: Lists;
  private readonly relationship: Relationship;

  constructor(
    private readonly model: GeneticModel,
    private readonly precision: Precision,
    private readonly solutions: Solutions,
  ) {
    const { relationship, effects } = model.genetic;
    // The equations that `solutions` solve were set up with the same minimum of d.
    this.relationship = withMinVariance(relationship);
    this.effects = effects.length;
    const unknowns = 2 * this.effects;
    const row = () => new Array<number>(unknowns).fill(0);
    this.matrix = Array.from({ length: unknowns }, row);
    [this.byRecords, this.byOffspring, this.ownDeviation] = [row(), row(), row()];
    this.residuals = residualsOf(model, solutions);
    this.children = listsOf(relationship.size, [relationship.parent1, relationship.parent2]);
    this.recordsOf = listsOf(
      relationship.size,
      effects.map(({ node }) => node),
    );
  }

  /** Returns the contributions of records and of offspring to the value of `node`. */
  deviations(node: number, group: number, combination: Combination): [records: number, offspring: number] {
    this.nodes[0] = node;
    this.nodes[1] = group;
    const unknowns = (group < 0 ? 1 : 2) * this.effects;
    for (const row of this.matrix) row.fill(0);
    this.byRecords.fill(0);
    this.byOffspring.fill(0);
    this.setOwnDeviations();
    this.addParents();
    const tested = this.addRecords();
    this.addOffspring();
    const factor = choleskyOf(this.matrix.slice(0, unknowns).map((row) => row.slice(0, unknowns)));
    const total = (of: readonly number[]) => combination.reduce((sum, weight, e) => sum + weight * of[e], 0);
    if (factor) {
      return [
        total(solveSmall(factor, this.byRecords.slice(0, unknowns))),
        total(solveSmall(factor, this.byOffspring.slice(0, unknowns))),
      ];
    }
    // The matrix is numerically singular if d is almost zero, as for a highly inbred animal. The deviation û − e is
    // then negligible.
    return tested ? [total(this.ownDeviation), 0] : [0, total(this.ownDeviation)];
  }

  private slotOf(node: number): number {
    if (node < 0) return -1;
    return node === this.nodes[0] ? 0 : node === this.nodes[1] ? 1 : -1;
  }

  /** Computes û − e of the node and of the group. The e of the group is computed from the e of the node. */
  private setOwnDeviations(): void {
    const { parent1, parent2, coefficient1, coefficient2 } = this.relationship;
    this.nodes.forEach((node, slot) => {
      for (let e = 0; e < this.effects; e += 1) {
        const u = this.solutions.genetic[e];
        const part = (parent: number, coefficient: number) => {
          if (parent < 0) return 0;
          const own = slot === 1 && this.slotOf(parent) === 0 ? this.ownDeviation[e] : 0;
          return coefficient * (u[parent] - own);
        };
        this.ownDeviation[slot * this.effects + e] =
          node < 0 ? 0 : u[node] - part(parent1[node], coefficient1[node]) - part(parent2[node], coefficient2[node]);
      }
    });
  }

  /**
   * Adds the terms (1/d)·v·v′ ⊗ G0⁻¹ of the node and of the group. These terms are zero if the unknowns are equal to e.
   * The right-hand sides are relative to e, so they stay unchanged.
   */
  private addParents(): void {
    for (const node of this.nodes) if (node >= 0) this.addTerm(node);
  }

  private addOffspring(): void {
    const { parent1 } = this.relationship;
    for (const node of this.nodes) {
      if (node < 0) continue;
      for (let i = this.children.start[node]; i < this.children.start[node + 1]; i += 1) {
        const child = this.children.entries[i];
        // Skips the group, which belongs to the block. A child with two parents in this block, or twice the same parent,
        // is added only once, as a child of its first parent.
        const isRepeated = this.children.source[i] === 1 && this.slotOf(parent1[child]) >= 0;
        if (this.slotOf(child) < 0 && !isRepeated) this.addTerm(child, this.byOffspring);
      }
    }
  }

  /** @param side right-hand side that receives the information of the child about its parents, relative to e */
  private addTerm(child: number, side?: number[]): void {
    const { parent1, parent2, coefficient1, coefficient2, d } = this.relationship;
    const parents = [
      [parent1[child], coefficient1[child]],
      [parent2[child], coefficient2[child]],
    ] as const;
    const share = [0, 0];
    if (this.slotOf(child) >= 0) share[this.slotOf(child)] = 1;
    for (const [parent, coefficient] of parents)
      if (this.slotOf(parent) >= 0) share[this.slotOf(parent)] -= coefficient;
    for (let f = 0; f < this.effects; f += 1) {
      const u = this.solutions.genetic[f];
      let deviation = u[child];
      for (const [parent, coefficient] of parents) if (parent >= 0) deviation -= coefficient * u[parent];
      for (let slot = 0; slot < 2; slot += 1) deviation -= share[slot] * this.ownDeviation[slot * this.effects + f];
      for (let slot = 0; slot < 2; slot += 1) {
        if (share[slot] === 0) continue;
        for (let e = 0; e < this.effects; e += 1) {
          const weight = (share[slot] * this.precision.genetic[e * this.effects + f]) / d[child];
          if (side) side[slot * this.effects + e] -= weight * deviation;
          for (let other = 0; other < 2; other += 1) {
            this.matrix[slot * this.effects + e][other * this.effects + f] += weight * share[other];
          }
        }
      }
    }
  }

  /** @returns whether the individual has a record */
  private addRecords(): boolean {
    const { effects } = this.model.genetic;
    let hasRecord = false;
    for (const node of this.nodes) {
      if (node < 0) continue;
      for (let i = this.recordsOf.start[node]; i < this.recordsOf.start[node + 1]; i += 1) {
        const record = this.recordsOf.entries[i];
        const places = effects.map((effect, e) => {
          const slot = this.slotOf(effect.node[record]);
          return slot < 0 ? -1 : slot * this.effects + e;
        });
        // A record can have several effects in this block. The record is added only once, at the first of these
        // effects.
        if (this.recordsOf.source[i] !== places.findIndex((place) => place >= 0)) continue;
        hasRecord = true;
        const weight = (this.model.weights?.[record] ?? 1) * this.precision.residual;
        let deviation = this.residuals[record];
        for (const place of places) if (place >= 0) deviation += this.ownDeviation[place];
        for (const place of places) {
          if (place < 0) continue;
          this.byRecords[place] += weight * deviation;
          for (const other of places) if (other >= 0) this.matrix[place][other] += weight;
        }
      }
    }
    return hasRecord;
  }
}

/** Returns the residuals: the values minus the estimated fixed, random and genetic effects. */
function residualsOf({ values, fixed, random = [], genetic }: Model, solutions: Solutions): Float64Array {
  return values.map((y, record) => {
    let residual = y;
    fixed.forEach((effect, f) => {
      const estimates = solutions.fixed[f];
      residual -= 'covariate' in effect ? effect.covariate[record] * estimates[0] : estimates[effect.level[record]];
    });
    random.forEach(({ level }, j) => {
      if (level[record] >= 0) residual -= solutions.random[j][level[record]];
    });
    genetic?.effects.forEach(({ node }, e) => {
      if (node[record] >= 0) residual -= solutions.genetic[e][node[record]];
    });
    return residual;
  });
}
