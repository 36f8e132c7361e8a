import type { PickedQueen } from '../ui/queen-picker.js';
import { DraftStore, type Unsaved } from './draft-store.js';
import { DRAFT_PREFIX } from './drafts.js';
import type { Entries, EntryField } from './entries.js';
import type { Colony, Evaluation } from './evaluation-data.js';

export type PlacedColony = Colony & { apiaryId: string };

/** An evaluation that was entered on this device and is not saved on the server. */
export interface Draft extends Unsaved {
  colony: PlacedColony;
  queen: PickedQueen;
  hive: string | null;
  entries: Entries;
  /** The stored evaluation when the user started to enter values. */
  base: Evaluation | null;
  /** Present if another user has recorded conflicting values: that evaluation, and the conflicting fields. */
  changed?: { theirs: Evaluation | null; fields: readonly EntryField[] };
}

type Place = Pick<PlacedColony, 'queenId' | 'year' | 'apiaryId'>;
const keyOf = (account: string, { apiaryId, year, queenId }: Place): string =>
  `${account}:${apiaryId}:${year}:${queenId}`;

export const draftKey = (account: string, place: Place): string => `${DRAFT_PREFIX}evaluation:${keyOf(account, place)}`;

export const evaluationDrafts = await DraftStore.open<Draft>('evaluation', ({ account, colony }) =>
  keyOf(account, colony),
);
