import { del, delMany, entries, keys, set, type UseStore } from 'idb-keyval';

/** Prefix of the keys of unsaved input. It is deleted at sign-out. */
export const DRAFT_PREFIX = 'queenbook-draft:';
const EVALUATION = `${DRAFT_PREFIX}evaluation:`;
const DATABASE = 'queenbook-drafts';

/** Tells other pages of the interface on this device about changed drafts: key and value, undefined if deleted. */
export const draftChanges = 'BroadcastChannel' in globalThis ? new BroadcastChannel(DATABASE) : null;
/** Sent when drafts of this page are deleted outside the draft store. */
export const draftsCleared = new EventTarget();

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE);
    asked.onupgradeneeded = () => asked.result.createObjectStore('drafts');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error(`no ${DATABASE}`));
  });
}

/**
 * Unsaved input on the device. A write has reached the disk when it is confirmed: local storage loses the last seconds
 * if the browser is killed.
 */
const store: UseStore = async (mode, work) => {
  opened ??= open();
  // Opened again after a failure.
  opened.catch(() => (opened = undefined));
  return work((await opened).transaction('drafts', mode, { durability: 'strict' }).objectStore('drafts'));
};

/** The keys of input of an account: `PREFIX kind:ACCOUNT…`. */
const isOf = (account: string, key: string): boolean =>
  key.startsWith(DRAFT_PREFIX) && key.slice(DRAFT_PREFIX.length).split(':')[1] === account;

/** Moves input that earlier versions of the interface stored in the local storage. */
async function moveFromLocalStorage(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(EVALUATION))) {
    await set(key, JSON.parse(localStorage.getItem(key) ?? 'null'), store);
    localStorage.removeItem(key);
  }
}

/** All drafts on the device by their keys. */
export async function storedDrafts(): Promise<[key: string, draft: unknown][]> {
  try {
    await moveFromLocalStorage();
    return (await entries<string, unknown>(store)).sort(([a], [b]) => (a < b ? -1 : 1));
  } catch {
    return []; // The browser forbids storage.
  }
}

/** @throws if the device does not store it */
export const storeDraft = (key: string, draft: unknown): Promise<void> => set(key, draft, store);
export const removeDraft = (key: string): Promise<void> => del(key, store);

/** Number of entries of an account on this device that are not saved yet. */
export const countDrafts = async (account: string): Promise<number> =>
  (await storedDrafts()).filter(([key]) => isOf(account, key)).length;

/** Deletes all unsaved input of an account on this device, at sign-out. */
export async function clearDrafts(account: string): Promise<void> {
  try {
    for (const key of Object.keys(localStorage).filter((each) => isOf(account, each))) localStorage.removeItem(key);
    const own = (await keys<string>(store)).filter((key) => isOf(account, key));
    await delMany(own, store);
    for (const key of own) draftChanges?.postMessage({ key });
  } catch {
    // Nothing is stored.
  }
  draftsCleared.dispatchEvent(new Event('cleared'));
}
