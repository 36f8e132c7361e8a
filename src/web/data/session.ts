import { queryOptions } from '@tanstack/react-query';
import { setServerResponding } from './connection.js';
import { rememberAccount, rememberedAccount } from './device.js';
import { clearLoaded, SESSION, type SignedIn } from './of-account.js';
import { isTransient } from './transient.js';
import { asProblem } from './problem.js';
import { rest } from './rest.js';

/** After this time without a response, the page opens for the user who was signed in last. */
const RESPONSE_TIMEOUT_MS = 3000;

/**
 * The signed-in user; null if nobody is signed in. Without a response, the user who was signed in last on this device.
 * This user sees only data on the device, because the server checks the session of every request.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION,
  queryFn: async ({ signal }): Promise<SignedIn | null> => {
    const remembered = await rememberedAccount();
    const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    try {
      const signals = remembered ? [signal, timeout] : [signal];
      const account = await rest<SignedIn>('GET', '/api/session', undefined, { signal: AbortSignal.any(signals) });
      await rememberAccount(account);
      // The data that were loaded early belong to another user and must not be shown.
      if (remembered && remembered.id !== account.id) clearLoaded();
      return account;
    } catch (error) {
      if (asProblem(error).status === 401) {
        clearLoaded();
        return null;
      }
      if (!remembered || !(isTransient(error) || timeout.aborted)) throw error;
      setServerResponding(false);
      return remembered;
    }
  },
  staleTime: Infinity,
});
