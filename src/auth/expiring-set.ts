import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

/**
 * A set of strings that expire. Its size is limited by evicting the least recently used strings, so that a flood cannot
 * exhaust memory.
 */
export class ExpiringSet {
  private readonly expiries = new LRUCache<string, number>({ max: MAX_ENTRIES });

  /** @param clock a monotonic clock, in milliseconds */
  constructor(private readonly clock = () => performance.now()) {}

  get isEmpty(): boolean {
    return this.expiries.size === 0;
  }

  add(text: string, milliseconds: number): void {
    this.expiries.set(text, this.clock() + milliseconds);
  }

  /** @returns the milliseconds until the string expires; 0 if it is not in the set */
  remainingMs(text: string): number {
    const end = this.expiries.get(text);
    if (end === undefined) return 0;
    const left = end - this.clock();
    if (left <= 0) this.expiries.delete(text);
    return Math.max(0, left);
  }
}
