import { i18n } from '@lingui/core';
import { TRAITS, type Trait } from '../i18n/traits.js';

/** What is entered of an evaluation, by the names of the server's input. */
export const ENTRY_FIELDS = [...TRAITS, 'evaluatedOn', 'evaluator'] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];
/** The text in the fields; empty means unknown. */
export type Entries = Record<EntryField, string>;
/** As the server has it. */
export type Stored = Record<Trait, number | null> & { evaluatedOn: string | null; evaluator: string | null };
export type Known = Stored[EntryField];

export const SCORES = ['gentleness', 'combBehavior', 'nonSwarming', 'vigor', 'wintering'] as const satisfies Trait[];
export type Score = (typeof SCORES)[number];

const isText = (field: EntryField): field is 'evaluatedOn' | 'evaluator' =>
  field === 'evaluatedOn' || field === 'evaluator';

const each = <Value>(value: (field: EntryField) => Value): Record<EntryField, Value> =>
  Object.fromEntries(ENTRY_FIELDS.map((field) => [field, value(field)])) as Record<EntryField, Value>;

export const NOTHING: Entries = each(() => '');

/** The mark before decimals, in the language of the page. */
const decimalMark = (): string =>
  new Intl.NumberFormat(i18n.locale || 'en').formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** What is stored, as it is written in the fields. */
export function writtenOut(stored: Stored): Entries {
  const mark = decimalMark();
  return each((field) => (isText(field) ? (stored[field] ?? '') : String(stored[field] ?? '').replace('.', mark)));
}

/**
 * What was entered in a field, for the server: a number with comma or point, a text without blanks around it, null for
 * nothing. What is no number is passed on as it is, for the server to say so.
 */
export function entered(entries: Entries, field: EntryField): Known {
  const text = entries[field].trim();
  if (text === '') return null;
  if (isText(field)) return text;
  const number = Number(text.replace(',', '.'));
  // JSON has no infinity: it would be lost on the way.
  return Number.isFinite(number) ? number : text;
}

export const hasTrait = (entries: Entries): boolean => TRAITS.some((trait) => entered(entries, trait) !== null);

export interface Merged {
  /** What is to be written. */
  input: Partial<Stored>;
  /** What both have changed, each to something else. */
  conflicts: EntryField[];
}

/**
 * Brings together what was entered here and what was written elsewhere meanwhile: whoever alone changed a field is right.
 * @param base what was stored when entering began
 * @param theirs what is stored now
 */
export function merge(entries: Entries, base: Stored | null, theirs: Stored | null): Merged {
  const merged: Merged = { input: {}, conflicts: [] };
  for (const field of ENTRY_FIELDS) {
    const [mine, was, now] = [entered(entries, field), base?.[field] ?? null, theirs?.[field] ?? null];
    if (mine === now || mine === was) continue;
    // Day and evaluator go with the values: of two records those of the later one are kept.
    if (now !== was && !isText(field)) merged.conflicts.push(field);
    else Object.assign(merged.input, { [field]: mine });
  }
  return merged;
}

/**
 * What stands in the fields from now on, where others wrote meanwhile: one's own where one has entered anything, theirs
 * elsewhere, and in the fields that are left to them.
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
