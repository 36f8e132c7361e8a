import { DegreeLists } from './degree-lists.js';
import type { Graph } from './symmetric.js';

/**
 * Returns the elimination order for a sparse Cholesky factor: approximate minimum degree on the quotient graph
 * [Amestoy, Davis & Duff 1996, SIAM J Matrix Anal Appl 17:886]. Elimination of a pivot turns its neighbours into a
 * clique, which is stored as one list (an element). Units with the same neighbours are merged. Units with very many
 * neighbours are eliminated last.
 * @param weight number of scalars in each unit, ≥ 1
 * @returns units in the order of elimination
 */
export function minimumDegreeOrder({ size, start, neighbours }: Graph, weight: Int32Array): Int32Array {
  const maxDegree = 10 * Math.sqrt(size) + 16;
  const degree = (u: number) => start[u + 1] - start[u];
  const dense = Array.from({ length: size }, (_, u) => u).filter((u) => degree(u) > maxDegree);
  const isDense = new Uint8Array(size);
  for (const u of dense) isDense[u] = 1;
  const quotient = new QuotientGraph(size);
  for (let u = 0; u < size; u += 1) {
    if (isDense[u]) continue;
    const others: number[] = [];
    for (let at = start[u]; at < start[u + 1]; at += 1) if (!isDense[neighbours[at]]) others.push(neighbours[at]);
    quotient.addVariable(u, others, weight);
  }
  const order = quotient.eliminateAll();
  return Int32Array.from([...order, ...dense.sort((u, v) => degree(u) - degree(v))]);
}

const NONE: number[] = [];

/** Quotient graph during the elimination. Merged units form a chain and are one variable. */
class QuotientGraph {
  /** Chain of the merged units of each variable. */
  private readonly nextMember: Int32Array;
  private readonly lastMember: Int32Array;
  /** Number of scalars of a variable; negative for variables in the current element, 0 after a merge or elimination. */
  private readonly weight: Int32Array;
  private readonly variables: number[][];
  private readonly elements: number[][];
  /** Variables of an element; undefined if the unit is not an element or was absorbed by another element. */
  private readonly clique: (number[] | undefined)[];
  private readonly degree: Int32Array;
  private readonly lists: DegreeLists;
  private remaining = 0;
  /** For each element e adjacent to the current element p: |L_e \ L_p| + stamp. L_e contains the variables of e. */
  private readonly outside: Float64Array;
  private stamp = 1;
  private readonly mark: Int32Array;
  private marking = 0;

  constructor(size: number) {
    this.nextMember = new Int32Array(size).fill(-1);
    this.lastMember = new Int32Array(size).fill(-1);
    this.weight = new Int32Array(size);
    this.variables = new Array<number[]>(size).fill(NONE);
    this.elements = new Array<number[]>(size).fill(NONE);
    this.clique = new Array<number[] | undefined>(size).fill(undefined);
    this.degree = new Int32Array(size);
    this.lists = new DegreeLists(size);
    this.outside = new Float64Array(size);
    this.mark = new Int32Array(size);
  }

  addVariable(u: number, others: number[], weight: Int32Array): void {
    this.weight[u] = weight[u];
    this.remaining += weight[u];
    this.lastMember[u] = u;
    this.variables[u] = others;
    this.elements[u] = [];
    this.degree[u] = others.reduce((sum, v) => sum + weight[v], 0);
    this.lists.insert(u, this.degree[u]);
  }

  eliminateAll(): number[] {
    const order: number[] = [];
    for (let p = this.lists.lowest(); p >= 0; p = this.lists.lowest()) {
      this.eliminate(p);
      for (let u = p; u >= 0; u = this.nextMember[u]) order.push(u);
    }
    return order;
  }

  private eliminate(p: number): void {
    const { weight } = this;
    this.lists.remove(p, this.degree[p]);
    this.remaining -= weight[p];
    weight[p] = 0;
    const clique = this.formElement(p);
    const reach = this.measureOutside(clique);
    const buckets = new Map<number, number[]>();
    for (const u of clique) this.update(u, p, buckets);
    for (const bucket of buckets.values()) if (bucket.length > 1) this.mergeIdentical(bucket);
    this.stamp += reach + 1;
    let total = 0;
    for (const u of clique) total -= weight[u];
    const remaining = clique.filter((u) => weight[u] < 0);
    for (const u of remaining) {
      weight[u] = -weight[u];
      this.degree[u] = Math.min(this.degree[u] + total, this.remaining) - weight[u];
      this.lists.insert(u, this.degree[u]);
    }
    this.clique[p] = remaining.length > 0 ? remaining : undefined;
    this.degree[p] = total;
  }

  /** Returns L_p, the variables adjacent to p, and makes their weights negative. */
  private formElement(p: number): number[] {
    const { weight } = this;
    const found: number[] = [];
    const collect = (list: number[]) => {
      for (const u of list) {
        if (weight[u] <= 0) continue;
        weight[u] = -weight[u];
        found.push(u);
      }
    };
    collect(this.variables[p]);
    for (const e of this.elements[p]) {
      const absorbed = this.clique[e];
      if (absorbed) collect(absorbed);
      this.clique[e] = undefined;
    }
    this.variables[p] = NONE;
    this.elements[p] = NONE;
    return found;
  }

  /**
   * Computes |L_e \ L_p| for each element e adjacent to the new element p. Returns the maximum degree of these
   * elements.
   */
  private measureOutside(clique: number[]): number {
    const { outside, weight, stamp } = this;
    let reach = 0;
    for (const u of clique) {
      for (const e of this.elements[u]) {
        if (!this.clique[e]) continue;
        if (outside[e] < stamp) {
          outside[e] = this.degree[e] + stamp;
          reach = Math.max(reach, this.degree[e]);
        }
        outside[e] += weight[u];
      }
    }
    return reach;
  }

  /**
   * Updates the degree of u. Removes from u the elements whose variables are all in L_p, and the edges to variables of
   * L_p.
   */
  private update(u: number, p: number, buckets: Map<number, number[]>): void {
    const { weight, outside, stamp } = this;
    this.lists.remove(u, this.degree[u]);
    const elements = this.elements[u];
    const variables = this.variables[u];
    let degree = 0;
    let hash = 0;
    let length = 0;
    for (const e of elements) {
      if (!this.clique[e]) continue;
      const share = outside[e] - stamp;
      if (share === 0) this.clique[e] = undefined;
      else {
        degree += share;
        hash += e;
        elements[length++] = e;
      }
    }
    elements.length = length;
    length = 0;
    for (const v of variables) {
      if (weight[v] <= 0) continue;
      degree += weight[v];
      hash += v;
      variables[length++] = v;
    }
    variables.length = length;
    if (degree === 0) {
      // u is adjacent only to p, so it is eliminated together with p without further fill.
      this.remaining += weight[u];
      this.merge(u, p);
      return;
    }
    elements.push(p);
    this.degree[u] = Math.min(this.degree[u], degree);
    const bucket = buckets.get(hash);
    if (bucket) bucket.push(u);
    else buckets.set(hash, [u]);
  }

  /** Merges variables with the same elements and the same neighbours. */
  private mergeIdentical(bucket: number[]): void {
    const { mark, weight } = this;
    bucket.forEach((u, index) => {
      if (weight[u] === 0) return;
      this.marking += 1;
      for (const e of this.elements[u]) mark[e] = this.marking;
      for (const v of this.variables[u]) mark[v] = this.marking;
      const marked = (v: number) => mark[v] === this.marking;
      for (const v of bucket.slice(index + 1)) {
        if (weight[v] === 0 || this.elements[v].length !== this.elements[u].length) continue;
        if (this.variables[v].length !== this.variables[u].length) continue;
        if (!this.elements[v].every(marked) || !this.variables[v].every(marked)) continue;
        weight[u] += weight[v];
        this.merge(v, u);
      }
    });
  }

  private merge(u: number, into: number): void {
    this.weight[u] = 0;
    this.variables[u] = NONE;
    this.elements[u] = NONE;
    this.nextMember[this.lastMember[into]] = u;
    this.lastMember[into] = this.lastMember[u];
  }
}
