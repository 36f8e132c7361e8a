import type { Entries } from './entries.js';
import { ALL_OF_ONE } from './fold.js';

const { clz32 } = Math;

/** From how many others on one walk down to all of them is taken instead of a walk up from each. Chosen, not measured. */
const WORTH_DESCENDING = 4;

/** A part of the genes so small that what lies behind it cannot be told from rounding: some 64 generations back. */
const NEGLIGIBLE = 2 ** -64;

/** The ancestors of an entry: T′·e, which says what part of its genes comes from each. Weights are zero elsewhere. */
interface Row {
  /** −1: of nobody, all weights are zero. */
  of: number;
  readonly weights: Float64Array;
  /** Where the weights are not zero. */
  readonly path: Int32Array;
  length: number;
}

/**
 * Walks over the ancestors of given entries. What a walk up has still to visit is a set of bits: the last of them is
 * found at once, nothing is sorted, and memory, which is what a walk waits for, is read nearly in a row.
 */
export class Ancestors {
  /** The last two rows that were asked for, kept for the next question. */
  #one: Row;
  #other: Row;
  /** A bit for every entry that a walk has still to visit, and a bit for every word of these that may not be zero. */
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
   * A of one entry with `count` others, from A = T·D·T′. For a few others up from each, A_jk = Σ T_ji·d_i·T_ki [as
   * Meuwissen & Luo 1992, GSE 24:305, do for one animal]; for many others down to them all from the ancestors of the one,
   * A·e_one = T·(D·T′·e_one) [Colleau 2002, GSE 34:409]. Questions that begin with the last of the others before cost
   * one walk less.
   *
   * @param others entries, the first `count` of the array
   * @param result as many elements
   */
  relationships(one: number, others: Int32Array, count: number, result: Float64Array): void {
    if (this.#other.of === one) [this.#one, this.#other] = [this.#other, this.#one];
    if (count >= WORTH_DESCENDING) this.#descend(one, others, count, result);
    else for (let i = 0; i < count; i += 1) result[i] = this.#between(one, others[i]!);
  }

  #between(one: number, other: number): number {
    if (one === other) return this.entries.diagonal[one]!;
    this.#climbFrom(one, this.#one);
    this.#climbFrom(other, this.#other);
    const shorter = this.#one.length < this.#other.length ? this.#one : this.#other;
    const [weights, others, path, d] = [this.#one.weights, this.#other.weights, shorter.path, this.entries.d];
    let sum = 0;
    for (let i = 0; i < shorter.length; i += 1) {
      const entry = path[i]!;
      sum += weights[entry]! * others[entry]! * d[entry]!;
    }
    return sum;
  }

  /** Gathers the ancestors of the others, and goes down from these. */
  #descend(one: number, others: Int32Array, count: number, result: Float64Array): void {
    const { parents, founders, d } = this.entries;
    this.#climbFrom(one, this.#one);
    clear(this.#other);
    const trace = this.#one.weights;
    const { weights: value, path } = this.#other;
    let last = 0;
    for (let i = 0; i < count; i += 1) {
      if (value[others[i]!] === 0) this.#start(others[i]!, this.#other);
      last = Math.max(last, others[i]!);
    }
    this.#climb(last, this.#other);
    const { length } = this.#other;
    for (let i = 0; i < length; i += 1) value[path[i]!] = trace[path[i]!]! * d[path[i]!]!;
    for (let i = length - 1; i >= 0; i -= 1) {
      const entry = path[i]!;
      if (entry < founders) continue;
      const first = parents[2 * entry]!;
      const second = parents[2 * entry + 1]!;
      if (second >= 0) value[entry]! += 0.5 * (value[first]! + value[second]!);
      else value[entry]! += second === ALL_OF_ONE ? value[first]! : 0.5 * value[first]!;
    }
    for (let i = 0; i < count; i += 1) result[i] = value[others[i]!]!;
    clear(this.#other);
  }

  /** Makes a row that of an entry, if it is not already. */
  #climbFrom(entry: number, row: Row): void {
    if (row.of === entry) return;
    clear(row);
    this.#start(entry, row);
    this.#climb(entry, row);
    row.of = entry;
  }

  /** Makes an entry the start of a climb, or one of them. */
  #start(entry: number, row: Row): void {
    row.weights[entry] = 1;
    if (entry < this.entries.founders) {
      row.path[row.length++] = entry;
    } else {
      this.#bits[entry >> 5]! |= 1 << (entry & 31);
      this.#words[entry >> 10]! |= 1 << ((entry >> 5) & 31);
    }
  }

  /**
   * From where it was started up to all ancestors, adding up what reaches them. The path gets every entry once, those
   * with parents before these, unless the parents are founders: these need no visit (and are half of all in a pedigree
   * that still widens).
   *
   * @param last the last entry that was started from
   */
  #climb(last: number, row: Row): void {
    const { parents, founders } = this.entries;
    const [bits, words] = [this.#bits, this.#words];
    const { weights, path } = row;
    let { length } = row;
    for (let high = last >> 10; high >= 0; high -= 1) {
      while (words[high] !== 0) {
        const word = (high << 5) | (31 - clz32(words[high]!));
        while (bits[word] !== 0) {
          const bit = 31 - clz32(bits[word]!);
          bits[word]! ^= 1 << bit;
          const entry = (word << 5) | bit;
          path[length++] = entry;
          const weight = weights[entry]!;
          if (weight < NEGLIGIBLE) continue;
          const first = parents[2 * entry]!;
          const second = parents[2 * entry + 1]!;
          const part = second === ALL_OF_ONE ? weight : 0.5 * weight;
          if (first >= founders) {
            bits[first >> 5]! |= 1 << (first & 31);
            words[first >> 10]! |= 1 << ((first >> 5) & 31);
          } else if (weights[first] === 0) path[length++] = first;
          weights[first]! += part;
          if (second < 0) continue;
          if (second >= founders) {
            bits[second >> 5]! |= 1 << (second & 31);
            words[second >> 10]! |= 1 << ((second >> 5) & 31);
          } else if (weights[second] === 0) path[length++] = second;
          weights[second]! += part;
        }
        words[high]! ^= 1 << (word & 31);
      }
    }
    row.length = length;
  }
}

function clear(row: Row): void {
  const { weights, path, length } = row;
  for (let i = 0; i < length; i += 1) weights[path[i]!] = 0;
  row.length = 0;
  row.of = -1;
}
