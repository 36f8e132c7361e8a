import DataLoader from 'dataloader';
import { ownerOf } from '../../../db/owner.js';
import { PedigreeError, type BeeQueen } from '../../../blup/index.js';
import type { LoaderFactory } from '../../../graphql/context.js';
import { sharedLoader } from '../../../graphql/shared-loader.js';
import type { Em } from '../../../db/orm.js';
import { queenCache, type CachedQueens } from '../../queens/queen-cache.js';
import { beeOf } from '../pedigree-record.js';
import { coefficientCache } from './coefficient-cache.js';
import { inbreedingOfDaughters, recordsOf } from './compute.js';
import { readAncestry } from './read-ancestry.js';
import { inThread } from './threads.js';

/** So many records keep the event loop busy for some 30 ms; more are handed to another thread. */
export const MAX_RECORDS_ON_MAIN_THREAD = 3000;

/**
 * The inbreeding coefficient of the daughters of a dam, which they have in common. No statement for dams whose
 * coefficient or whose whole ancestry is cached, one for all others.
 */
export const inbreedingByDam: LoaderFactory<string, number> = (em, loaders) =>
  new DataLoader(async (dams) => {
    const { revision } = loaders;
    if (revision === undefined) return loaders.get(computedByDam).loadMany(dams);
    const queens = await queenCache(em).at(em, revision);
    // Read before the work begins: a coefficient must not be kept for a later state of the pedigrees.
    const { pedigree, isCurrent } = queens;
    const cache = coefficientCache(em);
    const cached = new Map(dams.map((dam) => [dam, cache.get(pedigree, dam)]));
    const lacking = dams.filter((dam) => cached.get(dam) === undefined);
    const computed = computeFromCache(queens, lacking);
    const answers = dams.map((dam) => cached.get(dam) ?? computed.get(dam) ?? loaders.get(computedByDam).load(dam));
    const coefficients = await Promise.all(answers);
    if (isCurrent) dams.forEach((dam, index) => cache.set(pedigree, dam, coefficients[index]!));
    return coefficients;
  });

/** Coefficients of those dams whose ancestors are all cached, as far as they are not too many for this thread. */
function computeFromCache(queens: CachedQueens, dams: readonly string[]): ReadonlyMap<string, number> {
  const records = new Map<string, BeeQueen>();
  const complete = dams.filter((dam) => addAncestry(queens, dam, records));
  try {
    const coefficients = inbreedingOfDaughters(records, complete);
    return new Map(complete.map((dam, index) => [dam, coefficients[index]!]));
  } catch (error) {
    // Rows of several moments may make a cycle that none of the moments has.
    if (error instanceof PedigreeError) return new Map();
    throw error;
  }
}

/** @returns false, and adds nothing, where a queen is not cached or the records are too many */
function addAncestry(queens: CachedQueens, dam: string, records: Map<string, BeeQueen>): boolean {
  const added = new Map<string, BeeQueen>();
  const above = [dam];
  for (let id = above.pop(); id !== undefined; id = above.pop()) {
    if (records.has(id) || added.has(id)) continue;
    const queen = queens.get(id);
    if (!queen || records.size + added.size === MAX_RECORDS_ON_MAIN_THREAD) return false;
    const { motherId, fatherId, matedToId } = queen;
    // The mating of a known mother says more than the father that follows from it.
    added.set(id, beeOf({ ...queen, fatherId: motherId === null ? fatherId : null }, true));
    for (const relative of [motherId ?? fatherId, matedToId]) if (relative !== null) above.push(relative);
  }
  for (const [id, record] of added) records.set(id, record);
  return true;
}

const computedByDam: LoaderFactory<string, number> = sharedLoader((em, dams) => compute(em, dams));

async function compute(em: Em, dams: readonly string[]): Promise<number[]> {
  const { count, packed } = await readAncestry(em, dams);
  if (count <= MAX_RECORDS_ON_MAIN_THREAD) return [...inbreedingOfDaughters(recordsOf(packed), dams)];
  return [...(await inThread(ownerOf(em), { kind: 'daughters', packed, dams }, 'coefficients')).coefficients];
}
