import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../data/graphql.js';
import { useDebounced } from '../ui/debounced.js';
import { counts, readWeights } from '../values/weights.js';
import { BEST, PARENTS, PLAN, type Parent, type Plan } from './mating-data.js';
import { MAX_QUEENS, readIds, type MatingSearch } from './mating-search.js';
import { bestPairs } from './best-pairs.js';
import { pairsOf, type Pair } from './pairs.js';

/** Maximum number of drone mothers within the limit of inbreeding that are offered for each queen. */
export const BEST_COUNT = 20;
/** Maximum number of candidates for the best drone mothers. */
const MAX_CANDIDATES = 100;
const MAX_PAIRS = 2500;

export interface PlanState {
  /** The requested queens that are loaded, by id. */
  parents: ReadonlyMap<string, Parent>;
  /** Whether all requested queens are loaded. A queen that is then missing in `parents` does not exist. */
  isLoaded: boolean;
  queenIds: readonly string[];
  /** Ids of the drone mothers: those that the user chose, or the best drone mothers. */
  mateIds: readonly string[];
  /** The run that determines the best drone mothers; null if no run is completed. */
  newest: { id: string; source: 'computed' | 'import' } | null | undefined;
  plan: Plan | undefined;
  pairs: Pair[] | undefined;
  /** Whether the shown result belongs to the previous input, because the new result is loading. */
  stale: boolean;
  error: unknown;
  retry: () => void;
}

function useParents(ids: readonly string[], history: boolean | undefined) {
  return useQuery({
    queryKey: ['mating', 'parents', ids, history],
    queryFn:
      ids.length > 0 && history !== undefined
        ? async ({ signal }) => (await ask(PARENTS, { ids: [...ids], history }, signal)).queens.nodes
        : skipToken,
    placeholderData: keepPreviousData,
  });
}

/** Requests the plan for the search parameters: first the candidates, then all pairs. */
export function usePlan(search: MatingSearch): PlanState {
  const { weights: weightsText, drones } = useDebounced(search);
  const weights = weightsText === undefined ? null : readWeights(weightsText);
  const index = weights && counts(weights) ? weights : null;
  const queenIds = useMemo(() => readIds(search.queen).slice(0, MAX_QUEENS), [search.queen]);
  const chosen = search.candidates === 'chosen';
  const pool = Math.min(MAX_CANDIDATES, Math.floor(MAX_PAIRS / Math.max(queenIds.length, 1)));

  const best = useQuery({
    queryKey: ['mating', 'best', index],
    queryFn: async ({ signal }) => (await ask(BEST, { first: MAX_CANDIDATES, weights: index }, signal)).ebvRanking,
    placeholderData: keepPreviousData,
  });
  const mateIds = useMemo(() => {
    if (chosen) return readIds(search.with).slice(0, MAX_QUEENS);
    const ranked = best.data?.nodes.map(({ queenId }) => queenId) ?? [];
    // A single chosen queen is no candidate, because she cannot be paired with herself. One of several chosen queens is
    // a candidate for the others.
    return ranked.filter((id) => queenIds.length !== 1 || id !== queenIds[0]).slice(0, pool);
  }, [chosen, search.with, best.data, queenIds, pool]);

  // The plan uses the newest computed run. If the newest run is an import, earlier runs must be requested, too.
  const history = best.data && best.data.run?.source === 'import';
  const queens = useParents(queenIds, history);
  const mates = useParents(mateIds, history);
  const parents = useMemo(
    () => new Map([...(queens.data ?? []), ...(mates.data ?? [])].map((parent) => [parent.id, parent])),
    [queens.data, mates.data],
  );
  const settledParents = (queenIds.length === 0 || isThere(queens)) && (mateIds.length === 0 || isThere(mates));
  const input = {
    queenIds: queenIds.filter((id) => parents.has(id)),
    droneMotherIds: mateIds.filter((id) => parents.has(id)),
    use: drones === 'own' ? ('own_drones' as const) : ('drone_producing_daughters' as const),
    weights: index,
  };
  const alone = input.queenIds.length === 1 && input.droneMotherIds.join() === input.queenIds.join();
  const isComplete = settledParents && input.queenIds.length > 0 && input.droneMotherIds.length > 0 && !alone;
  const plan = useQuery({
    queryKey: ['mating', 'plan', input],
    queryFn: async ({ signal }) => (await ask(PLAN, { input }, signal)).planMatings,
    enabled: isComplete,
    placeholderData: keepPreviousData,
  });
  const shownPlan = input.queenIds.length > 0 && input.droneMotherIds.length > 0 && !alone ? plan.data : undefined;
  const ceiling = search.maxF === undefined ? undefined : search.maxF / 100;
  const pairs = useMemo(() => {
    const all = shownPlan && pairsOf(shownPlan, parents);
    return all && !chosen ? bestPairs(all, BEST_COUNT, ceiling) : all;
  }, [shownPlan, parents, chosen, ceiling]);
  const failed = [best, queens, mates, plan].find(({ isError }) => isError);
  return {
    parents,
    isLoaded: settledParents && best.data !== undefined,
    queenIds,
    mateIds,
    newest: best.data?.run,
    plan: shownPlan,
    pairs,
    stale: plan.isPlaceholderData || !settledParents,
    error: failed?.error ?? null,
    retry: () => void Promise.all([best, queens, mates, plan].map((query) => query.isError && query.refetch())),
  };
}

const isThere = ({ data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean }): boolean =>
  data !== undefined && !isPlaceholderData;
