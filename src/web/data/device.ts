import { clear, createStore, get, getMany, promisifyRequest, set, update, type UseStore } from 'idb-keyval';
import { beyondLimits, type CopyIndex } from './copy-limits.js';
import type { SignedIn } from './signed-in.js';

export interface Copy {
  data: unknown;
  /** When the server returned the data, in milliseconds. */
  at: number;
}

/** An apiary that is available offline. */
export interface OfflineApiary {
  /** Whether the user has marked the apiary as available offline. */
  marked: boolean;
  /** When the apiary was last opened, in milliseconds; 0 for never. */
  openedAt: number;
}
export type OfflineApiaries = Record<string, OfflineApiary>;

const ACCOUNT = 'account';
/** Key of the index of copies. */
const INDEX = 'index';
const APIARIES = 'apiaries';
/** Prefix of the keys of copies; the hash of a query follows. */
const COPY = 'copy:';

let opened: UseStore | undefined;
/** All data of one account on the device, except unsent input. */
const store = (): UseStore => (opened ??= createStore('queenbook-account', 'kept'));
/** The account whose data the device stores. Null before sign-in and after sign-out, when nothing is written. */
let owner: string | null = null;

/** Id of the account whose data the device stores. */
export const deviceOwner = (): string | null => owner;

/** The user who was signed in last on this device and did not sign out. */
export async function rememberedAccount(): Promise<SignedIn | undefined> {
  const account = await stored<SignedIn>(ACCOUNT);
  owner ??= account?.id ?? null;
  return account;
}

/** Stores the signed-in user on the device. Deletes data of another account first. */
export async function rememberAccount(account: SignedIn): Promise<void> {
  try {
    const before = await get<SignedIn>(ACCOUNT, store());
    if (before?.id !== account.id) {
      owner = null;
      await clear(store());
    }
    await set(ACCOUNT, account, store());
    owner = account.id;
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
    // Without storage, there is nothing to delete.
  }
}

export async function copyOf(hash: string): Promise<Copy | undefined> {
  try {
    const [account, copy] = await getMany<unknown>([ACCOUNT, COPY + hash], store());
    return isOwner(account) ? (copy as Copy | undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** The data of all copies of a kind, such as `queen`. */
export async function copiesOf(kind: string): Promise<unknown[]> {
  try {
    const hashes = Object.keys(await copyIndex()).filter((hash) => hash.startsWith(`["${kind}",`));
    const [account, ...copies] = await getMany<unknown>([ACCOUNT, ...hashes.map((hash) => COPY + hash)], store());
    return isOwner(account) ? copies.map((copy) => (copy as Copy | undefined)?.data) : [];
  } catch {
    return [];
  }
}

/** Whether the device still stores data of the account of this page. The user may have signed out in another tab. */
const isOwner = (account: unknown): boolean => owner !== null && (account as SignedIn | undefined)?.id === owner;

/** Length of the data as JSON text. */
const lengthOf = (data: unknown): number =>
  JSON.stringify(data ?? null, (_, value: unknown) => (value instanceof Map ? [...value] : value)).length;

/** Stores a copy, if storage is available and not full. Deletes old copies, and copies beyond the limits. */
export const storeCopy = (hash: string, copy: Copy): Promise<void> => putCopy(hash, () => copy);

/**
 * Changes a copy after the same change on the server. The age of the copy stays the same, so that the data are loaded
 * again.
 */
export const changeCopy = <Data>(hash: string, change: (data: Data) => Data): Promise<void> =>
  putCopy(hash, (copy) => copy && { ...copy, data: change(copy.data as Data) });

/** Replaces a copy and its entry in the index in one transaction. */
async function putCopy(hash: string, next: (copy: Copy | undefined) => Copy | undefined): Promise<void> {
  try {
    await store()('readwrite', (objects) => {
      const account: IDBRequest<unknown> = objects.get(ACCOUNT);
      const before: IDBRequest<Copy | undefined> = objects.get(COPY + hash);
      const index: IDBRequest<CopyIndex | undefined> = objects.get(INDEX);
      index.onsuccess = () => {
        const copy = isOwner(account.result) ? next(before.result) : undefined;
        if (!copy) return;
        const changed = { ...index.result, [hash]: { at: copy.at, bytes: lengthOf(copy.data) } };
        objects.put(copy, COPY + hash);
        for (const old of beyondLimits(changed, Date.now())) {
          delete changed[old];
          objects.delete(COPY + old);
        }
        objects.put(changed, INDEX);
      };
      return promisifyRequest(objects.transaction);
    });
  } catch {
    // A failure is ignored, because the copy is only needed without a network.
  }
}

/** A stored value; undefined if there is none or the browser forbids storage. */
async function stored<Value>(key: string): Promise<Value | undefined> {
  try {
    return await get<Value>(key, store());
  } catch {
    return undefined;
  }
}

/** The age and size of all copies, by the hashes of their queries. */
export const copyIndex = async (): Promise<CopyIndex> => (await stored<CopyIndex>(INDEX)) ?? {};

/** The apiaries that are available offline, by id. */
export const offlineApiaries = async (): Promise<OfflineApiaries> => (await stored<OfflineApiaries>(APIARIES)) ?? {};

/** Deletes all copies and the list of apiaries that are available offline. */
export async function deleteCopies(): Promise<void> {
  try {
    await store()('readwrite', (objects) => {
      objects.delete(IDBKeyRange.bound(COPY, `${COPY}\uffff`));
      objects.delete(INDEX);
      objects.delete(APIARIES);
      return promisifyRequest(objects.transaction);
    });
  } catch {
    // Without storage, there is nothing to delete.
  }
}

/** @throws if the browser forbids storage */
export async function updateOfflineApiary(id: string, change: Partial<OfflineApiary>): Promise<void> {
  if (!isOwner(await get(ACCOUNT, store()))) return;
  await update<OfflineApiaries>(
    APIARIES,
    (apiaries = {}) => ({ ...apiaries, [id]: { marked: false, openedAt: 0, ...apiaries[id], ...change } }),
    store(),
  );
}

/** Removes a deleted apiary from the apiaries that are available offline. */
export const removeOfflineApiary = (id: string): Promise<void> =>
  update<OfflineApiaries>(APIARIES, ({ [id]: _, ...others } = {}) => others, store());
