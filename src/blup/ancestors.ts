import type { Entries } from './entries.js';
import { ALL_OF_ONE } from './fold.js';

const { clz32 } = Math;

/**
 * If the relationships with at least this many entries (see `Entries`) are requested, one walk down from their
 * ancestors replaces a separate walk up from each entry. The number is a guess, not based on measurements.
 */
const MIN_ENTRIES_TO_DESCEND = 4;

/**
 * Smaller weights are not passed on to parents, because their contributions are smaller than rounding errors. An
 * ancestor 64 generations back has a weight of about 2⁻⁶⁴.
 */
const NEGLIGIBLE = 2 ** -64;

/**
 * Row of the matrix T (see relationship.ts) for one entry: the fraction of its genes that comes from each ancestor (the
 * weight of the ancestor). Entries that are not ancestors have the weight 0.
 */
interface Row {
  /** Entry of the row; −1 if the row is empty. */
  of: number;
  readonly weights: Float64Array;
  /** Entries with nonzero weights. */
  readonly path: Int32Array;
  length: number;
}

/**
 * Walks over the ancestors of entries. A bit set contains the entries to visit, so that they need no sorting and memory
 * access is nearly sequential.
 */
export class Ancestors {
  /** The last two rows, cached for the next call. */
  #one: Row;
  #other: Row;
  /** `#bits` has one bit for each entry to visit. `#words` has one bit for each word of `#bits` that can be nonzero. */
  readonly #bits: Int32Array;
  readonly #words: Int32Array;

  constructor(private readonly entries: Entries) {
    const { size } = entries;
    const row = (): Row => ({ of: -1, weights: new Float64Array(size), path: new Int32Array(size), length: 0 });
    this.#one = row();
    this.#other = row();
    const words = (size + 31) >> 5;
    this.#bits = new Int32Array(words);
    this.#words = new Int32Array((words + 31) >> 5);
  }

  /**
   * Computes A[one, k] for `count` entries k of `others`, from A = T·D·T′. For few entries, walks up from each entry:
   * A_jk = Σ_i T_ji·d_i·T_ki [Meuwissen & Luo 1992, GSE 24:305]. For many entries, walks down once from the ancestors:
   * A·e_one = T·(D·T′·e_one), where e_one is a unit vector [Colleau 2002, GSE 34:409]. Reuses a cached row of `one`.
   *
   * @param others entries; the first `count` are used
   * @param result receives `count` relationships
   */
  relationships(one: number, others: Int32Array, count: number, result: Float64Array): void {
    if (this.#other.of === one) [this.#one, this.#other] = [this.#other, this.#one];
    if (count >= MIN_ENTRIES_TO_DESCEND) this.#descend(one, others, count, result);
    else for (let i = 0; i < count; i += 1) result[i] = this.#between(one, others[i]);
  }

  #between(one: number, other: number): number {
    if (one === other) return this.entries.diagonal[one];
    this.#climbFrom(one, this.#one);
    this.#climbFrom(other, this.#other);
    const shorter = this.#one.length < this.#other.length ? this.#one : this.#other;
    const [weights, others, path, d] = [this.#one.weights, this.#other.weights, shorter.path, this.entries.d];
    let sum = 0;
    for (let i = 0; i < shorter.length; i += 1) {
      const entry = path[i];
      sum += weights[entry] * others[entry] * d[entry];
    }
    return sum;
  }

  /** Collects the ancestors of `others` and walks down from these ancestors. */
  #descend(one: number, others: Int32Array, count: number, result: Float64Array): void {
    const { parents, founders, d } = this.entries;
    this.#climbFrom(one, this.#one);
    clear(this.#other);
    const trace = this.#one.weights;
    const { weights: value, path } = this.#other;
    let last = 0;
    for (let i = 0; i < count; i += 1) {
      if (value[others[i]] === 0) this.#start(others[i], this.#other);
      last = Math.max(last, others[i]);
    }
    this.#climb(last, this.#other);
    const { length } = this.#other;
    for (let i = 0; i < length; i += 1) value[path[i]] = trace[path[i]] * d[path[i]];
    for (let i = length - 1; i >= 0; i -= 1) {
      const entry = path[i];
      if (entry < founders) continue;
      const first = parents[2 * entry];
      const second = parents[2 * entry + 1];
      if (second >= 0) value[entry] += 0.5 * (value[first] + value[second]);
      else value[entry] += second === ALL_OF_ONE ? value[first] : 0.5 * value[first];
    }
    for (let i = 0; i < count; i += 1) result[i] = value[others[i]];
    clear(this.#other);
  }

  /** Computes the row of an entry unless it is cached. */
  #climbFrom(entry: number, row: Row): void {
    if (row.of === entry) return;
    clear(row);
    this.#start(entry, row);
    this.#climb(entry, row);
    row.of = entry;
  }

  #start(entry: number, row: Row): void {
    row.weights[entry] = 1;
    if (entry < this.entries.founders) {
      row.path[row.length++] = entry;
    } else {
      this.#bits[entry >> 5] |= 1 << (entry & 31);
      this.#words[entry >> 10] |= 1 << ((entry >> 5) & 31);
    }
  }

  /**
   * Climbs from the start entries to all ancestors and adds up the weights. The path contains every entry once.
   * Children come before their parents, except parents that are founders. Founders have no parents and need no visit.
   *
   * @param last start entry with the highest number
   */
  #climb(last: number, row: Row): void {
    const { parents, founders } = this.entries;
    const [bits, words] = [this.#bits, this.#words];
    const { weights, path } = row;
    let { length } = row;
    for (let high = last >> 10; high >= 0; high -= 1) {
      while (words[high] !== 0) {
        const word = (high << 5) | (31 - clz32(words[high]));
        while (bits[word] !== 0) {
          const bit = 31 - clz32(bits[word]);
          bits[word] ^= 1 << bit;
          const entry = (word << 5) | bit;
          path[length++] = entry;
          const weight = weights[entry];
          if (weight < NEGLIGIBLE) continue;
          const first = parents[2 * entry];
          const second = parents[2 * entry + 1];
          const part = second === ALL_OF_ONE ? weight : 0.5 * weight;
          if (first >= founders) {
            bits[first >> 5] |= 1 << (first & 31);
            words[first >> 10] |= 1 << ((first >> 5) & 31);
          } else if (weights[first] === 0) path[length++] = first;
          weights[first] += part;
          if (second < 0) continue;
          if (second >= founders) {
            bits[second >> 5] |= 1 << (second & 31);
            words[second >> 10] |= 1 << ((second >> 5) & 31);
          } else if (weights[second] === 0) path[length++] = second;
          weights[second] += part;
        }
        words[high] ^= 1 << (word & 31);
      }
    }
    row.length = length;
  }
}

function clear(row: Row): void {
  const { weights, path, length } = row;
  for (let i = 0; i < length; i += 1) weights[path[i]] = 0;
  row.length = 0;
  row.of = -1;
}
