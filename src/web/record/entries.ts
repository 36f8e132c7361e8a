import { decimalMark } from '../i18n/decimal-mark.js';
import { TRAITS, type Trait } from '../i18n/traits.js';

/** The input fields of an evaluation, by their names in GraphQL. */
export const ENTRY_FIELDS = [...TRAITS, 'evaluatedOn', 'evaluator'] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];
/** The texts in the fields. An empty text means unknown. */
export type Entries = Record<EntryField, string>;
/** The stored values, as the server returns them. */
export type Stored = Record<Trait, number | null> & { evaluatedOn: string | null; evaluator: string | null };
export type Known = Stored[EntryField];

const isText = (field: EntryField): field is 'evaluatedOn' | 'evaluator' =>
  field === 'evaluatedOn' || field === 'evaluator';

const each = <Value>(value: (field: EntryField) => Value): Record<EntryField, Value> =>
  Object.fromEntries(ENTRY_FIELDS.map((field) => [field, value(field)])) as Record<EntryField, Value>;

export const NOTHING: Entries = each(() => '');

/** Converts stored values to the texts of the fields. */
export function textsOf(stored: Stored): Entries {
  const mark = decimalMark();
  return each((field) => (isText(field) ? (stored[field] ?? '') : String(stored[field] ?? '').replace('.', mark)));
}

/**
 * Converts the text of a field to the value for the server: a number, a trimmed text, or null if empty. An invalid
 * number is sent as text, so that the server reports it.
 */
export function entered(entries: Entries, field: EntryField): Known {
  const text = entries[field].trim();
  if (text === '') return null;
  if (isText(field)) return text;
  const number = Number(text.replace(',', '.'));
  // JSON cannot represent infinity.
  return Number.isFinite(number) ? number : text;
}

export const hasTrait = (entries: Entries): boolean => TRAITS.some((trait) => entered(entries, trait) !== null);

export interface Merged {
  input: Partial<Stored>;
  /** The traits that both sides changed to different values. */
  conflicts: EntryField[];
}

/**
 * Merges the user's input with concurrent changes. If only one side has changed a field, the field gets the value of
 * that side.
 * @param base stored values when the user started to enter values
 * @param theirs values that are stored now
 */
export function merge(entries: Entries, base: Stored | null, theirs: Stored | null): Merged {
  const merged: Merged = { input: {}, conflicts: [] };
  for (const field of ENTRY_FIELDS) {
    const [mine, was, now] = [entered(entries, field), base?.[field] ?? null, theirs?.[field] ?? null];
    if (mine === now || mine === was) continue;
    // Date and evaluator never conflict: the last write determines these fields.
    if (now !== was && !isText(field)) merged.conflicts.push(field);
    else Object.assign(merged.input, { [field]: mine });
  }
  return merged;
}

/**
 * Returns the new texts of the fields after concurrent changes: the user's input in fields that the user has changed,
 * otherwise the stored values.
 * @param theirFields changed fields for which the user has chosen the stored values
 */
export function rebase(
  entries: Entries,
  base: Stored | null,
  theirs: Stored,
  theirFields: readonly EntryField[] = [],
): Entries {
  const written = textsOf(theirs);
  return each((field) => {
    const untouched = entered(entries, field) === (base?.[field] ?? null);
    return untouched || theirFields.includes(field) ? written[field] : entries[field];
  });
}
