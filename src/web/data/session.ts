import { queryOptions } from '@tanstack/react-query';
import { SESSION, type SignedIn } from './of-account.js';
import { asProblem } from './problem.js';
import { rest } from './rest.js';

/** The signed-in user; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: SESSION,
  queryFn: async ({ signal }): Promise<SignedIn | null> => {
    try {
      return await rest<SignedIn>('GET', '/api/session', undefined, { signal });
    } catch (error) {
      if (asProblem(error).status === 401) return null;
      throw error;
    }
  },
  staleTime: Infinity,
});
