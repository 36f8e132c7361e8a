import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { isOpen, POLL_INTERVAL_MS } from './runs.js';

/**
 * Reloads visible data when a run has ended.
 * @param open number of waiting or running runs
 */
export function useRefreshAtEnd(open: number): void {
  useEffect(() => {
    if (open === 0) return;
    return () => void refresh();
  }, [open]);
}

const RUN_STATES = graphql(`
  query RunStates {
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
 * Reloads visible data when a newer run has values, wherever the run was started. Compares the shown run with the
 * newest run, because a run may end before the first check.
 * @param shown id of the run of the shown values; null for none, undefined if unknown
 */
export function useNewestValues(shown: string | null | undefined): void {
  const { data } = useQuery({
    queryKey: ['run-states'],
    queryFn: async ({ signal }) => {
      const { ebvRuns, latestEbv } = await ask(RUN_STATES, {}, signal);
      return { open: ebvRuns.nodes.filter(isOpen).length, newest: latestEbv.run?.id ?? null };
    },
    refetchInterval: ({ state }) => (state.data?.open ? POLL_INTERVAL_MS : false),
  });
  const newest = data?.newest;
  useEffect(() => {
    if (newest !== undefined && shown !== undefined && newest !== shown) void refresh();
  }, [newest, shown]);
}
