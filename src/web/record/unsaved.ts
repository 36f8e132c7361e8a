import { useDrafts } from './draft-store.js';
import { evaluationDrafts, type Draft } from './evaluation-drafts.js';
import { inspectionDrafts, type InspectionDraft } from './inspection-drafts.js';

/** All that was recorded on this device for an account and is not saved yet, and whether the device stores it. */
export function useUnsaved(account: string): { unsaved: (Draft | InspectionDraft)[]; kept: boolean } {
  const stores = [useDrafts(evaluationDrafts), useDrafts(inspectionDrafts)];
  return {
    unsaved: stores.flatMap(({ drafts }) => [...drafts.values()]).filter((draft) => draft.account === account),
    kept: stores.every(({ kept }) => kept),
  };
}

const BY_URGENCY = ['refused', 'waiting', 'open'] as const;

/** The state to show of several drafts: a rejected one first, then one that is not sent. */
export const mostUrgent = (
  drafts: readonly (Draft | InspectionDraft | undefined)[],
): Draft | InspectionDraft | undefined =>
  BY_URGENCY.flatMap((state) => drafts.find((draft) => draft?.state === state) ?? [])[0];
