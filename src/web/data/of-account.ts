import type { AnyUseQueryOptions } from '@tanstack/react-query';
import { deviceOwner, rememberedAccount } from './device.js';
import { queryClient } from './query-client.js';
import type { SignedIn } from './signed-in.js';

export type { SignedIn };

export const SESSION = ['session'] as const;

/** The signed-in user; undefined before the first response, null if nobody is signed in. */
const signedIn = (): SignedIn | null | undefined => queryClient.getQueryData<SignedIn | null>(SESSION);

/**
 * Returns a header with the account of the page. Until the session is known, the header has the account that was signed
 * in last on this device. The server rejects the request if the session belongs to another account, for example because
 * the user has changed the account in another tab.
 */
export function accountHeader(): Record<string, string> {
  const account = signedIn();
  const id = account === undefined ? deviceOwner() : account?.id;
  return id ? { 'Queenbook-Account': id } : {};
}

export type Queries = readonly AnyUseQueryOptions[];

/**
 * Starts to load the data of a page while its code and the session are loading. Before the session is known, requests
 * are sent only if the device has stored a signed-in user. The header of `accountHeader` then prevents responses for
 * another account.
 */
export async function loadEarly(queries: () => Promise<Queries>): Promise<void> {
  const known = signedIn();
  const account = known === undefined ? await rememberedAccount() : known;
  if (!account) return;
  // Ignores a failure to load the code, because the page reports this error.
  for (const query of await queries().catch(() => [])) void queryClient.prefetchQuery(query);
}

/** Removes all loaded data except the session. */
export const clearLoaded = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
