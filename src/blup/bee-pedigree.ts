import { fullSibs, workerGroupVariance, type Family } from './bee-mating.js';
import { BeeNode, layOutNodes, type BeeNodes } from './bee-nodes.js';
import { readRecords, type BeeQueen } from './bee-records.js';
import { setVariancesByLevel } from './inbreeding.js';
import type { Id } from './pedigree-error.js';
import type { Relationship } from './relationship.js';

/** Relationships of a population of bees. Queens are numbered in the order of the records. */
export interface BeePedigree {
  readonly relationship: Relationship;
  /** Id of each queen. */
  readonly ids: readonly Id[];
  /** Index of each queen by id. */
  readonly places: ReadonlyMap<Id, number>;
  /** Node of each queen. */
  readonly queenNode: Int32Array;
  /** Node of each queen's worker group; −1 if she has no colony, daughters or drone-producing daughters. */
  readonly workerNode: Int32Array;
  /** Kind of each node. */
  readonly kind: Uint8Array; // BeeNode
  /**
   * Queen of each node: the queen herself, the dam of the workers, or the dam of the drone-producing queens; −1 if
   * unknown.
   */
  readonly queenOf: Int32Array;
}

/**
 * Computes the relationships of honey bees [Brascamp & Bijma 2014, GSE 46:53]: F, A_kk and d of every queen, worker
 * group and sire group k.
 *
 * @throws PedigreeError if an id is missing or duplicate, a field is invalid, or a queen descends from herself
 */
export function beePedigree(records: readonly BeeQueen[]): BeePedigree {
  const queens = readRecords(records);
  const nodes = layOutNodes(queens);
  const { size, parent1, parent2, coefficient1, coefficient2, kind } = nodes;
  const known = records.length;
  return {
    relationship: { size, parent1, parent2, coefficient1, coefficient2, ...setBeeVariances(nodes, queens.drones) },
    ids: queens.ids,
    places: queens.places,
    queenNode: nodes.queenNode.slice(0, known),
    workerNode: nodes.workerNode.slice(0, known),
    kind,
    queenOf: nodes.queenOf.map((queen) => (queen < known ? queen : -1)),
  };
}

/**
 * Computes F, A_kk and d of all nodes.
 *
 * @param drones ND of each queen's mating
 */
function setBeeVariances(nodes: BeeNodes, drones: Int32Array): Pick<Relationship, 'd' | 'diagonal' | 'inbreeding'> {
  const { size, parent1, parent2, kind, queenOf, droneProducers } = nodes;
  const d = new Float64Array(size);
  const diagonal = new Float64Array(size);
  const inbreeding = new Float64Array(size);

  /**
   * Sets F, A_kk and d of a queen or a sire group. The NS members of a group are either sisters, or unknown and
   * unrelated queens. A queen is a group with NS = 1.
   */
  const setMembers = (node: number) => {
    const family = parent1[node];
    const members = droneProducers[node];
    const [own, between] = family < 0 ? [0, 0] : [inbreeding[family], diagonal[family]];
    inbreeding[node] = own;
    diagonal[node] = (1 + own + (members - 1) * between) / members;
    d[node] = (1 + own - between) / members;
  };
  const setWorkers = (node: number, parentsRelationship: number) => {
    const [dam, sire] = [parent1[node], parent2[node]];
    const family: Family = {
      damInbreeding: inbreeding[dam],
      droneProducers: droneProducers[sire],
      drones: drones[queenOf[node]],
      sireInbreeding: inbreeding[sire],
      betweenSires: parent1[sire] < 0 ? 0 : diagonal[parent1[sire]],
      parentsRelationship,
    };
    inbreeding[node] = parentsRelationship / 2;
    diagonal[node] = fullSibs(family);
    d[node] = workerGroupVariance(family);
  };
  setVariancesByLevel(nodes, nodes.start, d, (node, parentsRelationship) => {
    if (kind[node] === BeeNode.WorkerGroup) setWorkers(node, parentsRelationship);
    else setMembers(node);
  });
  return { d, diagonal, inbreeding };
}
