import { hasLeft, type LifeStatusWord, type STATUSES_WITHOUT_HIVE } from '../i18n/words.js';

/** What was seen at a colony besides its traits. */
export interface Inspection {
  /** Day of the inspection, YYYY-MM-DD. */
  day: string;
  isSeen: boolean;
  note: string;
  outcome: 'kept' | 'gone' | 'replaced';
  /** Her status from now on, unless the colony is kept. */
  status: (typeof STATUSES_WITHOUT_HIVE)[number];
  /** The queen that heads the hive from now on, if she is replaced. */
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

/** Whether an inspection is empty, so there is nothing to save. */
export const isBlank = ({ isSeen, note, outcome }: Inspection): boolean =>
  !isSeen && note.trim() === '' && outcome === 'kept';

/** A queen and her hive as the server has them now. */
export interface Present {
  status: LifeStatusWord | null;
  /** The hive that she heads. */
  hive: { id: string; name: string; apiary: string | null } | null;
  /** The queen of the hive that was inspected. */
  headedBy: { id: string; name: string } | null;
  isHiveDeleted?: boolean;
}

interface Place {
  queenId: string;
  /** The inspected hive, if known. */
  hiveId: string | null;
}

/**
 * Whether others recorded a move or another status meanwhile, which a write would overwrite. Notes are added, so they
 * never conflict.
 * @param successorId the queen that heads the hive from now on, if she exists already
 */
export function isOverruled(
  { outcome, status }: Inspection,
  { queenId, hiveId }: Place,
  now: Present,
  successorId: string | null,
): boolean {
  if (outcome === 'kept') return false;
  const headedBy = now.headedBy?.id ?? null;
  // An earlier attempt may have written her status, and may have put the new queen into the hive.
  if (now.status === status) return now.hive !== null || (headedBy !== null && headedBy !== successorId);
  const isAtPlace = (now.hive?.id ?? null) === hiveId && headedBy === (hiveId === null ? null : queenId);
  return hasLeft(now.status) || !isAtPlace;
}

/** Whether two states agree in all that an inspection changes. */
export const isSamePresent = (a: Present, b: Present): boolean =>
  a.status === b.status && a.hive?.id === b.hive?.id && a.headedBy?.id === b.headedBy?.id;

/**
 * Adds a line to the notes of a queen.
 * @param earlier lines that earlier attempts added before the note was changed; the new line replaces them
 * @returns the notes; null if nothing changes
 */
export function withLine(notes: string | null, line: string, earlier: readonly string[] = []): string | null {
  if (line === '') return null;
  let left = `\n${notes ?? ''}\n`;
  for (const one of earlier) if (one !== line) left = left.replace(`\n${one}\n`, '\n');
  const others = left.slice(1, -1);
  const next = left.includes(`\n${line}\n`) ? others : others ? `${others}\n${line}` : line;
  return next === (notes ?? '') ? null : next;
}
