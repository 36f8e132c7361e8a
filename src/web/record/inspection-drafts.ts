import type { PickedQueen } from '../ui/queen-picker.js';
import { DraftStore, type Unsaved } from './draft-store.js';
import { DRAFT_PREFIX } from './drafts.js';
import type { PlacedColony } from './evaluation-drafts.js';
import type { Inspection, Present } from './inspection.js';

/** A new queen for the REST interface. */
export interface QueenBody {
  generation: 'F0' | 'F1';
  queen_name: string | null;
  external_id: string | null;
  mother_id: string | null;
}

/** An inspection that was entered on this device and is not saved yet. */
export interface InspectionDraft extends Unsaved {
  colony: PlacedColony;
  queen: PickedQueen;
  hive: string | null;
  inspection: Inspection;
  /** What is added to her notes, in the language of the page when it was saved. */
  line: string;
  /** Key of the request that creates the new queen, so that a repeated request creates no second one. */
  creationKey: string;
  /** The new queen as she was sent last, and her id once the server has returned it. */
  created?: { as: QueenBody; id?: string };
  /** Lines that earlier attempts may have added to her notes. */
  sentLines?: readonly string[];
  /** What others recorded meanwhile. */
  changed?: Present;
  /** The state on the server that the user decided to overwrite. */
  overwritten?: Present;
}

const keyOf = (account: string, { apiaryId, queenId }: Pick<PlacedColony, 'apiaryId' | 'queenId'>): string =>
  `${account}:${apiaryId}:${queenId}`;

export const inspectionKey = (account: string, colony: Pick<PlacedColony, 'apiaryId' | 'queenId'>): string =>
  `${DRAFT_PREFIX}inspection:${keyOf(account, colony)}`;

export const inspectionDrafts = await DraftStore.open<InspectionDraft>('inspection', ({ account, colony }) =>
  keyOf(account, colony),
);
