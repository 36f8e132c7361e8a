import { Ancestors } from './ancestors.js';
import { Entries } from './entries.js';
import type { Relationship } from './relationship.js';

/** Computes single elements of A by walks over ancestors [Colleau 2002, GSE 34:409]. Construction takes O(n) time. */
export class Relationships {
  readonly #entries: Entries;
  readonly #ancestors: Ancestors;

  constructor(relationship: Relationship) {
    const { size, parent1, parent2, d, diagonal } = relationship;
    this.#entries = new Entries(relationship, 'all nodes');
    for (let k = 0; k < size; k += 1) {
      const [p, q] = [parent1[k], parent2[k]];
      // A_kk = ¼(A_pp + A_qq) + ½·A_pq + d_k.
      const parents = p < 0 || q < 0 ? 0 : 2 * (diagonal[k] - d[k]) - (diagonal[p] + diagonal[q]) / 2;
      this.#entries.setVariance(k, d, parents);
    }
    this.#ancestors = new Ancestors(this.#entries);
  }

  /** Returns A[one, other]. */
  between(one: number, other: number): number {
    return this.ofOneWithMany(one, [other])[0];
  }

  /**
   * Returns A[one, k] for every node k of `others`, in the order of `others`. The time depends mainly on the node with
   * the most ancestors, not on the number of nodes.
   */
  ofOneWithMany(one: number, others: ArrayLike<number>): Float64Array {
    const result = new Float64Array(others.length);
    const entries = Int32Array.from(others, (node) => this.#entries.of(node));
    this.#ancestors.relationships(this.#entries.of(one), entries, entries.length, result);
    return result;
  }
}
