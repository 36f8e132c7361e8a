import { decimalMark } from '../i18n/decimal-mark.js';
import { TRAITS, type Trait } from '../i18n/traits.js';

/** Input of an evaluation by the server's names. */
export const ENTRY_FIELDS = [...TRAITS, 'evaluatedOn', 'evaluator'] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];
/** The text in the fields; empty means unknown. */
export type Entries = Record<EntryField, string>;
/** As the server returns it. */
export type Stored = Record<Trait, number | null> & { evaluatedOn: string | null; evaluator: string | null };
export type Known = Stored[EntryField];

export const SCORES = ['gentleness', 'combBehavior', 'nonSwarming', 'vigor', 'wintering'] as const satisfies Trait[];
export type Score = (typeof SCORES)[number];

const isText = (field: EntryField): field is 'evaluatedOn' | 'evaluator' =>
  field === 'evaluatedOn' || field === 'evaluator';

const each = <Value>(value: (field: EntryField) => Value): Record<EntryField, Value> =>
  Object.fromEntries(ENTRY_FIELDS.map((field) => [field, value(field)])) as Record<EntryField, Value>;

export const NOTHING: Entries = each(() => '');

/** The stored values as text of the fields. */
export function writtenOut(stored: Stored): Entries {
  const mark = decimalMark();
  return each((field) => (isText(field) ? (stored[field] ?? '') : String(stored[field] ?? '').replace('.', mark)));
}

/**
 * The value of a field for the server: a number with comma or point, a text without outer blanks, null if empty.
 * Invalid numbers are sent unchanged, so that the server reports them.
 */
export function entered(entries: Entries, field: EntryField): Known {
  const text = entries[field].trim();
  if (text === '') return null;
  if (isText(field)) return text;
  const number = Number(text.replace(',', '.'));
  // JSON has no infinity.
  return Number.isFinite(number) ? number : text;
}

export const hasTrait = (entries: Entries): boolean => TRAITS.some((trait) => entered(entries, trait) !== null);

export interface Merged {
  /** Values to write. */
  input: Partial<Stored>;
  /** Fields that both sides changed to different values. */
  conflicts: EntryField[];
}

/**
 * Merges the user's input with concurrent changes: a field that only one side changed gets that value.
 * @param base stored values when entering began
 * @param theirs values stored now
 */
export function merge(entries: Entries, base: Stored | null, theirs: Stored | null): Merged {
  const merged: Merged = { input: {}, conflicts: [] };
  for (const field of ENTRY_FIELDS) {
    const [mine, was, now] = [entered(entries, field), base?.[field] ?? null, theirs?.[field] ?? null];
    if (mine === now || mine === was) continue;
    // Date and evaluator never conflict: those of the later record are kept.
    if (now !== was && !isText(field)) merged.conflicts.push(field);
    else Object.assign(merged.input, { [field]: mine });
  }
  return merged;
}

/**
 * The new contents of the fields after concurrent changes: the user's input in fields that the user changed, otherwise
 * the stored values.
 * @param leftToThem changed fields in which the user has chosen the stored values
 */
export function rebase(
  entries: Entries,
  base: Stored | null,
  theirs: Stored,
  leftToThem: readonly EntryField[] = [],
): Entries {
  const written = writtenOut(theirs);
  return each((field) => {
    const untouched = entered(entries, field) === (base?.[field] ?? null);
    return untouched || leftToThem.includes(field) ? written[field] : entries[field];
  });
}
