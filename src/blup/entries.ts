import { ALL_OF_ONE, fold, foldedVariance, type Folded } from './fold.js';
import type { Descent } from './relationship.js';

/** Smaller variances count as zero, because they consist of rounding errors. */
const NO_VARIANCE = 1e-14;

/**
 * Entries of a pedigree (the nodes that walks over ancestors visit, see `Folded`) with their variances, parents first.
 * Genetically identical members of an inbred line share one entry, so that a walk does not visit all generations of the
 * line.
 */
export class Entries {
  readonly size: number;
  readonly founders: number;
  readonly parents: Int32Array;
  readonly d: Float64Array;
  readonly diagonal: Float64Array;
  readonly #folded: Folded;
  /** By entry: the genetically identical ancestor, or the entry itself. */
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

  /** Entry of a node; −1 if there is no node, or if the node was omitted and no entry replaces it. */
  of(node: number): number {
    const entry = node < 0 ? -1 : this.#folded.entryOf[node];
    return entry < 0 ? -1 : this.#sameAs[entry];
  }

  /**
   * Sets the d of a node. The entry of the node can be used only after this call.
   *
   * @param parentsRelationship A[parent1, parent2]
   */
  setVariance(node: number, d: Float64Array, parentsRelationship: number): void {
    const { entryOf, nodeOf } = this.#folded;
    const entry = entryOf[node];
    if (entry < 0 || nodeOf[entry] !== node) return;
    const own = foldedVariance(this.#folded, this.descent, node, d);
    this.d[entry] = own;
    const { share, apart, first } = this.#fromParents(entry, parentsRelationship);
    this.diagonal[entry] = own + share;
    this.#sameAs[entry] = own < NO_VARIANCE && apart < NO_VARIANCE ? first : entry;
  }

  /**
   * Returns the contribution of the parents to the diagonal (`share`). For d = 0, `apart` is the genetic distance of
   * the entry from its first parent.
   */
  #fromParents(entry: number, parentsRelationship: number): { share: number; apart: number; first: number } {
    const [parents, diagonal, sameAs] = [this.parents, this.diagonal, this.#sameAs];
    if (entry < this.founders) return { share: 0, apart: Infinity, first: -1 };
    const first = sameAs[parents[2 * entry]];
    const second = parents[2 * entry + 1];
    parents[2 * entry] = first;
    if (second === ALL_OF_ONE) return { share: diagonal[first], apart: 0, first };
    if (second < 0) return { share: diagonal[first] / 4, apart: Infinity, first };
    parents[2 * entry + 1] = sameAs[second];
    const others = diagonal[sameAs[second]];
    return {
      share: (diagonal[first] + others + 2 * parentsRelationship) / 4,
      apart: Math.max(diagonal[first], others) - parentsRelationship,
      first,
    };
  }
}
