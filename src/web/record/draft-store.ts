import { useSyncExternalStore } from 'react';
import type { ProblemBody } from '../data/problem.js';
import { DRAFT_PREFIX, draftChanges, draftsCleared, removeDraft, storedDrafts, storeDraft } from './drafts.js';

/** Input on this device that is not saved on the server. */
export interface Unsaved {
  account: string;
  /** `open` while the user enters values, `waiting` for sending, `refused` because of `problem`. */
  state: 'open' | 'waiting' | 'refused';
  problem?: ProblemBody;
  /** Time of the last change by `put`. The time is unique, so that it identifies a state of the draft. */
  at: number;
}

let stamp = 0;

/**
 * Drafts (input that is not saved on the server) of one kind, by key. The drafts are in memory, and on the device if it
 * has storage.
 */
export class DraftStore<Draft extends Unsaved> {
  readonly #prefix: string;
  readonly keyOf: (draft: Omit<Draft, 'at'>) => string;
  readonly #listeners = new Set<() => void>();
  #drafts: ReadonlyMap<string, Draft> = new Map();
  #isStored = true;

  private constructor(prefix: string, keyOf: (draft: Omit<Draft, 'at'>) => string) {
    this.#prefix = prefix;
    this.keyOf = keyOf;
  }

  /**
   * @param kind the kind of the drafts, which all keys contain
   * @param keyOf returns the end of a draft's key, which identifies the account and the colony
   */
  static async open<Draft extends Unsaved>(
    kind: string,
    keyOf: (draft: Omit<Draft, 'at'>) => string,
  ): Promise<DraftStore<Draft>> {
    const prefix = `${DRAFT_PREFIX}${kind}:`;
    const store = new DraftStore<Draft>(prefix, (draft) => prefix + keyOf(draft));
    await store.#read();
    draftChanges?.addEventListener('message', ({ data }: MessageEvent<{ key: string; draft?: Draft }>) => {
      if (data.key.startsWith(prefix)) store.#replace(data.key, data.draft);
    });
    draftsCleared.addEventListener('cleared', () => void store.#read());
    return store;
  }

  /** All drafts by key. Each change creates a new map. */
  get all(): ReadonlyMap<string, Draft> {
    return this.#drafts;
  }

  /** Whether the device stores drafts. */
  get isStored(): boolean {
    return this.#isStored;
  }

  of = (key: string): Draft | undefined => this.#drafts.get(key);

  ofAccount = (account: string): Draft[] => [...this.#drafts.values()].filter((draft) => draft.account === account);

  /** Stores a draft in memory and, if possible, on the device. */
  put(draft: Omit<Draft, 'at'>): Draft {
    const key = this.keyOf(draft);
    const next = { ...draft, at: (stamp = Math.max(Date.now(), stamp + 1)) } as Draft;
    this.#write(key, next);
    return next;
  }

  /** Changes members of a draft, but not `at`. Does nothing if the draft has changed since `at`. */
  update(key: string, at: number, change: Partial<Draft>): void {
    const draft = this.of(key);
    if (draft?.at !== at) return;
    this.#write(key, { ...draft, ...change });
  }

  remove(key: string): void {
    this.#replace(key, undefined);
    this.#confirm(removeDraft(key), { key });
  }

  #write(key: string, draft: Draft): void {
    this.#replace(key, draft);
    this.#confirm(storeDraft(key, draft), { key, draft });
  }

  async #read(): Promise<void> {
    const own = (await storedDrafts()).filter(([key]) => key.startsWith(this.#prefix));
    this.#set(new Map(own as [string, Draft][]));
  }

  #set(next: ReadonlyMap<string, Draft>): void {
    this.#drafts = next;
    for (const listener of this.#listeners) listener();
  }

  #replace(key: string, draft: Draft | undefined): void {
    const next = new Map(this.#drafts);
    if (draft) next.set(key, draft);
    else next.delete(key);
    this.#set(next);
  }

  /** Records whether the last write to the device succeeded. */
  #confirm(writing: Promise<void>, change: { key: string; draft?: Draft }): void {
    const setStored = (now: boolean) => {
      if (now === this.#isStored) return;
      this.#isStored = now;
      this.#set(new Map(this.#drafts));
    };
    writing.then(
      () => {
        setStored(true);
        draftChanges?.postMessage(change);
      },
      () => setStored(false),
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Returns all drafts of a kind by key, and whether the device stores them. */
export function useDrafts<Draft extends Unsaved>(store: DraftStore<Draft>) {
  return { drafts: useSyncExternalStore(store.subscribe, () => store.all), isStored: store.isStored };
}
