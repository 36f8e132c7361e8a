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
  /** What was stored when entering began. */
  base: Evaluation | null;
  /** Being entered; to be sent; or refused, for what `problem` says. */
  state: 'open' | 'waiting' | 'refused';
  problem?: ProblemBody;
  /** Where others recorded it otherwise meanwhile: how, and what of it. */
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
    // Nothing is kept here, or by somebody else: there are no drafts then.
  }
  return found;
}

function tell(next: ReadonlyMap<string, Draft>): void {
  drafts = next;
  for (const listener of listeners) listener();
}
const readAgain = () => tell(read());
addEventListener('storage', readAgain);
draftsChanged.addEventListener('changed', readAgain);

export const draftOf = (key: string): Draft | undefined => drafts.get(key);
export const draftsOf = (account: string): Draft[] => [...drafts.values()].filter((draft) => draft.account === account);

/** Keeps a draft, on the device as far as it lets; in any case as long as the page is open. */
export function keepDraft(draft: Omit<Draft, 'at'>): Draft {
  const key = draftKey(draft.account, draft.colony);
  const next = { ...draft, at: (stamp = Math.max(Date.now(), stamp + 1)) };
  try {
    localStorage.setItem(key, JSON.stringify(next));
    kept = true;
  } catch {
    kept = false;
  }
  tell(new Map(drafts).set(key, next));
  return next;
}

export function dropDraft(key: string): void {
  if (kept) localStorage.removeItem(key);
  const next = new Map(drafts);
  next.delete(key);
  tell(next);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** All drafts, by key; whether the device keeps them. */
export function useDrafts(): { drafts: ReadonlyMap<string, Draft>; kept: boolean } {
  return { drafts: useSyncExternalStore(subscribe, () => drafts), kept };
}
