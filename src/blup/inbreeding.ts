import { Ancestors } from './ancestors.js';
import { Entries } from './entries.js';
import type { Descent } from './relationship.js';

/** Minimum d, so that A stays invertible. In a closed line, d tends to zero, and rounding could make d negative. */
const MIN_VARIANCE = Number.EPSILON;

/** Sets the d of a node from the relationship between its parents. Called before descendants are processed. */
export type SetVariances = (node: number, parentsRelationship: number) => void;

/**
 * Calls `setVariances` for each node, parents first, with the relationship A[parent1, parent2] (0 without two parents),
 * which determines inbreeding and d. Needs O(n) memory. Most of the time is spent on walks over ancestors.
 *
 * Nodes are processed by level. The pairs of parents of a level are grouped by parent1 or by parent2, whichever has
 * fewer different nodes. The ancestors of a station's sire group are therefore visited once for all queens of a level
 * that mated there.
 *
 * @param start first node of each level; nodes are sorted by level
 * @param d d of each node, filled by `setVariances`
 */
export function setVariancesByLevel(
  descent: Descent,
  start: Int32Array,
  d: Float64Array,
  setVariances: SetVariances,
): void {
  const entries = new Entries(descent, 'ancestors');
  const pairs = new LevelPairs(entries, descent);
  for (let level = 0; level + 1 < start.length; level += 1) {
    const [from, to] = [start[level], start[level + 1]];
    const relationship = pairs.ofLevel(from, to);
    for (let k = from; k < to; k += 1) {
      setVariances(k, relationship[k - from]);
      d[k] = Math.max(d[k], MIN_VARIANCE);
      entries.setVariance(k, d, relationship[k - from]);
    }
  }
}

/** Computes the relationships between the parents of the nodes of one level. */
class LevelPairs {
  readonly #ancestors: Ancestors;
  /** By entry of a parent: the first node of the current level in the group of this parent; −1 if there is none. */
  readonly #firstNode: Int32Array;
  /** By entry: index among the mates of the current parent; −1 for all other entries. */
  readonly #place: Int32Array;
  readonly #mates: Int32Array;
  readonly #values: Float64Array;
  readonly #counted: Int32Array;
  #round = 0;

  constructor(
    private readonly entries: Entries,
    private readonly descent: Descent,
  ) {
    this.#ancestors = new Ancestors(entries);
    this.#firstNode = new Int32Array(entries.size).fill(-1);
    this.#place = new Int32Array(entries.size).fill(-1);
    this.#mates = new Int32Array(entries.size);
    this.#values = new Float64Array(entries.size);
    this.#counted = new Int32Array(entries.size);
  }

  /** Returns the relationship of the parents of each node from `from` to `to` − 1. */
  ofLevel(from: number, to: number): Float64Array {
    const result = new Float64Array(to - from);
    const bySecond =
      this.#countDifferent(this.descent.parent2, from, to) < this.#countDifferent(this.descent.parent1, from, to);
    const { parent1, parent2 } = this.descent;
    const [one, other] = bySecond ? [parent2, parent1] : [parent1, parent2];
    const nextNode = new Int32Array(to - from);
    const groups: number[] = [];
    for (let k = to - 1; k >= from; k -= 1) {
      const entry = this.entries.of(one[k]);
      if (entry < 0 || this.entries.of(other[k]) < 0) continue;
      if (this.#firstNode[entry] === -1) groups.push(entry);
      nextNode[k - from] = this.#firstNode[entry];
      this.#firstNode[entry] = k;
    }
    /**
     * Computes the relationships of one parent with its mates. Returns the last mate. `Ancestors` may have cached the
     * walk from this mate, so it is cheap to process the mate next.
     */
    const solve = (entry: number): number => {
      let count = 0;
      for (let k = this.#firstNode[entry]; k >= 0; k = nextNode[k - from]) {
        const mate = this.entries.of(other[k]);
        if (this.#place[mate] !== -1) continue;
        this.#place[mate] = count;
        this.#mates[count++] = mate;
      }
      this.#ancestors.relationships(entry, this.#mates, count, this.#values);
      for (let k = this.#firstNode[entry]; k >= 0; k = nextNode[k - from]) {
        result[k - from] = this.#values[this.#place[this.entries.of(other[k])]];
      }
      for (let i = 0; i < count; i += 1) this.#place[this.#mates[i]] = -1;
      this.#firstNode[entry] = -1;
      return this.#mates[count - 1];
    };
    for (const group of groups) for (let entry = group; this.#firstNode[entry] !== -1;) entry = solve(entry);
    return result;
  }

  /** Counts the different entries in `side`, the first or the second parents, for the nodes from `from` to `to` − 1. */
  #countDifferent(side: Int32Array, from: number, to: number): number {
    let count = 0;
    this.#round += 1;
    for (let k = from; k < to; k += 1) {
      const entry = this.entries.of(side[k]);
      if (entry < 0 || this.#counted[entry] === this.#round) continue;
      this.#counted[entry] = this.#round;
      count += 1;
    }
    return count;
  }
}
