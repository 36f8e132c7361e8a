import { clear, createStore, get, getMany, promisifyRequest, set, update, type UseStore } from 'idb-keyval';
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
  const account = await stored<SignedIn>(ACCOUNT);
  owner ??= account?.id ?? null;
  return account;
}

/** Remembers the signed-in user. Data of another account are deleted first. */
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
    // Nothing is stored.
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

/** Whether the device still keeps data of the account of this page. The user may have signed out in another tab. */
const isOwner = (account: unknown): boolean => owner !== null && (account as SignedIn | undefined)?.id === owner;

/** Length of the data as JSON text. */
const lengthOf = (data: unknown): number =>
  JSON.stringify(data ?? null, (_, value: unknown) => (value instanceof Map ? [...value] : value)).length;

/** Keeps a copy, if storage is available and not full. Old copies, and those beyond the limits, are deleted. */
export const keepCopy = (hash: string, copy: Copy): Promise<void> => putCopy(hash, () => copy);

/** Applies to a copy the change that a write made on the server. The copy keeps its age, so that it is loaded again. */
export const changeCopy = <Data>(hash: string, change: (data: Data) => Data): Promise<void> =>
  putCopy(hash, (copy) => copy && { ...copy, data: change(copy.data as Data) });

/** Replaces a copy and its entry in the index in one transaction. */
async function putCopy(hash: string, next: (copy: Copy | undefined) => Copy | undefined): Promise<void> {
  try {
    await store()('readwrite', (kept) => {
      const account: IDBRequest<unknown> = kept.get(ACCOUNT);
      const before: IDBRequest<Copy | undefined> = kept.get(COPY + hash);
      const index: IDBRequest<CopyIndex | undefined> = kept.get(INDEX);
      index.onsuccess = () => {
        const copy = isOwner(account.result) ? next(before.result) : undefined;
        if (!copy) return;
        const changed = { ...index.result, [hash]: { at: copy.at, bytes: lengthOf(copy.data) } };
        kept.put(copy, COPY + hash);
        for (const old of beyondLimits(changed, Date.now())) {
          delete changed[old];
          kept.delete(COPY + old);
        }
        kept.put(changed, INDEX);
      };
      return promisifyRequest(kept.transaction);
    });
  } catch {
    // The copy is only for pages without network.
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

/** All copies by the hashes of their queries. */
export const copyIndex = async (): Promise<CopyIndex> => (await stored<CopyIndex>(INDEX)) ?? {};

/** The apiaries that are available offline, by id. */
export const keptApiaries = async (): Promise<KeptApiaries> => (await stored<KeptApiaries>(APIARIES)) ?? {};

/** Deletes all copies and the list of apiaries that are available offline. */
export async function deleteCopies(): Promise<void> {
  try {
    await store()('readwrite', (kept) => {
      kept.delete(IDBKeyRange.bound(COPY, `${COPY}\uffff`));
      kept.delete(INDEX);
      kept.delete(APIARIES);
      return promisifyRequest(kept.transaction);
    });
  } catch {
    // Nothing is stored.
  }
}

/** @throws if the browser forbids storage */
export async function keepApiary(id: string, change: Partial<KeptApiary>): Promise<void> {
  if (!isOwner(await get(ACCOUNT, store()))) return;
  await update<KeptApiaries>(
    APIARIES,
    (kept = {}) => ({ ...kept, [id]: { marked: false, openedAt: 0, ...kept[id], ...change } }),
    store(),
  );
}

/** Forgets a deleted apiary. */
export const dropApiary = (id: string): Promise<void> =>
  update<KeptApiaries>(APIARIES, ({ [id]: _, ...others } = {}) => others, store());
