import type { Design } from '../equations.js';
import { repeatedRecords, type Repeated } from './repeated.js';

/**
 * A cluster gets no more records when this number of nodes around it is reached. Their covariance matrix is inverted as
 * a dense matrix.
 */
const MAX_AROUND_NODES = 40;

/**
 * Clusters of the model. The records of a contemporary group form a cluster; a large group is split. A node that only
 * one record names (a tested queen, her workers) is within the cluster of this record. A parent of such a node is also
 * within the cluster if it has no other child, no record names it, and at most one of its own parents is known (the
 * sire group of one mating). Nodes within a cluster are eliminated together with their pedigree: the terms that link
 * these nodes to their parents. Other parents, and nodes named by several records, are around the cluster. The pedigree
 * of a node around clusters belongs to the cluster of the first record in which the node is the youngest named node. If
 * there is no such record, the pedigree forms a separate cluster.
 */
export interface Clusters {
  readonly count: number;
  readonly repeated: Repeated;
  /**
   * Records of cluster c without repeated records, see `Repeated`: `records[recordStart[c] … recordStart[c + 1] − 1]`.
   */
  readonly recordStart: Int32Array;
  readonly records: Int32Array;
  /** Unknown of the contemporary group of each cluster; −1 for none. */
  readonly group: Int32Array;
  /** Nodes around cluster c: `around[aroundStart[c] … ]`. */
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
  /**
   * Nodes around cluster c with a pedigree that belongs to c: `pedigree[pedigreeStart[c] … ]`. Their prior precision is
   * the first message of c.
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
  /** By node around clusters: the record to which its pedigree belongs; −1 for none. */
  const pedigreeRecord = new Int32Array(size).fill(-1);
  for (let r = 0; r < records; r += 1) {
    const youngest = nodesOf(design, r).reduce((a, b) => Math.max(a, b), -1);
    if (youngest >= 0 && within[youngest] < 0 && pedigreeRecord[youngest] < 0) pedigreeRecord[youngest] = first[r];
  }
  const aroundRecord = (r: number): number[] => {
    const others = nodesOf(design, r).filter((node) => within[node] !== r);
    const parents = (node: number) => [parent1[node], parent2[node]].filter((p) => p >= 0 && within[p] !== r);
    return [
      ...others,
      ...others.filter((node) => pedigreeRecord[node] === r).flatMap(parents),
      ...Array.from(inner.subarray(innerStart[r], innerStart[r + 1]), parents).flat(),
    ];
  };
  // Sorts records by group and family, so that a split of a large group does not separate families.
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
    for (const member of nodesOf(design, r)) if (pedigreeRecord[member] === r) pedigree.push(member);
    const next = order[at + 1];
    const full = around.length - aroundStart[cluster] >= MAX_AROUND_NODES;
    if (next === undefined || full || groupOf(r) < 0 || groupOf(next) !== groupOf(r)) close(groupOf(r), at + 1);
  });
  for (let k = 0; k < size; k += 1) {
    if (within[k] >= 0 || pedigreeRecord[k] >= 0) continue;
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

/** Returns the nodes that record r names, without duplicates. */
export function nodesOf({ index, width, effects, geneticStart }: Design, r: number): number[] {
  const found: number[] = [];
  for (let a = (r + 1) * width - effects; a < (r + 1) * width; a += 1) {
    if (index[a] < 0) continue;
    const node = Math.floor((index[a] - geneticStart) / effects);
    if (!found.includes(node)) found.push(node);
  }
  return found;
}

/** Returns the only record that names each node; −1 for none, −2 for several. Repeated records do not count. */
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
 * Moves a parent into the record of its only child, if no record names the parent and at most one of its own parents is
 * known. Every openly mated colony has such a sire group. If these sire groups were around clusters, many clusters
 * would exceed `MAX_AROUND_NODES`, and their contemporary groups would be split.
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
