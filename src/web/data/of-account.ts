import { queryClient } from './query-client.js';

export interface SignedIn {
  id: string;
  name: string;
  email: string;
  language: string;
}

/** Under which it is kept who is signed in. */
export const SESSION = ['session'] as const;

/**
 * Names the account that the page is of, for the server to refuse what is asked or sent in the session of another: it
 * may have signed in in another tab since.
 */
export function ofAccount(): Record<string, string> {
  const account = queryClient.getQueryData<SignedIn | null>(SESSION);
  return account ? { 'Queenbook-Account': account.id } : {};
}
