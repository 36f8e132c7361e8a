/** Prefix of the keys of unsaved input in the local storage. It is deleted at sign-out. */
export const DRAFT_PREFIX = 'queenbook-draft:';
/** Sent when drafts change outside the draft store. */
export const draftsChanged = new EventTarget();

const keys = (): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT_PREFIX));
  } catch {
    return []; // The browser forbids local storage.
  }
};

/** Number of evaluations on this device that are not saved yet. */
export const countDrafts = (): number => keys().filter((key) => key.startsWith(`${DRAFT_PREFIX}evaluation:`)).length;

/** Deletes unsaved input on this device, at sign-out. */
export function clearDrafts(): void {
  for (const key of keys()) localStorage.removeItem(key);
  draftsChanged.dispatchEvent(new Event('changed'));
}
