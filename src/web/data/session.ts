import { queryOptions } from '@tanstack/react-query';
import { setAnswering } from './answering.js';
import { rememberAccount, rememberedAccount } from './device.js';
import { forgetLoaded, SESSION, type SignedIn } from './of-account.js';
import { isPassing } from './passing.js';
import { asProblem } from './problem.js';
import { rest } from './rest.js';

/** If the server takes longer, the page opens for the user who was signed in last. */
const PATIENCE_MS = 3000;

/**
 * The signed-in user; null if nobody is signed in. Without an answer, the user who was signed in last on this device:
 * the server judges each request anyway.
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
      // Data that were loaded early for another user must not be shown.
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
