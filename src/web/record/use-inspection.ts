import { blankInspection, isBlank, type Inspection } from './inspection.js';
import { inspectionDrafts } from './inspection-drafts.js';
import type { Season } from './season-data.js';
import type { Place } from './season-list.js';
import { today } from './years.js';

/** Returns the inspection of a queen's colony. Stores each change on the device at once. */
export function useInspection(account: string, { apiary, year }: Season, { queen, hive, inspection: draft }: Place) {
  const inspection = draft?.inspection ?? blankInspection(today());
  // The draft refers to the inspected hive, even if another user moves the queen.
  const colony = draft?.colony ?? { apiaryId: apiary.id, year, queenId: queen.id, hiveId: hive?.id ?? null };
  const rest = { account, colony, queen, hive: draft ? draft.hive : (hive?.name ?? null) };
  function change(part: Partial<Inspection>): void {
    const next = { ...inspection, ...part };
    const { creationKey = crypto.randomUUID(), created, sentLines, overwritten } = draft ?? {};
    const progress = { creationKey, created, sentLines, overwritten };
    const changed = { ...rest, ...progress, inspection: next, line: '', state: 'open' } as const;
    if (isBlank(next)) inspectionDrafts.remove(inspectionDrafts.keyOf(changed));
    else inspectionDrafts.put(changed);
  }
  return { inspection, hasHive: colony.hiveId !== null, change };
}
