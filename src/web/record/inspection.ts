import { hasLeft, type LifeStatusWord, type STATUSES_WITHOUT_HIVE } from '../i18n/words.js';

/** The observations at a colony besides its traits. */
export interface Inspection {
  /** The day of the inspection, YYYY-MM-DD. */
  day: string;
  isSeen: boolean;
  note: string;
  outcome: 'kept' | 'gone' | 'replaced';
  /** The new status of the queen, unless `outcome` is `kept`. */
  status: (typeof STATUSES_WITHOUT_HIVE)[number];
  /** The kind of the new queen, if `outcome` is `replaced`. */
  successor: 'unknown' | 'new' | 'known';
  newQueen: { name: string; externalId: string; isDaughter: boolean };
  known: { id: string; name: string; externalId: string | null; dateOfBirth: string | null } | null;
}

export const blankInspection = (day: string): Inspection => ({
  day,
  isSeen: false,
  note: '',
  outcome: 'kept',
  status: 'lost',
  successor: 'unknown',
  newQueen: { name: '', externalId: '', isDaughter: true },
  known: null,
});

/** Whether an inspection is empty, so that there is nothing to save. */
export const isBlank = ({ isSeen, note, outcome }: Inspection): boolean =>
  !isSeen && note.trim() === '' && outcome === 'kept';

/** The present state of a queen and her hive on the server. */
export interface Present {
  status: LifeStatusWord | null;
  hive: { id: string; name: string; apiary: string | null } | null;
  /** The queen that heads the inspected hive. */
  headedBy: { id: string; name: string } | null;
  isHiveDeleted?: boolean;
}

interface Place {
  queenId: string;
  hiveId: string | null;
}

/**
 * Whether saving the inspection would overwrite a change of another user: the status or the hive of the queen, or the
 * queen of the hive. Notes never conflict, because they are appended.
 * @param successorId the replacing queen, if she exists on the server
 */
export function hasConflict(
  { outcome, status }: Inspection,
  { queenId, hiveId }: Place,
  now: Present,
  successorId: string | null,
): boolean {
  if (outcome === 'kept') return false;
  const headedBy = now.headedBy?.id ?? null;
  // An earlier attempt may have written the status and put the new queen into the hive. This is no conflict.
  if (now.status === status) return now.hive !== null || (headedBy !== null && headedBy !== successorId);
  const isAtPlace = (now.hive?.id ?? null) === hiveId && headedBy === (hiveId === null ? null : queenId);
  return hasLeft(now.status) || !isAtPlace;
}

/** Whether two states are equal in all data that an inspection changes. */
export const isSamePresent = (a: Present, b: Present): boolean =>
  a.status === b.status && a.hive?.id === b.hive?.id && a.headedBy?.id === b.headedBy?.id;

/**
 * Adds a line to the notes of a queen.
 * @param earlier lines that earlier attempts have added; the new line replaces them
 * @returns the new notes; null if they do not change
 */
export function addLine(notes: string | null, line: string, earlier: readonly string[] = []): string | null {
  if (line === '') return null;
  let left = `\n${notes ?? ''}\n`;
  for (const one of earlier) if (one !== line) left = left.replace(`\n${one}\n`, '\n');
  const others = left.slice(1, -1);
  const next = left.includes(`\n${line}\n`) ? others : others ? `${others}\n${line}` : line;
  return next === (notes ?? '') ? null : next;
}
