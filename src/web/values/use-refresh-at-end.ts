import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { isOpen, LOOK_AGAIN, RUNS } from './runs.js';

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

/** The same on a page of values of the newest run, wherever that was started from. */
export function useNewestValues(): void {
  const { data = 0 } = useQuery({
    queryKey: ['open-runs'],
    queryFn: async ({ signal }) =>
      (await ask(RUNS, { first: 20, offset: 0 }, signal)).ebvRuns!.nodes.filter(isOpen).length,
    refetchInterval: ({ state }) => (state.data ? LOOK_AGAIN : false),
  });
  useRefreshAtEnd(data);
}
