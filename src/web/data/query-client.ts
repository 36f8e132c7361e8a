import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { withCopy } from './copies.js';
import { isTransient } from './transient.js';
import { asProblem } from './problem.js';

/** Dispatches `ended` when the session has ended. */
export const sessionEnded = new EventTarget();

/** Handles an error that reports the end of the session; ignores all other errors. */
export const handleSessionEnd = (error: unknown): void => {
  if (asProblem(error).signedOut) sessionEnded.dispatchEvent(new Event('ended'));
};

/**
 * Responses are cached for half a minute. A query without a response is retried twice. Rejected queries and all writes
 * are not retried.
 * Requests do not wait for a network, because a waiting write could be executed long after the user has left.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Requests that load data ahead must not show the sign-in form.
    onError: (error, query) => query.meta?.ahead !== true && handleSessionEnd(error),
  }),
  mutationCache: new MutationCache({ onError: handleSessionEnd }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      persister: withCopy,
      retry: (failures, error) => failures < 2 && isTransient(error),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/**
 * Called after a write: reloads visible data at once, and other data when they are shown next. Resolves after components
 * have received the visible data.
 */
export async function refresh(): Promise<void> {
  await queryClient.invalidateQueries();
  // React Query notifies components in a later task. Without this wait, a dialog could close before a deleted row
  // disappears, return the focus to a button of this row, and so lose the focus.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}
