import { del, delMany, entries, keys, set, type UseStore } from 'idb-keyval';

/** Prefix of the keys of drafts and of the last choices (`remembered`), which are deleted at sign-out. */
export const DRAFT_PREFIX = 'queenbook-draft:';
const EVALUATION = `${DRAFT_PREFIX}evaluation:`;
const DATABASE = 'queenbook-drafts';

/**
 * Sends changed drafts (input that is not saved on the server) to other pages of the interface on this device: the key,
 * and the draft unless it was deleted.
 */
export const draftChanges = 'BroadcastChannel' in globalThis ? new BroadcastChannel(DATABASE) : null;
/** Dispatches `cleared` when drafts are deleted outside the draft store. */
export const draftsCleared = new EventTarget();

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(`no ${DATABASE}`));
  });
}

/**
 * The database of unsaved input. A confirmed write is on the disk. In contrast, local storage would lose the writes of
 * the last seconds if the browser is killed.
 */
const store: UseStore = async (mode, work) => {
  opened ??= open();
  // After a failure, the next call opens the database again.
  opened.catch(() => (opened = undefined));
  return work((await opened).transaction('drafts', mode, { durability: 'strict' }).objectStore('drafts'));
};

/** Whether a key belongs to an account. Keys have the form `PREFIX kind:ACCOUNT…`. */
const belongsTo = (account: string, key: string): boolean =>
  key.startsWith(DRAFT_PREFIX) && key.slice(DRAFT_PREFIX.length).split(':')[1] === account;

/** Moves input from the local storage, where earlier versions of the interface stored it. */
async function moveFromLocalStorage(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(EVALUATION))) {
    await set(key, JSON.parse(localStorage.getItem(key) ?? 'null'), store);
    localStorage.removeItem(key);
  }
}

/** Returns all drafts on the device, with their keys. */
export async function storedDrafts(): Promise<[key: string, draft: unknown][]> {
  try {
    await moveFromLocalStorage();
    return (await entries<string, unknown>(store)).sort(([a], [b]) => (a < b ? -1 : 1));
  } catch {
    return []; // The browser forbids storage.
  }
}

/** @throws if the device cannot store the draft */
export const storeDraft = (key: string, draft: unknown): Promise<void> => set(key, draft, store);
export const removeDraft = (key: string): Promise<void> => del(key, store);

/** Returns the number of drafts of an account on this device. */
export const countDrafts = async (account: string): Promise<number> =>
  (await storedDrafts()).filter(([key]) => belongsTo(account, key)).length;

/** Deletes all unsaved input and the last choices of an account on this device, at sign-out. */
export async function clearDrafts(account: string): Promise<void> {
  try {
    for (const key of Object.keys(localStorage).filter((each) => belongsTo(account, each)))
      localStorage.removeItem(key);
    const own = (await keys<string>(store)).filter((key) => belongsTo(account, key));
    await delMany(own, store);
    for (const key of own) draftChanges?.postMessage({ key });
  } catch {
    // Without storage, there is nothing to delete.
  }
  draftsCleared.dispatchEvent(new Event('cleared'));
}
