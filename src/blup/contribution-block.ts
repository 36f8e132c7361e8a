import type { Precision } from './equations.js';
import { listsOf, type Lists } from './lists.js';
import type { GeneticModel, Model } from './model.js';
import { withMinVariance, type Relationship } from './relationship.js';
import type { Combination } from './reliability.js';
import { choleskyOf, solveSmall } from './small-matrix.js';
import type { Solutions } from './solutions.js';

/** Equations of one individual at a time: those of its node and of its group. */
export class ContributionBlock {
  private readonly effects: number;
  private readonly nodes: [node: number, group: number] = [-1, -1];
  private readonly matrix: number[][];
  private readonly byRecords: number[];
  private readonly byOffspring: number[];
  /** û minus its expectation from the parents, by unknown. */
  private readonly beyond: number[];
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
    // Uses the same relationship as the solutions.
    this.relationship = withMinVariance(relationship);
    this.effects = effects.length;
    const unknowns = 2 * this.effects;
    const row = () => new Array<number>(unknowns).fill(0);
    this.matrix = Array.from({ length: unknowns }, row);
    [this.byRecords, this.byOffspring, this.beyond] = [row(), row(), row()];
    this.residuals = residualsOf(model, solutions);
    this.children = listsOf(relationship.size, [relationship.parent1, relationship.parent2]);
    this.recordsOf = listsOf(
      relationship.size,
      effects.map(({ node }) => node),
    );
  }

  /** Contributions of records and of offspring to the value at `node`. */
  deviations(node: number, group: number, combination: Combination): [records: number, offspring: number] {
    this.nodes[0] = node;
    this.nodes[1] = group;
    const unknowns = (group < 0 ? 1 : 2) * this.effects;
    for (const row of this.matrix) row.fill(0);
    this.byRecords.fill(0);
    this.byOffspring.fill(0);
    this.expect();
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
    // The animal is so inbred that it has almost no variance of its own; the deviation is negligible.
    return tested ? [total(this.beyond), 0] : [0, total(this.beyond)];
  }

  private at(node: number): number {
    if (node < 0) return -1;
    return node === this.nodes[0] ? 0 : node === this.nodes[1] ? 1 : -1;
  }

  /** û − e of the node and of the group; e of the group is computed from e of the node. */
  private expect(): void {
    const { parent1, parent2, coefficient1, coefficient2 } = this.relationship;
    this.nodes.forEach((node, slot) => {
      for (let e = 0; e < this.effects; e += 1) {
        const u = this.solutions.genetic[e];
        const part = (parent: number, coefficient: number) => {
          if (parent < 0) return 0;
          const own = slot === 1 && this.at(parent) === 0 ? this.beyond[e] : 0;
          return coefficient * (u[parent] - own);
        };
        this.beyond[slot * this.effects + e] =
          node < 0 ? 0 : u[node] - part(parent1[node], coefficient1[node]) - part(parent2[node], coefficient2[node]);
      }
    });
  }

  /** Adds the terms (1/d)·v·v′ ⊗ G0⁻¹ of the nodes themselves, which vanish at the expectation. */
  private addParents(): void {
    for (const node of this.nodes) if (node >= 0) this.addTerm(node);
  }

  private addOffspring(): void {
    const { parent1 } = this.relationship;
    this.nodes.forEach((node, slot) => {
      if (node < 0) return;
      for (let i = this.children.start[node]; i < this.children.start[node + 1]; i += 1) {
        const child = this.children.entries[i];
        // The group is a child of the node and part of the block; a child of both is added once.
        if (this.at(child) >= 0 || (slot === 1 && this.at(parent1[child]) === 0)) continue;
        this.addTerm(child, this.byOffspring);
      }
    });
  }

  /** @param side receives the information of the child about its parents beyond their expectation */
  private addTerm(child: number, side?: number[]): void {
    const { parent1, parent2, coefficient1, coefficient2, d } = this.relationship;
    const parents = [
      [parent1[child], coefficient1[child]],
      [parent2[child], coefficient2[child]],
    ] as const;
    const share = [0, 0];
    if (this.at(child) >= 0) share[this.at(child)] = 1;
    for (const [parent, coefficient] of parents) if (this.at(parent) >= 0) share[this.at(parent)] -= coefficient;
    for (let f = 0; f < this.effects; f += 1) {
      const u = this.solutions.genetic[f];
      let deviation = u[child];
      for (const [parent, coefficient] of parents) if (parent >= 0) deviation -= coefficient * u[parent];
      for (let slot = 0; slot < 2; slot += 1) deviation -= share[slot] * this.beyond[slot * this.effects + f];
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

  /** @returns whether there is a record */
  private addRecords(): boolean {
    const { effects } = this.model.genetic;
    let found = false;
    for (const node of this.nodes) {
      if (node < 0) continue;
      for (let i = this.recordsOf.start[node]; i < this.recordsOf.start[node + 1]; i += 1) {
        const record = this.recordsOf.entries[i];
        const places = effects.map((effect, e) => {
          const slot = this.at(effect.node[record]);
          return slot < 0 ? -1 : slot * this.effects + e;
        });
        // Counts a record once, with its first effect in this block.
        if (this.recordsOf.source[i] !== places.findIndex((place) => place >= 0)) continue;
        found = true;
        const weight = (this.model.weights?.[record] ?? 1) * this.precision.residual;
        let deviation = this.residuals[record];
        for (const place of places) if (place >= 0) deviation += this.beyond[place];
        for (const place of places) {
          if (place < 0) continue;
          this.byRecords[place] += weight * deviation;
          for (const other of places) if (other >= 0) this.matrix[place][other] += weight;
        }
      }
    }
    return found;
  }
}

/** ê = y − X·b̂ − U·û − Z·â. */
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
