import type { BeePedigree } from './bee-pedigree.js';
import { placesOf, type Id } from './pedigree-error.js';
import type { Relationship } from './relationship.js';
import { Relationships } from './relationships.js';

/** Source of the drones: daughters of drone mother y (at a station), or y herself. */
export type DroneUse = 'drone-producing daughters' | 'own drones';

/**
 * One number for each queen x (row) and drone mother y (column), row by row. NaN if the mating involves daughters of a
 * queen that has no worker group in the pedigree.
 */
export interface PlannedMatings {
  /** Results for the mating of a daughter of x. */
  readonly ofDaughters: Float64Array;
  /** Results for a mating of x herself, as if she were unmated. */
  readonly ofHerself: Float64Array;
}

/**
 * Computes F of the offspring of planned matings: half the relationship of the parents [Brascamp & Bijma 2014, GSE
 * 46:53]. A is the relationship matrix, and W(x) the worker group of x (see `BeeNode`). Offspring of a daughter of x
 * have ½·A[W(x), W(y)] with drones of daughters of y, and ½·A[W(x), y] with drones of y herself. Offspring of x herself
 * have ½·A[x, W(y)] or ½·A[x, y].
 *
 * @throws PedigreeError if a queen is not in the pedigree
 */
export function plannedInbreeding(
  pedigree: BeePedigree,
  queens: readonly Id[],
  droneMothers: readonly Id[],
  use: DroneUse,
): PlannedMatings {
  const relationships = new Relationships(pedigree.relationship);
  const { daughters, themselves: queensOwn, sires } = nodesOf(pedigree, queens, droneMothers, use);
  const mated = [...new Set([...daughters, ...queensOwn])].filter((node) => node >= 0);
  const place = new Int32Array(pedigree.relationship.size);
  mated.forEach((node, index) => (place[node] = index));
  const plan = emptyPlan(queens.length * droneMothers.length);
  sires.forEach((sire, column) => {
    if (sire < 0) return;
    const found = relationships.ofOneWithMany(sire, mated);
    for (let row = 0; row < queens.length; row += 1) {
      const at = row * droneMothers.length + column;
      if (daughters[row] >= 0) plan.ofDaughters[at] = found[place[daughters[row]]] / 2;
      plan.ofHerself[at] = found[place[queensOwn[row]]] / 2;
    }
  });
  return plan;
}

/**
 * Computes the expected values of the offspring of planned matings: the mean of the two parents, for example ½(û_W(x) +
 * û_W(y)). The parents are the same nodes as in `plannedInbreeding`.
 *
 * @param values û of each node; NaN is replaced by the expectation from the parents
 * @throws PedigreeError if a queen is not in the pedigree
 */
export function plannedValues(
  pedigree: BeePedigree,
  values: Float64Array,
  queens: readonly Id[],
  droneMothers: readonly Id[],
  use: DroneUse,
): PlannedMatings {
  const known = expectedFromParents(pedigree.relationship, values);
  const { daughters, themselves: queensOwn, sires } = nodesOf(pedigree, queens, droneMothers, use);
  const plan = emptyPlan(queens.length * droneMothers.length);
  const mean = (one: number, other: number) => (one < 0 || other < 0 ? NaN : (known[one] + known[other]) / 2);
  queens.forEach((_, row) =>
    sires.forEach((sire, column) => {
      const at = row * droneMothers.length + column;
      plan.ofDaughters[at] = mean(daughters[row], sire);
      plan.ofHerself[at] = mean(queensOwn[row], sire);
    }),
  );
  return plan;
}

/** Replaces each missing value (NaN) by the expectation from the parents, or by 0 without parents. */
function expectedFromParents(relationship: Relationship, values: Float64Array): Float64Array {
  const { parent1, parent2, coefficient1, coefficient2 } = relationship;
  const filled = Float64Array.from(values);
  for (let k = 0; k < filled.length; k += 1) {
    if (!Number.isNaN(filled[k])) continue;
    filled[k] =
      (parent1[k] < 0 ? 0 : coefficient1[k] * filled[parent1[k]]) +
      (parent2[k] < 0 ? 0 : coefficient2[k] * filled[parent2[k]]);
  }
  return filled;
}

function nodesOf(pedigree: BeePedigree, queens: readonly Id[], droneMothers: readonly Id[], use: DroneUse) {
  const { places, queenNode, workerNode } = pedigree;
  const all = placesOf(places, [...queens, ...droneMothers]);
  const nodes = (from: number, to: number, of: Int32Array) => all.slice(from, to).map((place) => of[place]);
  return {
    daughters: nodes(0, queens.length, workerNode),
    themselves: nodes(0, queens.length, queenNode),
    sires: nodes(queens.length, all.length, use === 'own drones' ? queenNode : workerNode),
  };
}

function emptyPlan(size: number): PlannedMatings {
  return { ofDaughters: new Float64Array(size).fill(NaN), ofHerself: new Float64Array(size).fill(NaN) };
}
