import type { PickedQueen } from '../ui/queen-picker.js';
import { DraftStore, type Unsaved } from './draft-store.js';
import { DRAFT_PREFIX } from './drafts.js';
import type { Entries, EntryField } from './entries.js';
import type { Colony, Evaluation } from './evaluation-data.js';

/** A colony at an apiary. */
export type PlacedColony = Colony & { apiaryId: string };

/** An evaluation that was entered on this device and is not saved yet. */
export interface Draft extends Unsaved {
  colony: PlacedColony;
  queen: PickedQueen;
  hive: string | null;
  entries: Entries;
  /** The stored values when entering began. */
  base: Evaluation | null;
  /** Set if others recorded conflicting values meanwhile: their values, and the conflicting fields. */
  changed?: { theirs: Evaluation | null; fields: readonly EntryField[] };
}

type Place = Pick<PlacedColony, 'queenId' | 'year' | 'apiaryId'>;
const keyOf = (account: string, { apiaryId, year, queenId }: Place): string =>
  `${account}:${apiaryId}:${year}:${queenId}`;

export const draftKey = (account: string, place: Place): string => `${DRAFT_PREFIX}evaluation:${keyOf(account, place)}`;

export const evaluationDrafts = await DraftStore.open<Draft>('evaluation', ({ account, colony }) =>
  keyOf(account, colony),
);
