import { useSyncExternalStore } from 'react';
import type { ProblemBody } from '../data/problem.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { DRAFT_PREFIX, draftsChanged } from './drafts.js';
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

let drafts: ReadonlyMap<string, Draft> = read();
let kept = true;
let stamp = 0;
const listeners = new Set<() => void>();

function read(): ReadonlyMap<string, Draft> {
  const found = new Map<string, Draft>();
  try {
    for (const key of Object.keys(localStorage).sort()) {
      if (key.startsWith(`${DRAFT_PREFIX}evaluation:`)) found.set(key, JSON.parse(localStorage.getItem(key)!) as Draft);
    }
  } catch {
    // Storage is not available or has other contents, so there are no drafts.
  }
  return found;
}

function setDrafts(next: ReadonlyMap<string, Draft>): void {
  drafts = next;
  for (const listener of listeners) listener();
}
const readAgain = () => setDrafts(read());
addEventListener('storage', readAgain);
draftsChanged.addEventListener('changed', readAgain);

export const draftOf = (key: string): Draft | undefined => drafts.get(key);
export const draftsOf = (account: string): Draft[] => [...drafts.values()].filter((draft) => draft.account === account);

/** Stores a draft on the device if possible, in any case until the page is closed. */
export function keepDraft(draft: Omit<Draft, 'at'>): Draft {
  const key = draftKey(draft.account, draft.colony);
  const next = { ...draft, at: (stamp = Math.max(Date.now(), stamp + 1)) };
  try {
    localStorage.setItem(key, JSON.stringify(next));
    kept = true;
  } catch {
    kept = false;
  }
  setDrafts(new Map(drafts).set(key, next));
  return next;
}

export function dropDraft(key: string): void {
  if (kept) localStorage.removeItem(key);
  const next = new Map(drafts);
  next.delete(key);
  setDrafts(next);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** All drafts by key, and whether the device stores them. */
export function useDrafts(): { drafts: ReadonlyMap<string, Draft>; kept: boolean } {
  return { drafts: useSyncExternalStore(subscribe, () => drafts), kept };
}
