import DataLoader from 'dataloader';
import { ownerOf } from '../../../db/owner.js';
import { PedigreeError, type BeeQueen } from '../../../blup/index.js';
import type { LoaderFactory } from '../../../graphql/context.js';
import { sharedLoader } from '../../../graphql/shared-loader.js';
import type { Em } from '../../../db/orm.js';
import { readAncestors } from '../../queens/ancestry.js';
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

/** Number of generations that a statement adds to the cached part of a pedigree. */
const ADDED_GENERATIONS = 7;
/** Maximum number of such statements. If they do not complete the pedigrees, one statement reads all of them. */
const MAX_ADDITIONS = 3;

/** A dam, and the queen cache if the request uses it. */
interface Computation {
  dam: string;
  queens?: CachedQueens;
}

/** Loads the inbreeding coefficient of the daughters of each dam. */
export const inbreedingByDam: LoaderFactory<string, number> = (em, loaders) =>
  new DataLoader(async (dams) => {
    const { revision } = loaders;
    if (revision === undefined) return loaders.get(computedByDam).loadMany(dams.map((dam) => ({ dam })));
    const queens = await queenCache(em).at(em, revision);
    // Reads `pedigree` before the computation, so that no coefficient is cached for a later pedigree.
    const { pedigree, isCurrent } = queens;
    const cache = coefficientCache(em);
    const coefficients = await Promise.all(
      dams.map((dam) => cache.get(pedigree, dam) ?? loaders.get(computedByDam).load({ dam, queens })),
    );
    if (isCurrent) dams.forEach((dam, index) => cache.set(pedigree, dam, coefficients[index]!));
    return coefficients;
  });

/**
 * Computes the coefficients of concurrent requests of an account together. For cached dams, only the ancestors that are
 * not cached are read. One statement reads the whole pedigrees of all other dams.
 */
const computedByDam = sharedLoader<Computation, number>(async (em, computations) => {
  const dams = [...new Set(computations.map(({ dam }) => dam))];
  const views = computations.flatMap(({ queens }) => queens ?? []);
  // The view of the latest revision is valid for all requests.
  const queens = views.toSorted((one, other) => other.revision - one.revision)[0];
  const coefficients = new Map(queens && (await computeFromCache(em, queens, dams)));
  const remaining = dams.filter((dam) => !coefficients.has(dam));
  if (remaining.length > 0) {
    const computed = await computeFromDatabase(em, remaining);
    remaining.forEach((dam, index) => coefficients.set(dam, computed[index]!));
  }
  return computations.map(({ dam }) => coefficients.get(dam)!);
});

/** Computes the coefficients of cached dams, if their pedigrees are small enough for the main thread. */
async function computeFromCache(
  em: Em,
  queens: CachedQueens,
  dams: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const known = dams.filter((dam) => queens.get(dam));
  const records = new Map<string, BeeQueen>();
  let missing = addCached(queens, known, records);
  for (let additions = 0; missing.size > 0; additions++) {
    const isPossible = queens.isCurrent && additions < MAX_ADDITIONS;
    if (!isPossible || records.size + missing.size > MAX_RECORDS_ON_MAIN_THREAD) return new Map();
    const requests = Array.from(missing, (id) => ({ id, generations: ADDED_GENERATIONS }));
    queens.add(await readAncestors(em, requests));
    missing = addCached(queens, missing, records);
  }
  if (records.size > MAX_RECORDS_ON_MAIN_THREAD) return new Map();
  try {
    const coefficients = inbreedingOfDaughters(records, known);
    return new Map(known.map((dam, index) => [dam, coefficients[index]!]));
  } catch (error) {
    // Cached rows from different times can form a cycle that never existed.
    if (error instanceof PedigreeError) return new Map();
    throw error;
  }
}

/**
 * Adds queens and their cached ancestors to `records`. Stops when there are too many records for the main thread.
 * @returns the ids of queens and ancestors that are not cached
 */
function addCached(queens: CachedQueens, ids: Iterable<string>, records: Map<string, BeeQueen>): Set<string> {
  const missing = new Set<string>();
  const pending = [...ids];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (records.size > MAX_RECORDS_ON_MAIN_THREAD) break;
    if (records.has(id)) continue;
    const queen = queens.get(id);
    if (!queen) {
      missing.add(id);
      continue;
    }
    records.set(id, toBeeQueen(queen, true));
    // If the mother is known, her mating determines the sire.
    const { motherId, fatherId, matedToId } = queen;
    for (const relative of [motherId ?? fatherId, matedToId]) if (relative !== null) pending.push(relative);
  }
  return missing;
}

async function computeFromDatabase(em: Em, dams: readonly string[]): Promise<number[]> {
  const { count, records } = await readAncestry(em, dams);
  if (count <= MAX_RECORDS_ON_MAIN_THREAD) return [...inbreedingOfDaughters(beesById(records), dams)];
  return [...(await runInThread(ownerOf(em), { kind: 'daughters', records, dams }, 'coefficients')).coefficients];
}
