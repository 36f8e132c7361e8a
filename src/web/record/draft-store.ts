import { useSyncExternalStore } from 'react';
import type { ProblemBody } from '../data/problem.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { DRAFT_PREFIX, draftChanges, draftsCleared, removeDraft, storedDrafts, storeDraft } from './drafts.js';
import type { Entries, EntryField } from './entries.js';
import type { Colony, Evaluation } from './evaluation-data.js';

/** An evaluation that was entered on this device and is not saved yet. */
export interface Draft {
  account: string;
  colony: Colony & { apiaryId: string };
  queen: PickedQueen;
  hive: string | null;
  entries: Entries;
  /** The stored values when entering began. */
  base: Evaluation | null;
  /** State: being entered; to be sent; or rejected because of `problem`. */
  state: 'open' | 'waiting' | 'refused';
  problem?: ProblemBody;
  /** If others recorded other values meanwhile: their values, and the conflicting fields. */
  changed?: { theirs: Evaluation | null; fields: readonly EntryField[] };
  /** Distinguishes the states of a draft. */
  at: number;
}

type Place = Pick<Colony, 'queenId' | 'year'> & { apiaryId: string };
export const draftKey = (account: string, { apiaryId, year, queenId }: Place): string =>
  `${DRAFT_PREFIX}evaluation:${account}:${apiaryId}:${year}:${queenId}`;

let drafts: ReadonlyMap<string, Draft> = await read();
let kept = true;
let stamp = 0;
const listeners = new Set<() => void>();

async function read(): Promise<ReadonlyMap<string, Draft>> {
  return new Map((await storedDrafts()) as [string, Draft][]);
}

function setDrafts(next: ReadonlyMap<string, Draft>): void {
  drafts = next;
  for (const listener of listeners) listener();
}

function put(key: string, draft: Draft | undefined): void {
  const next = new Map(drafts);
  if (draft) next.set(key, draft);
  else next.delete(key);
  setDrafts(next);
}

draftChanges?.addEventListener('message', ({ data }: MessageEvent<{ key: string; draft?: Draft }>) =>
  put(data.key, data.draft),
);
draftsCleared.addEventListener('cleared', () => void read().then(setDrafts));

/** Whether the device stores drafts, by the result of the last write. */
function confirm(writing: Promise<void>, change: { key: string; draft?: Draft }): void {
  const noteKept = (now: boolean) => {
    if (now === kept) return;
    kept = now;
    setDrafts(new Map(drafts));
  };
  writing.then(
    () => {
      noteKept(true);
      draftChanges?.postMessage(change);
    },
    () => noteKept(false),
  );
}

export const draftOf = (key: string): Draft | undefined => drafts.get(key);
export const draftsOf = (account: string): Draft[] => [...drafts.values()].filter((draft) => draft.account === account);

/** Stores a draft on the device if possible, in any case until the page is closed. */
export function keepDraft(draft: Omit<Draft, 'at'>): Draft {
  const key = draftKey(draft.account, draft.colony);
  const next = { ...draft, at: (stamp = Math.max(Date.now(), stamp + 1)) };
  put(key, next);
  confirm(storeDraft(key, next), { key, draft: next });
  return next;
}

export function dropDraft(key: string): void {
  put(key, undefined);
  confirm(removeDraft(key), { key });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** All drafts by key, and whether the device stores them. */
export function useDrafts(): { drafts: ReadonlyMap<string, Draft>; kept: boolean } {
  return { drafts: useSyncExternalStore(subscribe, () => drafts), kept };
}
