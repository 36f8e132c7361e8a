import { setVariancesByLevel } from './inbreeding.js';
import { PedigreeError, type Id, type PedigreeFault } from './pedigree-error.js';
import { placesOf, sortByLevel } from './pedigree-order.js';
import type { Relationship } from './relationship.js';

/** Record of an animal; an unknown parent is null or omitted. */
export interface Animal {
  readonly id: Id;
  readonly sire?: Id | null;
  readonly dam?: Id | null;
}

/** Relationships of a diploid population, and the nodes of its animals. */
export interface DiploidPedigree {
  readonly relationship: Relationship;
  /** Ids in the order of the records. */
  readonly ids: readonly Id[];
  /** Index of each animal by id. */
  readonly places: ReadonlyMap<Id, number>;
  /** Node of each animal. */
  readonly nodeOf: Int32Array;
}

/**
 * Computes the relationships and the inbreeding of a diploid species. F = ½·A[sire, dam]. With two known parents d = ½
 * − ¼(F_sire + F_dam), with one known parent p d = ¾ − ¼·F_p, and without known parents d = 1 [Henderson 1976,
 * Biometrics 32:69; Quaas 1976, Biometrics 32:949; Meuwissen & Luo 1992, GSE 24:305].
 *
 * @throws PedigreeError if an id is missing or duplicate, or an animal descends from itself
 */
export function diploidPedigree(records: readonly Animal[]): DiploidPedigree {
  const faults: PedigreeFault[] = [];
  const ids = records.map(({ id }) => id);
  const places = placesOf(ids, faults);
  const parents = (role: 'sire' | 'dam') =>
    Int32Array.from(records, (record) => {
      const parent = record[role];
      if (parent == null) return -1;
      const place = places.get(parent);
      if (place === undefined) faults.push({ kind: 'missing', id: record.id, role, parent });
      return place ?? -1;
    });
  const [sire, dam] = [parents('sire'), parents('dam')];
  if (faults.length > 0) throw new PedigreeError(faults);

  const { order, start } = sortByLevel(sire, dam, (animal) => ids[animal]);
  const size = ids.length;
  const nodeOf = new Int32Array(size);
  order.forEach((animal, node) => {
    nodeOf[animal] = node;
  });
  const nodes = (parent: Int32Array) =>
    Int32Array.from(order, (animal) => (parent[animal] < 0 ? -1 : nodeOf[parent[animal]]));
  const relationship: Relationship = {
    size,
    parent1: nodes(sire),
    parent2: nodes(dam),
    coefficient1: new Float64Array(size).fill(0.5),
    coefficient2: new Float64Array(size).fill(0.5),
    d: new Float64Array(size),
    diagonal: new Float64Array(size),
    inbreeding: new Float64Array(size),
  };
  const { parent1, parent2, d, diagonal, inbreeding } = relationship;
  /** A_pp/4 for a known parent p, 0 for an unknown parent. */
  const parentShare = (parent: number) => (parent < 0 ? 0 : diagonal[parent] / 4);
  setVariancesByLevel(relationship, start, d, (node, parentsRelationship) => {
    inbreeding[node] = parentsRelationship / 2;
    diagonal[node] = 1 + inbreeding[node];
    d[node] = 1 - parentShare(parent1[node]) - parentShare(parent2[node]);
  });
  return { relationship, ids, places, nodeOf };
}
