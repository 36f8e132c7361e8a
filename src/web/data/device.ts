import { clear, createStore, delMany, get, keys, promisifyRequest, set, update, type UseStore } from 'idb-keyval';
import { beyondLimits, type CopyIndex } from './copy-limits.js';
import type { SignedIn } from './signed-in.js';

/** A copy of loaded data on the device. */
export interface Copy {
  data: unknown;
  /** When the server returned it. */
  at: number;
}

/** An apiary whose data the device keeps. */
export interface KeptApiary {
  /** Whether the user marked it as available offline. */
  marked: boolean;
  /** When it was opened last, in milliseconds; 0 for never. */
  openedAt: number;
}
export type KeptApiaries = Record<string, KeptApiary>;

const ACCOUNT = 'account';
/** Key of the list of copies. */
const INDEX = 'index';
/** Key of the apiaries that are available offline. */
const APIARIES = 'apiaries';
/** Prefix of the keys of copies; a query's hash follows. */
const COPY = 'copy:';

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

/** Keeps a copy, if storage is available and not full. Old copies, and those beyond the limits, are deleted. */
export async function keepCopy(hash: string, copy: Copy): Promise<void> {
  const account = owner;
  if (account === null) return;
  const entry = { at: copy.at, bytes: JSON.stringify(copy.data ?? null).length };
  try {
    await store()('readwrite', (kept) => {
      // The user may have signed out meanwhile.
      if (owner !== account) return undefined;
      kept.put(copy, COPY + hash);
      const read = kept.get(INDEX) as IDBRequest<CopyIndex | undefined>;
      read.onsuccess = () => {
        const index = { ...read.result, [hash]: entry };
        for (const old of beyondLimits(index, copy.at)) {
          delete index[old];
          kept.delete(COPY + old);
        }
        kept.put(index, INDEX);
      };
      return promisifyRequest(kept.transaction);
    });
  } catch {
    // The copy is only for pages without network.
  }
}

/** Changes a copy as a write changed the data on the server. Its age remains, so that it is loaded again. */
export async function changeCopy<Data>(hash: string, change: (data: Data) => Data): Promise<void> {
  const copy = await copyOf(hash);
  if (copy) await keepCopy(hash, { data: change(copy.data as Data), at: copy.at });
}

/** All copies by the hashes of their queries. */
export async function copyIndex(): Promise<CopyIndex> {
  try {
    return (await get<CopyIndex>(INDEX, store())) ?? {};
  } catch {
    return {};
  }
}

/** Deletes all copies, and which apiaries are available offline. */
export async function deleteCopies(): Promise<void> {
  try {
    const own = (await keys<string>(store())).filter((key) => key.startsWith(COPY));
    await delMany([...own, INDEX, APIARIES], store());
  } catch {
    // Nothing is stored.
  }
}

/** The apiaries that are available offline, by id. */
export async function keptApiaries(): Promise<KeptApiaries> {
  try {
    return (await get<KeptApiaries>(APIARIES, store())) ?? {};
  } catch {
    return {};
  }
}

/** @throws if the browser forbids storage */
export async function keepApiary(id: string, change: Partial<KeptApiary>): Promise<void> {
  if (owner === null) return;
  await update<KeptApiaries>(
    APIARIES,
    (kept = {}) => ({ ...kept, [id]: { marked: false, openedAt: 0, ...kept[id], ...change } }),
    store(),
  );
}
