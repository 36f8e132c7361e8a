import { Mate, type QueenArrays } from './bee-records.js';
import { sortByLevel } from './pedigree-order.js';
import type { Descent } from './relationship.js';

/** Kinds of nodes of a bee pedigree. */
export enum BeeNode {
  Queen,
  /** W(m), the mean of the workers of queen m, which is also the expectation of her future daughters. */
  WorkerGroup,
  /**
   * S(x), the mean of those drone-producing daughters of queen x that were used in the same matings; or the mean of
   * unknown drone-producing queens.
   */
  SireGroup,
}

/** Nodes of a population of bees, sorted by level. Arrays have one element for each node unless stated otherwise. */
export interface BeeNodes extends Descent {
  /** First node of each level, followed by the number of nodes. */
  readonly start: Int32Array;
  readonly kind: Uint8Array; // BeeNode
  /**
   * Index of the queen of each node: the queen herself, m for W(m), or x for S(x). −1 for a group of unknown queens.
   */
  readonly queenOf: Int32Array;
  /** Number of drone-producing queens in the node: the members of a sire group, otherwise 1. */
  readonly droneProducers: Int32Array;
  /** Node of each queen. */
  readonly queenNode: Int32Array;
  readonly workerNode: Int32Array; // −1: none
}

/**
 * Creates the nodes in linear time: every queen, the worker group W(m) of every dam m that needs one, and the sire node
 * of the mating of m. If daughters of x produced the drones, the sire node is S(x). There is one S(x) for each
 * combination of x, number of drone-producing queens and group of matings. If one known queen produced the drones, the
 * sire node is that queen. If the drone-producing queens are unknown, the sire node is a sire group without parents.
 * W(m) has two parents: m and the sire node. W(m) is the only parent of each daughter of m, and the only parent of
 * S(m).
 *
 * @throws PedigreeError that names the queens of a cycle, if a queen descends from herself
 */
export function layOutNodes(queens: QueenArrays): BeeNodes {
  const { size, dam, mate, mateKind, hasWorkers } = queens;
  const workers = hasWorkers.reduce((sum, has) => sum + has, 0);
  const capacity = size + 2 * workers;
  const kind = new Uint8Array(capacity);
  const queenOf = new Int32Array(capacity).fill(-1);
  const droneProducers = new Int32Array(capacity).fill(1);
  const first = new Int32Array(capacity).fill(-1);
  const second = new Int32Array(capacity).fill(-1);
  const workersOf = new Int32Array(size).fill(-1);

  let nodes = size;
  for (let queen = 0; queen < size; queen += 1) {
    queenOf[queen] = queen;
    if (hasWorkers[queen] === 0) continue;
    kind[nodes] = BeeNode.WorkerGroup;
    queenOf[nodes] = queen;
    first[nodes] = queen;
    workersOf[queen] = nodes++;
  }
  for (let queen = 0; queen < size; queen += 1) if (dam[queen] >= 0) first[queen] = workersOf[dam[queen]];

  const newGroup = (queen: number, origin: number) => {
    kind[nodes] = BeeNode.SireGroup;
    droneProducers[nodes] = queens.droneProducers[queen];
    queenOf[nodes] = origin;
    first[nodes] = origin < 0 ? -1 : workersOf[origin];
    return nodes++;
  };
  const groups = new Map<string, number>();
  const sharedGroup = (queen: number, origin: number) => {
    const key = [mateKind[queen], mate[queen], queens.droneProducers[queen], queens.sireGroup[queen]].join();
    const group = groups.get(key) ?? newGroup(queen, origin);
    groups.set(key, group);
    return group;
  };
  for (let queen = 0; queen < size; queen += 1) {
    const group = workersOf[queen];
    if (group < 0) continue;
    const mateOf = mate[queen];
    switch (mateKind[queen] as Mate) {
      case Mate.Herself:
        second[group] = mateOf;
        break;
      case Mate.Daughters:
        second[group] = sharedGroup(queen, mateOf);
        break;
      case Mate.Shared:
        second[group] = sharedGroup(queen, -1);
        break;
      case Mate.Own:
        second[group] = newGroup(queen, -1);
    }
  }

  const parents1 = first.subarray(0, nodes);
  const parents2 = second.subarray(0, nodes);
  const { order, start } = sortByLevel(parents1, parents2, (node) => queens.ids[queens.recordOf(queenOf[node])]);
  const placeOf = new Int32Array(nodes);
  order.forEach((node, place) => {
    placeOf[node] = place;
  });
  const place = (node: number) => (node < 0 ? -1 : placeOf[node]);
  const kinds = Uint8Array.from(order, (node) => kind[node]);
  return {
    size: nodes,
    start,
    kind: kinds,
    queenOf: Int32Array.from(order, (node) => queenOf[node]),
    droneProducers: Int32Array.from(order, (node) => droneProducers[node]),
    parent1: Int32Array.from(order, (node) => place(parents1[node])),
    parent2: Int32Array.from(order, (node) => place(parents2[node])),
    coefficient1: Float64Array.from(kinds, (of) => (of === BeeNode.WorkerGroup ? 0.5 : 1)),
    coefficient2: new Float64Array(nodes).fill(0.5),
    queenNode: placeOf.slice(0, size),
    workerNode: workersOf.map(place),
  };
}
