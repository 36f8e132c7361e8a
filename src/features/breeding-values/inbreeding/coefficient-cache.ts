import { LRUCache } from 'lru-cache';
import { perDatabase } from '../../../db/per-database.js';

const MAX_CACHED_COEFFICIENTS = 200_000;

/**
 * Caches one inbreeding coefficient for each dam: the coefficient of her daughters. A coefficient is valid only for the
 * `pedigree` object with which it was stored. The queen cache replaces this object when a queen of the account changes
 * (see `CachedQueens`).
 */
export class CoefficientCache {
  private readonly entries: LRUCache<string, { pedigree: object; coefficient: number }>;

  constructor(max = MAX_CACHED_COEFFICIENTS) {
    this.entries = new LRUCache({ max });
  }

  get(pedigree: object, damId: string): number | undefined {
    const entry = this.entries.get(damId);
    return entry?.pedigree === pedigree ? entry.coefficient : undefined;
  }

  set(pedigree: object, damId: string, coefficient: number): void {
    this.entries.set(damId, { pedigree, coefficient });
  }
}

/** One cache for each database. */
export const coefficientCache = perDatabase(() => new CoefficientCache());
