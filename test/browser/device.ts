import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { soon } from './soon.js';

/** An evaluation or inspection on the device that is not saved on the server. */
interface StoredDraft {
  queen: { name: string };
  entries: { honey: string };
  state: 'open' | 'waiting' | 'refused';
}

/** Returns all keys and values in a store of an IndexedDB database of the page. */
const read = (page: Page, database: string, store: string): Promise<[string, unknown][]> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const open = indexedDB.open('${database}');
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const rows = [];
      const cursor = open.result.transaction('${store}').objectStore('${store}').openCursor();
      cursor.onsuccess = () => {
        const row = cursor.result;
        if (!row) return open.result.close(), resolve(rows);
        rows.push([row.key, row.value]);
        row.continue();
      };
    };
  })`);

/**
 * Returns the unsaved evaluations and inspections that the device has stored. The page shows input before it is stored.
 */
export const drafts = async (page: Page): Promise<StoredDraft[]> =>
  (await read(page, 'queenbook-drafts', 'drafts')).map(([, draft]) => draft as StoredDraft);

/**
 * Waits until the device has stored the input for a queen. If the test leaves the page earlier, the input could be
 * lost.
 */
export const stored = (page: Page, queen: string, honey: string, state: StoredDraft['state'] = 'open'): Promise<void> =>
  soon(() => drafts(page)).toContainEqual(
    expect.objectContaining({
      queen: expect.objectContaining({ name: queen }),
      entries: expect.objectContaining({ honey }),
      state,
    }),
  );

/**
 * Waits until the device has a copy of data whose key contains these parts, such as their kind. The page shows the data
 * before they are stored.
 */
export const copied = (page: Page, ...parts: string[]): Promise<void> =>
  soon(async () => (await read(page, 'queenbook-account', 'kept')).map(([key]) => key)).toContainEqual(
    expect.stringContaining(parts.map((part) => `"${part}"`).join(',')),
  );
