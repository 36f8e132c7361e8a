import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { SignedIn } from './signed-in.js';

/** A copy of loaded data on the device. */
export interface Copy {
  data: unknown;
  /** When the server returned it. */
  at: number;
}

const ACCOUNT = 'account';
/** Prefix of the keys of copies; a query's hash follows. */
const COPY = 'copy:';
/** Maximum number of copies; the oldest are deleted first. */
export const MAX_COPIES = 2000;
/** Copies are deleted after this time. */
const KEPT_DAYS = 90;

let opened: UseStore | undefined;
/** All data of one account that the device keeps, except what is not sent yet. */
const store = (): UseStore => (opened ??= createStore('queenbook-account', 'kept'));
/** The account whose data are kept now; null before sign-in and after sign-out, when nothing is written. */
let owner: string | null = null;

/** Id of the account whose data the device keeps. */
export const deviceOwner = (): string | null => owner;

/** The user who was signed in last on this device and did not sign out. */
export async function rememberedAccount(): Promise<SignedIn | undefined> {
  try {
    const account = await get<SignedIn>(ACCOUNT, store());
    owner ??= account?.id ?? null;
    return account;
  } catch {
    return undefined; // The browser forbids storage.
  }
}

/** Remembers the signed-in user. Data of another account are deleted first. */
export async function rememberAccount(account: SignedIn): Promise<void> {
  try {
    const before = await get<SignedIn>(ACCOUNT, store());
    if (before && before.id !== account.id) await clear(store());
    owner = account.id;
    await set(ACCOUNT, account, store());
  } catch {
    // Without storage, pages need a network.
  }
}

/** Deletes all data of the account from this device, at sign-out. */
export async function forgetAccount(): Promise<void> {
  owner = null;
  try {
    await clear(store());
  } catch {
    // Nothing is stored.
  }
}

export async function copyOf(hash: string): Promise<Copy | undefined> {
  try {
    return owner === null ? undefined : await get<Copy>(COPY + hash, store());
  } catch {
    return undefined;
  }
}

/** Keeps a copy, if storage is available and not full. */
export async function keepCopy(hash: string, copy: Copy): Promise<void> {
  if (owner === null) return;
  try {
    await set(COPY + hash, copy, store());
  } catch {
    // The copy is only for pages without network.
  }
}

/** All copies by the hashes of their queries, the oldest first. */
export async function copies(): Promise<[hash: string, copy: Copy][]> {
  try {
    const all = (await entries<string, Copy>(store())).filter(([key]) => key.startsWith(COPY));
    return all.map(([key, copy]): [string, Copy] => [key.slice(COPY.length), copy]).sort(([, a], [, b]) => a.at - b.at);
  } catch {
    return [];
  }
}

/** Deletes copies. */
export async function dropCopies(hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await del(COPY + hash, store()).catch(() => undefined);
}

/** Deletes old copies, and the oldest beyond the limit. */
export async function limitCopies(now = Date.now()): Promise<void> {
  const all = await copies();
  const old = all.filter(([, { at }], index) => index < all.length - MAX_COPIES || now - at > KEPT_DAYS * 86_400_000);
  await dropCopies(old.map(([hash]) => hash));
}
