import type { Design } from '../equations.js';
import { nodesOf, type Clusters } from './clusters.js';

/**
 * Nodes of each record: the nodes within the record (inner nodes), and its surroundings (parents of inner nodes, and
 * other nodes that the record names). Each effect of a node has a position: first inner nodes, then surroundings.
 */
export interface Stems {
  readonly innerStart: Int32Array;
  readonly inner: Int32Array;
  readonly outsideStart: Int32Array;
  readonly outside: Int32Array;
  /** records × effects: position of the effect at the named node; −1 for none. */
  readonly namedPosition: Int32Array;
  /** Maximum number of positions of a record, including the group. */
  readonly maxPositions: number;
}

export function stemsOf(design: Design, { within, innerStart, inner }: Clusters): Stems {
  const { records, effects, index, width, geneticStart, relationship } = design;
  const { parent1, parent2 } = relationship;
  const outside: number[] = [];
  const outsideStart = new Int32Array(records + 1);
  const namedPosition = new Int32Array(records * effects).fill(-1);
  let maxPositions = 0;
  for (let r = 0; r < records; r += 1) {
    const own = inner.subarray(innerStart[r], innerStart[r + 1]);
    const around: number[] = [];
    const add = (other: number) => {
      if (other >= 0 && within[other] !== r && !around.includes(other)) around.push(other);
    };
    for (const k of own) [parent1[k], parent2[k]].forEach(add);
    nodesOf(design, r).forEach(add);
    const members = [...own, ...around];
    for (let i = 0; i < effects; i += 1) {
      const at = index[(r + 1) * width - effects + i];
      if (at >= 0)
        namedPosition[r * effects + i] = members.indexOf(Math.floor((at - geneticStart) / effects)) * effects + i;
    }
    outside.push(...around);
    outsideStart[r + 1] = outside.length;
    maxPositions = Math.max(maxPositions, members.length * effects + 1);
  }
  return {
    innerStart,
    inner,
    outsideStart,
    outside: Int32Array.from(outside),
    namedPosition,
    maxPositions,
  };
}

/** Returns the first position of node k in record r; −1 if the record does not contain k. */
export function positionOf(
  { innerStart, inner, outsideStart, outside }: Stems,
  r: number,
  k: number,
  effects: number,
): number {
  if (k < 0) return -1;
  for (let at = innerStart[r]; at < innerStart[r + 1]; at += 1) {
    if (inner[at] === k) return (at - innerStart[r]) * effects;
  }
  const before = innerStart[r + 1] - innerStart[r];
  for (let at = outsideStart[r]; at < outsideStart[r + 1]; at += 1) {
    if (outside[at] === k) return (before + at - outsideStart[r]) * effects;
  }
  return -1;
}

/** Returns the number of positions of the inner nodes, and of the surroundings including the group. */
export function sizesOf(
  { innerStart, outsideStart }: Stems,
  r: number,
  effects: number,
  grouped: boolean,
): { inner: number; rest: number } {
  const outside = outsideStart[r + 1] - outsideStart[r];
  return { inner: (innerStart[r + 1] - innerStart[r]) * effects, rest: outside * effects + (grouped ? 1 : 0) };
}
