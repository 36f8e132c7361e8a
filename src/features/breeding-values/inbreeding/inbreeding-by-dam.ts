import DataLoader from 'dataloader';
import { ownerOf } from '../../../db/owner.js';
import { PedigreeError, type BeeQueen } from '../../../blup/index.js';
import type { LoaderFactory } from '../../../graphql/context.js';
import { sharedLoader } from '../../../graphql/shared-loader.js';
import type { Em } from '../../../db/orm.js';
import { queenCache, type CachedQueens } from '../../queens/queen-cache.js';
import { toBeeQueen } from '../pedigree-record.js';
import { coefficientCache } from './coefficient-cache.js';
import { beesById, inbreedingOfDaughters } from './compute.js';
import { readAncestry } from './read-ancestry.js';
import { runInThread } from './threads.js';

/**
 * Maximum number of records of a computation on the main thread. This number blocks the event loop for about 30 ms.
 * Larger pedigrees are computed in a thread.
 */
export const MAX_RECORDS_ON_MAIN_THREAD = 3000;

/**
 * Loads the inbreeding coefficient of the daughters of each dam. A coefficient that is not cached is computed from the
 * cached queens, if the whole pedigree of the dam is cached. One statement reads the pedigrees of all remaining dams.
 */
export const inbreedingByDam: LoaderFactory<string, number> = (em, loaders) =>
  new DataLoader(async (dams) => {
    const { revision } = loaders;
    if (revision === undefined) return loaders.get(computedByDam).loadMany(dams);
    const queens = await queenCache(em).at(em, revision);
    // Reads `pedigree` before the computation, so that no coefficient is cached for a later pedigree.
    const { pedigree, isCurrent } = queens;
    const cache = coefficientCache(em);
    const cached = new Map(dams.map((dam) => [dam, cache.get(pedigree, dam)]));
    const uncached = dams.filter((dam) => cached.get(dam) === undefined);
    const computed = computeFromCache(queens, uncached);
    const pending = dams.map((dam) => cached.get(dam) ?? computed.get(dam) ?? loaders.get(computedByDam).load(dam));
    const coefficients = await Promise.all(pending);
    if (isCurrent) dams.forEach((dam, index) => cache.set(pedigree, dam, coefficients[index]!));
    return coefficients;
  });

/** Computes the coefficients of dams with completely cached pedigrees that are small enough for the main thread. */
function computeFromCache(queens: CachedQueens, dams: readonly string[]): ReadonlyMap<string, number> {
  const records = new Map<string, BeeQueen>();
  const complete = dams.filter((dam) => addAncestry(queens, dam, records));
  try {
    const coefficients = inbreedingOfDaughters(records, complete);
    return new Map(complete.map((dam, index) => [dam, coefficients[index]!]));
  } catch (error) {
    // Cached rows from different times can form a cycle that never existed.
    if (error instanceof PedigreeError) return new Map();
    throw error;
  }
}

/**
 * Adds a dam and her ancestors to `records`.
 *
 * @returns false, without additions, if a queen is not cached or there are too many records
 */
function addAncestry(queens: CachedQueens, dam: string, records: Map<string, BeeQueen>): boolean {
  const added = new Map<string, BeeQueen>();
  const above = [dam];
  for (let id = above.pop(); id !== undefined; id = above.pop()) {
    if (records.has(id) || added.has(id)) continue;
    const queen = queens.get(id);
    if (!queen || records.size + added.size === MAX_RECORDS_ON_MAIN_THREAD) return false;
    const { motherId, fatherId, matedToId } = queen;
    // If the mother is known, her mating determines the sire.
    added.set(id, toBeeQueen({ ...queen, fatherId: motherId === null ? fatherId : null }, true));
    for (const relative of [motherId ?? fatherId, matedToId]) if (relative !== null) above.push(relative);
  }
  for (const [id, record] of added) records.set(id, record);
  return true;
}

const computedByDam: LoaderFactory<string, number> = sharedLoader((em, dams) => compute(em, dams));

async function compute(em: Em, dams: readonly string[]): Promise<number[]> {
  const { count, records } = await readAncestry(em, dams);
  if (count <= MAX_RECORDS_ON_MAIN_THREAD) return [...inbreedingOfDaughters(beesById(records), dams)];
  return [...(await runInThread(ownerOf(em), { kind: 'daughters', records, dams }, 'coefficients')).coefficients];
}
