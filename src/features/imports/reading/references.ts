import type { Draft, ReferenceKind } from './draft.js';
import { QUEEN_RULES } from '../../queens/queen.checks.js';
import { cell, Fault } from './values.js';

export const nameText = cell(QUEEN_RULES.name);
export const identifierText = cell(QUEEN_RULES.externalId);

/** A studbook number has the parts country-association-breeder-number-year. Older numbers have no association. */
const STUDBOOK_NUMBER = /^[A-Z]{2}(-[0-9A-Za-z]+){2,5}$/;
/** A studbook number in other spellings: lower case, other dashes, blanks around dashes. */
const LOOSE_STUDBOOK_NUMBER = /^[a-z]{2}( ?[-\u2010-\u2015\u2212] ?[0-9a-z]{1,20}){2,5}$/i;

function kindOf(reference: string): ReferenceKind {
  const isNumber =
    STUDBOOK_NUMBER.test(reference) ||
    (reference.length <= 100 && LOOSE_STUDBOOK_NUMBER.test(reference) && /\d$/.test(reference));
  return isNumber ? 'identifier' : 'name';
}

export type Relative = 'mother' | 'father' | 'mated_to';

/** Stores a dam, sire or mate. If `kind` is absent, the form of the reference determines it. */
export function setRelative(
  draft: Draft,
  relative: Relative,
  reference: string,
  kind = kindOf(reference),
): Fault | undefined {
  const checked = kind === 'identifier' ? identifierText(reference) : nameText(reference);
  if (checked instanceof Fault) return checked;
  draft[relative] = checked;
  draft[`${relative}_kind`] = kind;
  return undefined;
}
