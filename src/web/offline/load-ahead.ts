import { hashKey, type AnyUseQueryOptions } from '@tanstack/react-query';
import { apiariesQuery, apiaryQuery } from '../apiaries/apiary-data.js';
import { isAnswering } from '../data/answering.js';
import { copyIndex, keptApiaries, type KeptApiaries } from '../data/device.js';
import { queryClient } from '../data/query-client.js';
import { queenQueries } from '../queen/queen-data.js';
import { apiaryOptions } from '../record/apiary-options.js';
import { seasonQuery } from '../record/season-data.js';

/** Query key of what the device keeps. */
export const DEVICE = 'device';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apiaries that were opened in this time are loaded ahead, the latest first. */
const LATELY_MS = 30 * DAY_MS;
const MAX_LATELY = 5;
/** Copies are loaded again after this time. */
const FRESH_MS = DAY_MS;
/** Progress is reported after each so many requests. */
const REPORT_EVERY = 10;

/** Ids of the apiaries to be loaded: the marked ones, then those that were opened lately. */
export function apiariesToLoad(kept: KeptApiaries, now: number): string[] {
  const latestFirst = Object.entries(kept).sort(([, a], [, b]) => b.openedAt - a.openedAt);
  const marked = latestFirst.filter(([, { marked }]) => marked);
  const lately = latestFirst.filter(([, { marked, openedAt }]) => !marked && now - openedAt < LATELY_MS);
  return [...marked, ...lately.slice(0, MAX_LATELY)].map(([id]) => id);
}

/** What is loaded of an apiary: this season and the last one, and each queen with her pedigree of 3 generations. */
export function queriesOfApiary(id: string, queenIds: readonly string[]): AnyUseQueryOptions[] {
  const year = new Date().getFullYear();
  return [seasonQuery(id, year), seasonQuery(id, year - 1), ...queenIds.flatMap(queenQueries)];
}

export const queensOf = (apiary: { hives: readonly { queen: { id: string } | null }[] }): string[] =>
  apiary.hives.flatMap(({ queen }) => queen?.id ?? []);

let loading: Promise<void> | undefined;

/**
 * Loads data of the apiaries that are available offline, one request at a time, unless the device has a fresh copy.
 * Ends when the server does not answer; the rest is loaded at the next start, or when the network returns.
 */
export function loadAhead(): Promise<void> {
  loading ??= loadAll()
    .catch(() => undefined)
    .finally(() => {
      loading = undefined;
      report();
    });
  return loading;
}

const report = (): void => void queryClient.invalidateQueries({ queryKey: [DEVICE] });

async function loadAll(): Promise<void> {
  const index = await copyIndex();
  let requests = 0;
  const load = async (query: AnyUseQueryOptions): Promise<unknown> => {
    if (!isAnswering()) throw new Error('The server does not answer.');
    if (++requests % REPORT_EVERY === 0) report();
    return queryClient.fetchQuery({ ...query, retry: false, meta: { ahead: true } });
  };
  const apiaries = apiariesToLoad(await keptApiaries(), Date.now());
  if (apiaries.length > 0) for (const query of [apiaryOptions, apiariesQuery]) await load(query);
  for (const id of apiaries) {
    const apiary = (await load(apiaryQuery(id))) as { hives: [] } | null;
    for (const query of queriesOfApiary(id, apiary ? queensOf(apiary) : [])) {
      const copy = index[hashKey(query.queryKey)];
      if (!copy || Date.now() - copy.at > FRESH_MS) await load(query);
    }
  }
}
