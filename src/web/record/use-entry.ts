import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../data/session.js';
import { ENTRY_FIELDS, NOTHING, textsOf, type Entries, type EntryField } from './entries.js';
import { draftKey, evaluationDrafts } from './evaluation-drafts.js';
import { remembered } from './remembered.js';
import type { Season } from './season-data.js';
import type { Place } from './season-list.js';
import { today } from './years.js';

/**
 * Returns the initial values of a new evaluation: the date of today, if today is in `year`, and the last evaluator or,
 * without one, the user.
 */
export function useDefaults(year: number): Entries {
  const { data: account } = useQuery(sessionQuery);
  const evaluator = (account && remembered(account.id).evaluator) ?? account?.name ?? '';
  return { ...NOTHING, evaluator, evaluatedOn: dayIn(String(year)) };
}

/** Returns the prefilled date of a season: today, if today is in that year. */
export const dayIn = (year: string): string => (today().startsWith(`${year}-`) ? today() : '');

export const isSameEntries = (a: Entries, b: Entries): boolean => ENTRY_FIELDS.every((field) => a[field] === b[field]);

interface Entry {
  entries: Entries;
  change: (field: EntryField, value: string) => void;
}

/**
 * Returns the values of a queen's fields: those of her draft, otherwise those of her evaluation. Stores each change on
 * the device at once.
 */
export function useEntry(account: string, { apiary, year }: Season, { queen, hive, stored, draft }: Place): Entry {
  const defaults = useDefaults(year);
  const entries = draft?.entries ?? (stored ? textsOf(stored) : defaults);
  function change(field: EntryField, value: string): void {
    const next = { ...entries, [field]: value };
    const base = draft ? draft.base : stored;
    const colony = { apiaryId: apiary.id, year, queenId: queen.id, hiveId: hive?.id ?? null };
    // If the user restores the stored values, there is nothing to save. Compares texts instead of numbers, because the
    // user may extend "18." to "18.5".
    if (base && isSameEntries(next, textsOf(base))) return evaluationDrafts.remove(draftKey(account, colony));
    evaluationDrafts.put({ account, colony, queen, hive: hive?.name ?? null, entries: next, base, state: 'open' });
  }
  return { entries, change };
}
