import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

/**
 * Remembers words for a while. Beyond ten thousand those that nobody asked for longest go first: a flood must not fill
 * the memory.
 */
export class ExpiringSet {
  private readonly ends = new LRUCache<string, number>({ max: MAX_ENTRIES });

  /** @param clock milliseconds that pass evenly */
  constructor(private readonly clock = () => performance.now()) {}

  get isEmpty(): boolean {
    return this.ends.size === 0;
  }

  add(word: string, milliseconds: number): void {
    this.ends.set(word, this.clock() + milliseconds);
  }

  /** @returns for how many milliseconds it will still be remembered; 0 where it is not */
  remainingMs(word: string): number {
    const end = this.ends.get(word);
    if (end === undefined) return 0;
    const left = end - this.clock();
    if (left <= 0) this.ends.delete(word);
    return Math.max(0, left);
  }
}
