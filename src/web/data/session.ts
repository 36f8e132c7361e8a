import { queryOptions } from '@tanstack/react-query';
import { setAnswering } from './answering.js';
import { rememberAccount, rememberedAccount } from './device.js';
import { forgetLoaded, SESSION, type SignedIn } from './of-account.js';
import { isPassing } from './passing.js';
import { asProblem } from './problem.js';
import { rest } from './rest.js';

/** After this time without a response, the page opens for the user who was signed in last. */
const PATIENCE_MS = 3000;

/**
 * The signed-in user; null if nobody is signed in. Without a response, the user who was signed in last on this device.
 * The server checks the session of every request.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION,
  queryFn: async ({ signal }): Promise<SignedIn | null> => {
    const remembered = await rememberedAccount();
    const patience = AbortSignal.timeout(PATIENCE_MS);
    try {
      const signals = remembered ? [signal, patience] : [signal];
      const account = await rest<SignedIn>('GET', '/api/session', undefined, { signal: AbortSignal.any(signals) });
      await rememberAccount(account);
      // The data that were loaded early belong to another user and must not be shown.
      if (remembered && remembered.id !== account.id) forgetLoaded();
      return account;
    } catch (error) {
      if (asProblem(error).status === 401) {
        forgetLoaded();
        return null;
      }
      if (!remembered || !(isPassing(error) || patience.aborted)) throw error;
      setAnswering(false);
      return remembered;
    }
  },
  staleTime: Infinity,
});
