import type { AnyUseQueryOptions } from '@tanstack/react-query';
import { deviceOwner, rememberedAccount } from './device.js';
import { queryClient } from './query-client.js';
import type { SignedIn } from './signed-in.js';

export type { SignedIn };

/** Query key of the signed-in user. */
export const SESSION = ['session'] as const;

/** The signed-in user; undefined before the server has answered, null if nobody is signed in. */
const signedIn = (): SignedIn | null | undefined => queryClient.getQueryData<SignedIn | null>(SESSION);

/**
 * A header that names the account of the page; until the session is known, the last account on this device. If another
 * account has signed in in another tab, the server refuses requests with this header.
 */
export function ofAccount(): Record<string, string> {
  const account = signedIn();
  const id = account === undefined ? deviceOwner() : account?.id;
  return id ? { 'Queenbook-Account': id } : {};
}

export type Queries = readonly AnyUseQueryOptions[];

/**
 * Starts to load data of a page while its code and the session are loading. Before the session is known, it does so
 * only if a user was signed in on this device; the requests then name the account of that user.
 */
export async function loadEarly(queries: () => Promise<Queries>): Promise<void> {
  const known = signedIn();
  const account = known === undefined ? await rememberedAccount() : known;
  if (!account) return;
  // The page itself reports code that does not load.
  for (const query of await queries().catch(() => [])) void queryClient.prefetchQuery(query);
}

/** Forgets all loaded data except the session. */
export const forgetLoaded = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
