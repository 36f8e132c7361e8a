import { ALL_OF_ONE, fold, foldedVariance, type Folded } from './fold.js';
import type { Descent } from './relationship.js';

/** A variance that is zero but for rounding. */
const NO_VARIANCE = 1e-14;

/**
 * The entries of a pedigree with what becomes known of them, parents first. Where a line was closed for so long that its
 * members have become one and the same, they become one entry: else every one of its generations would be walked for
 * ever after.
 */
export class Entries {
  readonly size: number;
  readonly founders: number;
  readonly parents: Int32Array;
  readonly d: Float64Array;
  readonly diagonal: Float64Array;
  readonly #folded: Folded;
  /** By entry: itself, or the ancestor that it cannot be told from. */
  readonly #sameAs: Int32Array;

  constructor(
    private readonly descent: Descent,
    which: 'ancestors' | 'all nodes',
  ) {
    this.#folded = fold(descent, which);
    this.size = this.#folded.size;
    this.founders = this.#folded.founders;
    this.parents = this.#folded.parents;
    this.d = new Float64Array(this.size);
    this.diagonal = new Float64Array(this.size);
    this.#sameAs = new Int32Array(this.size);
  }

  /** The entry that stands for a node; −1: it is related to nobody but its child. */
  of(node: number): number {
    const entry = node < 0 ? -1 : this.#folded.entryOf[node]!;
    return entry < 0 ? -1 : this.#sameAs[entry]!;
  }

  /**
   * Takes the d of a node; before that nothing may be asked of its entry.
   *
   * @param parentsRelationship A[parent1, parent2]
   */
  settle(node: number, d: Float64Array, parentsRelationship: number): void {
    const { entryOf, nodeOf } = this.#folded;
    const entry = entryOf[node]!;
    if (entry < 0 || nodeOf[entry] !== node) return;
    const own = foldedVariance(this.#folded, this.descent, node, d);
    this.d[entry] = own;
    const { share, apart, first } = this.#fromParents(entry, parentsRelationship);
    this.diagonal[entry] = own + share;
    this.#sameAs[entry] = own < NO_VARIANCE && apart < NO_VARIANCE ? first : entry;
  }

  /** What the parents add to the diagonal, and how far an entry without d of its own is from the first of them. */
  #fromParents(entry: number, parentsRelationship: number): { share: number; apart: number; first: number } {
    const [parents, diagonal, sameAs] = [this.parents, this.diagonal, this.#sameAs];
    if (entry < this.founders) return { share: 0, apart: Infinity, first: -1 };
    const first = sameAs[parents[2 * entry]!]!;
    const second = parents[2 * entry + 1]!;
    parents[2 * entry] = first;
    if (second === ALL_OF_ONE) return { share: diagonal[first]!, apart: 0, first };
    if (second < 0) return { share: diagonal[first]! / 4, apart: Infinity, first };
    parents[2 * entry + 1] = sameAs[second]!;
    const others = diagonal[sameAs[second]!]!;
    return {
      share: (diagonal[first]! + others + 2 * parentsRelationship) / 4,
      apart: Math.max(diagonal[first]!, others) - parentsRelationship,
      first,
    };
  }
}
