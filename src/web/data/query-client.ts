import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { withCopy } from './copies.js';
import { isPassing } from './passing.js';
import { asProblem } from './problem.js';

/** Called when the session has ended. */
export const sessionEnded = new EventTarget();

/** Handles an error that reports the end of the session; ignores all others. */
export const notice = (error: unknown): void => {
  if (asProblem(error).signedOut) sessionEnded.dispatchEvent(new Event('ended'));
};

/**
 * Responses are kept for half a minute. A rejected request is not retried; a request without a response is retried
 * twice. Requests do not wait for a network, because a waiting write could be executed long after the user has left.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Loading ahead disturbs nobody.
    onError: (error, query) => query.meta?.ahead !== true && notice(error),
  }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      persister: withCopy,
      retry: (failures, error) => failures < 2 && isPassing(error),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** After a write, visible data are reloaded at once, other data when they are next shown. */
export const refresh = (): Promise<void> => queryClient.invalidateQueries();
