import { hashKey, type AnyUseQueryOptions } from '@tanstack/react-query';
import { apiariesQuery, apiaryQuery, type Apiary } from '../apiaries/apiary-data.js';
import { isServerResponding } from '../data/connection.js';
import { MAX_COPIES } from '../data/copy-limits.js';
import { copyIndex, removeOfflineApiary, offlineApiaries, type OfflineApiaries } from '../data/device.js';
import { queryClient } from '../data/query-client.js';
import { queenQueries } from '../queen/queen-data.js';
import { apiaryOptions } from '../record/apiary-options.js';
import { seasonQuery } from '../record/season-data.js';

/** Query key of the data about the storage of the device. */
export const DEVICE = 'device';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apiaries that were opened within this time are loaded ahead, most recent first. */
const LATELY_MS = 30 * DAY_MS;
const MAX_LATELY = 5;
/** Copies are loaded again after this time. */
const FRESH_MS = DAY_MS;
/** The progress is reported after this number of requests. */
const REPORT_EVERY = 10;
/** Pause after a request, so that the limit of requests per minute is not used up. */
const PAUSE_MS = 150;
/**
 * Above this number of copies, only marked apiaries are loaded, so that other apiaries do not replace the copies of
 * marked ones.
 */
const MAX_PLANNED = Math.floor(0.8 * MAX_COPIES);

/** Returns the apiaries to load: first the marked apiaries, then those that were opened recently. */
export function apiariesToLoad(apiaries: OfflineApiaries, now: number): { id: string; marked: boolean }[] {
  const latestFirst = Object.entries(apiaries)
    .map(([id, each]) => ({ id, ...each }))
    .sort((a, b) => b.openedAt - a.openedAt);
  const marked = latestFirst.filter((each) => each.marked);
  const lately = latestFirst.filter((each) => !each.marked && now - each.openedAt < LATELY_MS);
  return [...marked, ...lately.slice(0, MAX_LATELY)];
}

/**
 * Returns the queries to load for an apiary: this season, the last season, and each queen with her pedigree of 3
 * generations.
 */
export function queriesOfApiary(id: string, queenIds: readonly string[]): AnyUseQueryOptions[] {
  const year = new Date().getFullYear();
  return [seasonQuery(id, year), seasonQuery(id, year - 1), ...queenIds.flatMap(queenQueries)];
}

export const queensOf = (apiary: Apiary): string[] => apiary.hives.flatMap(({ queen }) => queen?.id ?? []);

let loading: Promise<void> | undefined;
/** Whether `loadAhead` was called while data were loading. */
let again = false;

/**
 * Loads data of the apiaries that are available offline, one request at a time, unless the device has a fresh copy.
 * Stops if the server does not respond, and continues at the next start or when the network returns.
 */
export function loadAhead(): Promise<void> {
  if (loading) again = true;
  loading ??= loadUntilDone()
    .catch(() => undefined)
    .finally(() => {
      loading = undefined;
      report();
    });
  return loading;
}

async function loadUntilDone(): Promise<void> {
  do {
    again = false;
    await inOnePage(loadAll);
  } while (again);
}

/**
 * If several pages of the interface are open on the device, only one of them loads data at a time. The next page then
 * finds the copies, and does not load the same data again.
 */
async function inOnePage(load: () => Promise<void>): Promise<void> {
  // Browsers have no locks without https.
  await ('locks' in navigator ? navigator.locks.request('queenbook-load-ahead', load) : load());
}

const report = (): void => void queryClient.invalidateQueries({ queryKey: [DEVICE] });

async function loadAll(): Promise<void> {
  const index = await copyIndex();
  let requests = 0;
  const load = async (query: AnyUseQueryOptions): Promise<unknown> => {
    if (!isServerResponding()) throw new Error('The server does not answer.');
    if (++requests % REPORT_EVERY === 0) report();
    const data: unknown = await queryClient.fetchQuery({ ...query, retry: false, meta: { ahead: true } });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return data;
  };
  const apiaries = apiariesToLoad(await offlineApiaries(), Date.now());
  let planned = 0;
  if (apiaries.length > 0) for (const query of [apiaryOptions, apiariesQuery]) await load(query);
  for (const { id, marked } of apiaries) {
    const apiary = (await load(apiaryQuery(id))) as Apiary | null;
    if (!apiary) {
      await removeOfflineApiary(id);
      continue;
    }
    const queries = queriesOfApiary(id, queensOf(apiary));
    planned += queries.length;
    if (planned > MAX_PLANNED && !marked) return;
    for (const query of queries) {
      const copy = index[hashKey(query.queryKey)];
      if (!copy || Date.now() - copy.at > FRESH_MS) await load(query);
    }
  }
}
