import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { asProblem, type Problem } from './problem.js';

/** Called when the session has ended. */
export const sessionEnded = new EventTarget();

/** Handles an error that says that the session has ended; ignores all others. */
export const notice = (error: unknown): void => {
  if (asProblem(error).signedOut) sessionEnded.dispatchEvent(new Event('ended'));
};

/** Whether it may well go better in a second. */
const isPassing = ({ status, code }: Problem): boolean => code === 'no_answer' || [502, 503, 504].includes(status);

/**
 * What was asked is kept for half a minute; a refusal is not asked again, the lack of an answer is, twice. Without
 * network all is tried at once, as with it: what waited for it would be carried out when nobody reckons with it any more.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isPassing(asProblem(error)),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** After anything was written: what is on screen is asked again, the rest when it is next looked at. */
export const refresh = (): Promise<void> => queryClient.invalidateQueries();
