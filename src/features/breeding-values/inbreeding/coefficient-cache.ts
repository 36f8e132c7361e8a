import { LRUCache } from 'lru-cache';
import { perDatabase } from '../../../db/per-database.js';

const MAX_CACHED_COEFFICIENTS = 200_000;

/**
 * Inbreeding coefficients of the daughters of dams. One is valid as long as no queen of the account changes: it is kept
 * with the `pedigree` of the queen cache (see `CachedQueens`) and served for that alone.
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

/** The cache of the database that a unit of work belongs to. */
export const coefficientCache = perDatabase(() => new CoefficientCache());
