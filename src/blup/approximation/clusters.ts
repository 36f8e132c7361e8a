import type { Design } from '../equations.js';
import { repeatedRecords, type Repeated } from './repeated.js';

/** Maximum number of nodes around a cluster, because its covariance matrix is inverted densely. */
const MAX_AROUND_NODES = 40;

/**
 * Clusters of the model. The records of a contemporary group form a cluster. A node named by a single record (a tested
 * queen, her workers) is within the cluster and is eliminated with its pedigree; so is a parent with no other relatives
 * (the sire group of one mating). Other parents, and nodes named by several records, are around the cluster. The
 * pedigree of such a node is held by the first cluster in which it is the youngest named node, otherwise by a cluster
 * of its own.
 */
export interface Clusters {
  readonly count: number;
  readonly repeated: Repeated;
  /** Records of cluster c, without repeated records: `records[recordStart[c] … recordStart[c + 1] − 1]`. */
  readonly recordStart: Int32Array;
  readonly records: Int32Array;
  /** Unknown of the contemporary group; −1 for none. */
  readonly group: Int32Array;
  /** Nodes around cluster c: `around[aroundStart[c] … ]`. */
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
  /**
   * Nodes around cluster c whose pedigree it holds: `pedigree[pedigreeStart[c] … ]`. The messages to these nodes are
   * set first.
   */
  readonly pedigreeStart: Int32Array;
  readonly pedigree: Int32Array;
  /** Index of the record that contains each node; −1 for none. */
  readonly within: Int32Array;
  /** Nodes within record r: `inner[innerStart[r] … innerStart[r + 1] − 1]`. */
  readonly innerStart: Int32Array;
  readonly inner: Int32Array;
  /** Column of the design for the contemporary group; −1 for none. */
  readonly groupColumn: number;
  /** Clusters in ascending order of their youngest node. */
  readonly order: Int32Array;
}

/** Divides the records into clusters. Time is linear in records and nodes, apart from sorting. */
export function clustersOf(design: Design): Clusters {
  const { records, relationship, model, index, width } = design;
  const { size, parent1, parent2 } = relationship;
  const repeated = repeatedRecords(design);
  const { first } = repeated;
  const within = withPrivateParents(design, onlyRecords(design, first));
  const { innerStart, inner } = innerNodes(within, records);
  const groupColumn = model.fixed.reduce((best, effect, f) => {
    const levels = (at: number) => {
      const other = model.fixed[at];
      return other && 'levels' in other ? other.levels : 0;
    };
    return 'levels' in effect && effect.levels > levels(best) ? f : best;
  }, -1);
  const groupOf = (r: number) => (groupColumn < 0 ? -1 : index[r * width + groupColumn]);
  /** By node: the record that holds its pedigree, if the node is not within a record; −1 for none. */
  const heldBy = new Int32Array(size).fill(-1);
  for (let r = 0; r < records; r += 1) {
    const youngest = nodesOf(design, r).reduce((a, b) => Math.max(a, b), -1);
    if (youngest >= 0 && within[youngest] < 0 && heldBy[youngest] < 0) heldBy[youngest] = first[r];
  }
  const aroundRecord = (r: number): number[] => {
    const others = nodesOf(design, r).filter((node) => within[node] !== r);
    const parents = (node: number) => [parent1[node], parent2[node]].filter((p) => p >= 0 && within[p] !== r);
    return [
      ...others,
      ...others.filter((node) => heldBy[node] === r).flatMap(parents),
      ...Array.from(inner.subarray(innerStart[r], innerStart[r + 1]), parents).flat(),
    ];
  };
  // Sort records by group and family, so that a group that must be split keeps families together.
  const oldest = Int32Array.from({ length: records }, (_, r) => aroundRecord(r).reduce((a, b) => Math.min(a, b), size));
  const order = Array.from({ length: records }, (_, r) => r)
    .filter((r) => first[r] === r)
    .sort((r, s) => groupOf(r) - groupOf(s) || oldest[r] - oldest[s]);
  const recordStart = [0];
  const aroundStart = [0];
  const around: number[] = [];
  const group: number[] = [];
  const pedigreeStart = [0];
  const pedigree: number[] = [];
  const mark = new Int32Array(size).fill(-1);
  const close = (ofGroup: number, recordEnd: number) => {
    group.push(ofGroup);
    pedigreeStart.push(pedigree.length);
    recordStart.push(recordEnd);
    aroundStart.push(around.length);
  };
  order.forEach((r, at) => {
    const cluster = group.length;
    for (const other of aroundRecord(r)) {
      if (mark[other] === cluster) continue;
      mark[other] = cluster;
      around.push(other);
    }
    for (const member of nodesOf(design, r)) if (heldBy[member] === r) pedigree.push(member);
    const next = order[at + 1];
    const full = around.length - aroundStart[cluster] >= MAX_AROUND_NODES;
    if (next === undefined || full || groupOf(r) < 0 || groupOf(next) !== groupOf(r)) close(groupOf(r), at + 1);
  });
  for (let k = 0; k < size; k += 1) {
    if (within[k] >= 0 || heldBy[k] >= 0) continue;
    for (const member of new Set([k, parent1[k], parent2[k]])) if (member >= 0) around.push(member);
    pedigree.push(k);
    close(-1, order.length);
  }
  const youngest = group.map((_, c) => {
    let youngest = 0;
    for (let at = aroundStart[c]; at < aroundStart[c + 1]; at += 1) youngest = Math.max(youngest, around[at]);
    return youngest;
  });
  return {
    count: group.length,
    repeated,
    recordStart: Int32Array.from(recordStart),
    records: Int32Array.from(order),
    group: Int32Array.from(group),
    aroundStart: Int32Array.from(aroundStart),
    around: Int32Array.from(around),
    pedigreeStart: Int32Array.from(pedigreeStart),
    pedigree: Int32Array.from(pedigree),
    within,
    innerStart,
    inner,
    groupColumn,
    order: Int32Array.from(group.keys()).sort((c, e) => youngest[c] - youngest[e]),
  };
}

/** Nodes that a record names, without duplicates. */
export function nodesOf({ index, width, effects, geneticStart }: Design, r: number): number[] {
  const found: number[] = [];
  for (let a = (r + 1) * width - effects; a < (r + 1) * width; a += 1) {
    if (index[a] < 0) continue;
    const node = Math.floor((index[a] - geneticStart) / effects);
    if (!found.includes(node)) found.push(node);
  }
  return found;
}

/** For each node, the only record that names it, ignoring repeated records; −1 for none, −2 for several. */
function onlyRecords(design: Design, first: Int32Array): Int32Array {
  const only = new Int32Array(design.relationship.size).fill(-1);
  for (let r = 0; r < design.records; r += 1) {
    for (const node of nodesOf(design, r)) {
      if (only[node] === -1) only[node] = first[r];
      else if (only[node] !== first[r]) only[node] = -2;
    }
  }
  return only;
}

/**
 * Moves parents into the record of their only child, if no record names them and at most one of their own parents is
 * known. Every openly mated colony has such a sire group; around the cluster, they would fill it and split contemporary
 * groups.
 */
function withPrivateParents({ relationship }: Design, only: Int32Array): Int32Array {
  const { size, parent1, parent2 } = relationship;
  const children = new Int32Array(size);
  const child = new Int32Array(size).fill(-1);
  for (let k = 0; k < size; k += 1) {
    for (const parent of [parent1[k], parent2[k]]) {
      if (parent < 0) continue;
      children[parent] += 1;
      child[parent] = k;
    }
  }
  return only.map((record, k) => {
    if (record !== -1) return Math.max(record, -1);
    const alone = children[k] === 1 && (parent1[k] < 0 || parent2[k] < 0);
    return alone ? Math.max(only[child[k]], -1) : -1;
  });
}

/** Lists the nodes within each record. */
function innerNodes(within: Int32Array, records: number): Pick<Clusters, 'innerStart' | 'inner'> {
  const innerStart = new Int32Array(records + 1);
  for (const r of within) if (r >= 0) innerStart[r + 1] += 1;
  for (let r = 0; r < records; r += 1) innerStart[r + 1] += innerStart[r];
  const inner = new Int32Array(innerStart[records]);
  const next = innerStart.slice();
  within.forEach((r, k) => {
    if (r >= 0) inner[next[r]++] = k;
  });
  return { innerStart, inner };
}
