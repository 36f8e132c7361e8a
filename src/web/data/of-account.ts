import { queryClient } from './query-client.js';
import type { SignedIn } from './signed-in.js';

export type { SignedIn };

/** Query key of the signed-in user. */
export const SESSION = ['session'] as const;

/**
 * Adds the account of the page to requests. The server then refuses them in the session of another account, which may
 * have signed in in another tab.
 */
export function ofAccount(): Record<string, string> {
  const account = queryClient.getQueryData<SignedIn | null>(SESSION);
  return account ? { 'Queenbook-Account': account.id } : {};
}
