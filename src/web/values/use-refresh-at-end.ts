import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { isOpen, POLL_INTERVAL_MS } from './runs.js';

/**
 * Asks again for what is on screen when a run has come to its end.
 * @param open how many wait or go on
 */
export function useRefreshAtEnd(open: number): void {
  useEffect(() => {
    if (open === 0) return;
    return () => void refresh();
  }, [open]);
}

const STANDING = graphql(`
  query StandingOfRuns {
    ebvRuns(first: 20) {
      nodes {
        status
      }
    }
    latestEbv(first: 1) {
      run {
        id
      }
    }
  }
`);

/**
 * Asks again for what is on screen when there are values of a newer run, wherever that was started from. A run may end
 * before one looks for the first time whether any goes on, so what is shown is compared with what there is.
 * @param shown the run whose values are on screen: null for none, undefined where that is not known yet
 */
export function useNewestValues(shown: string | null | undefined): void {
  const { data } = useQuery({
    queryKey: ['standing-of-runs'],
    queryFn: async ({ signal }) => {
      const { ebvRuns, latestEbv } = await ask(STANDING, {}, signal);
      return { open: ebvRuns!.nodes.filter(isOpen).length, newest: latestEbv!.run?.id ?? null };
    },
    refetchInterval: ({ state }) => (state.data?.open ? POLL_INTERVAL_MS : false),
  });
  const newest = data?.newest;
  useEffect(() => {
    if (newest !== undefined && shown !== undefined && newest !== shown) void refresh();
  }, [newest, shown]);
}
