import type { PickedQueen } from '../ui/queen-picker.js';
import { DraftStore, type Unsaved } from './draft-store.js';
import { DRAFT_PREFIX } from './drafts.js';
import type { PlacedColony } from './evaluation-drafts.js';
import type { Inspection, Present } from './inspection.js';

/** The request body that creates a new queen with REST. */
export interface QueenBody {
  generation: 'F0' | 'F1';
  queen_name: string | null;
  external_id: string | null;
  mother_id: string | null;
}

/** An inspection that was entered on this device and is not saved on the server. */
export interface InspectionDraft extends Unsaved {
  colony: PlacedColony;
  queen: PickedQueen;
  hive: string | null;
  inspection: Inspection;
  /** The line to add to the notes of the queen, in the language of the page when the user saved the inspection. */
  line: string;
  /**
   * The idempotency key of the request that creates the new queen. A repeated request does not create a second queen.
   */
  creationKey: string;
  /** The last request body for the new queen, and her id once the server has returned it. */
  created?: { as: QueenBody; id?: string };
  /** Lines that earlier attempts may have added to the notes of the queen. */
  sentLines?: readonly string[];
  /** The state on the server, if it conflicts with the inspection. */
  changed?: Present;
  /** The state on the server that the user has decided to overwrite. */
  overwritten?: Present;
}

const keyOf = (account: string, { apiaryId, queenId }: Pick<PlacedColony, 'apiaryId' | 'queenId'>): string =>
  `${account}:${apiaryId}:${queenId}`;

export const inspectionKey = (account: string, colony: Pick<PlacedColony, 'apiaryId' | 'queenId'>): string =>
  `${DRAFT_PREFIX}inspection:${keyOf(account, colony)}`;

export const inspectionDrafts = await DraftStore.open<InspectionDraft>('inspection', ({ account, colony }) =>
  keyOf(account, colony),
);
