import { useDrafts } from './draft-store.js';
import { evaluationDrafts, type Draft } from './evaluation-drafts.js';
import { inspectionDrafts, type InspectionDraft } from './inspection-drafts.js';

/**
 * Returns all drafts (unsaved evaluations and inspections) of an account on this device, and whether the device stores
 * drafts.
 */
export function useUnsaved(account: string): { unsaved: (Draft | InspectionDraft)[]; isStored: boolean } {
  const stores = [useDrafts(evaluationDrafts), useDrafts(inspectionDrafts)];
  return {
    unsaved: stores.flatMap(({ drafts }) => [...drafts.values()]).filter((draft) => draft.account === account),
    isStored: stores.every(({ isStored }) => isStored),
  };
}

const BY_URGENCY = ['refused', 'waiting', 'open'] as const;

/** Returns the draft whose state is shown: a rejected draft, otherwise a waiting draft, otherwise an open draft. */
export const mostUrgent = (
  drafts: readonly (Draft | InspectionDraft | undefined)[],
): Draft | InspectionDraft | undefined =>
  BY_URGENCY.flatMap((state) => drafts.find((draft) => draft?.state === state) ?? [])[0];
