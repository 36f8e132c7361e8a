import { Ancestors } from './ancestors.js';
import { Entries } from './entries.js';
import type { Relationship } from './relationship.js';

/**
 * Elements of A between given nodes, without the rest of A. Each needs a walk over the ancestors of its nodes [Colleau
 * 2002, GSE 34:409]. Construction is O(n); one object serves any number of queries.
 */
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
      this.#entries.settle(k, d, parents);
    }
    this.#ancestors = new Ancestors(this.#entries);
  }

  /** A[one, other]. */
  between(one: number, other: number): number {
    return this.ofOneWithMany(one, [other])[0];
  }

  /**
   * A[one, k] for every node k of `others`, in their order. Many relationships take little more time than one with the
   * node that has the most ancestors.
   */
  ofOneWithMany(one: number, others: ArrayLike<number>): Float64Array {
    const result = new Float64Array(others.length);
    const entries = Int32Array.from(others, (node) => this.#entries.of(node));
    this.#ancestors.relationships(this.#entries.of(one), entries, entries.length, result);
    return result;
  }
}
