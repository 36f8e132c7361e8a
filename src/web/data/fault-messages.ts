import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { isGiven, textParams, type Message, type Params, type TextParams } from './fault-params.js';
import { IMPORT_FAULTS } from './import-fault-messages.js';

/** An error of a field, in the format of the service. */
export interface FieldError {
  path: string;
  message: string;
  code?: string;
  params?: Params;
}

function range({ least, most, unit }: TextParams): string {
  const unitWord = unit === 'degrees' ? t`degrees` : unit;
  if (isGiven(least) && isGiven(most)) {
    return isGiven(unitWord) ? t`a number from ${least} to ${most} ${unitWord}` : t`a number from ${least} to ${most}`;
  }
  if (isGiven(least)) return t`a number above ${least}`;
  return isGiven(most) ? t`a number of at most ${most}` : t`a number`;
}

/** Descriptions of valid values, by `kind` of `must_be`. */
export const EXPECTED: Readonly<Record<string, Message>> = {
  number: range,
  whole_number: ({ least, most }) => (isGiven(least) ? t`a whole number from ${least} to ${most}` : t`a whole number`),
  score: () => t`a number from 1 to 4 in steps of 0.5`,
  text: () => t`text`,
  one_of: ({ allowed: list }) => t`one of ${list}`,
  words: () => t`a word that Queenbook knows for this column`,
  country: () => t`a country code of two letters`,
  id: () => t`a record in your account`,
  date: () => t`a date such as 2023-12-31`,
  date_or_year: () => t`a date such as 2023-12-31, or a year alone such as 2023`,
  date_between: ({ least, most }) => t`a date from ${least} to ${most}`,
  not_after: ({ most }) => t`no later than ${most}`,
  email: () => t`an e-mail address`,
  identifiers: () => t`a list of identifiers`,
  plain_number: () => t`a number without thousands separators`,
  reliability: () => t`a reliability from 0 to 1 or from 0 to 100 %`,
};

/** Formats a date in the user's language. A year or a month alone is returned unchanged. */
const dayOf = (date: string | number): string =>
  /^\d{4}-\d\d-\d\d$/.test(String(date))
    ? i18n.date(String(date), { dateStyle: 'medium', timeZone: 'UTC' })
    : String(date);

const LINK_NAMES: Readonly<Record<string, () => string>> = {
  motherId: () => t`dam`,
  fatherId: () => t`sire`,
  matedToId: () => t`mate`,
};
const linkName = (link = ''): string => LINK_NAMES[link]?.() ?? link;

const RINGS: Readonly<Record<string, Message>> = {
  ancestor: ({ queen, other }) =>
    queen === other
      ? t`${queen} would be her own dam or sire`
      : t`${queen} would be her own ancestor, through ${other}`,
  mating: ({ queen, other }) =>
    t`daughters of ${queen} would be their own ancestors: according to other matings, ${other} or her daughters descend from daughters of ${queen}`,
  birth: ({ queen, other }) =>
    t`${queen} would be her own ancestor: according to the known matings, daughters of ${other} descend from ${queen}`,
};

/**
 * Messages for the codes in `FAULT_CODES` of the service, except those about files. A message is shown after the name
 * of its field.
 */
export const FAULTS: Readonly<Record<string, Message>> = {
  invalid_value: ({ reason }) => (isGiven(reason) ? t`is not valid: ${reason}` : t`is not valid`),
  must_be: (params) => {
    const expected = EXPECTED[String(params.kind)]?.(params) ?? params.expected;
    const { given } = params;
    return isGiven(given) ? t`must be ${expected}, not ${given}` : t`must be ${expected}`;
  },
  required: () => t`is required`,
  too_long: ({ most, length }) =>
    isGiven(length) ? t`must have at most ${most} characters, not ${length}` : t`must have at most ${most} characters`,
  wrong_length: ({ least, most, length }) =>
    isGiven(length)
      ? t`must have ${least} to ${most} characters, not ${length}`
      : t`must have ${least} to ${most} characters`,
  blank: () => t`must not be blank`,
  control_characters: () => t`must not contain control characters`,
  unstorable_characters: () => t`contains characters that cannot be stored`,
  no_such_day: ({ given }) => t`is a day that does not exist: "${given}"`,
  unknown_id: ({ given }) => t`"${given}" is not a record in your account`,

  no_name_or_identifier: () => t`is required: a queen needs a name or an external identifier`,
  name_taken: ({ given }) =>
    t`"${given}" is the name of another queen without an identifier: give one of them an identifier`,
  identifier_taken: ({ given }) => t`the identifier "${given}" already belongs to another queen`,
  f1_without_mother: ({ queen }) =>
    isGiven(queen) ? t`is missing: the F1 queen ${queen} needs a dam` : t`is missing: an F1 queen needs a dam`,
  mother_is_f1: ({ mother }) => t`${mother} is an F1 queen herself: the dam of an F1 queen must be an F0 queen`,
  mates_with_herself: () => t`must be a different queen: a queen cannot mate with herself`,
  father_is_mate: ({ mate }) =>
    t`cannot be removed: the sire follows from the mating of the dam with "${mate}". Change the mating of the dam instead`,
  father_contradicts_mating: ({ father, mate }) =>
    t`contradicts the mating of the dam: the sire would be "${father}", but the dam is mated to "${mate}"`,
  parent_born_after: ({ parent, parent_born: parentBorn, daughter, born }) => {
    const [birth, daughterBirth] = [dayOf(parentBorn), dayOf(born)];
    return t`${parent} (born: ${birth}) is younger than her daughter ${daughter} (born: ${daughterBirth})`;
  },
  pedigree_ring: (params) => RINGS[String(params.kind)]?.(params) ?? t`contradicts the pedigree`,

  same_record: () => t`must be a different record from the remaining record`,
  records_related: ({ link, queen, other }) => {
    const relation = linkName(String(link));
    return t`"${other}" is recorded as ${relation} of "${queen}": they cannot be the same queen`;
  },
  records_differ_in_parent: ({ kept, other }) =>
    t`the records name two queens, "${kept}" and "${other}". If these two are the same queen, merge their records first`,
  records_differ_in_birth: ({ kept, other }) => t`is "${kept}" in one record, but "${other}" in the other record`,
  too_many_identifiers: ({ count, most }) =>
    t`the merged record would have ${count} further identifiers, but a queen can have at most ${most}`,
  records_share_evaluation: ({ year }) =>
    isGiven(year)
      ? t`both records have an evaluation of ${year}: delete one of the two evaluations first`
      : t`both records have an evaluation of the same year and apiary`,
  records_head_two_hives: ({ hives: list }) =>
    isGiven(list)
      ? t`the two records head two hives (${list}), but a queen can head only one`
      : t`the two records head two hives, but a queen can head only one`,
  records_differ_in_life: () => t`is sold, dead or lost in one record, but the queen heads a hive in the other record`,

  no_trait_value: () => t`needs a value of at least one trait`,
  hyg_order: ({ hyg6h, hyg24h }) => t`must not be below the cells cleaned after 6 hours (${hyg6h}), but is ${hyg24h}`,
  evaluation_taken: ({ year, apiary_id: apiaryId }) =>
    isGiven(apiaryId)
      ? t`cannot be used: the queen already has an evaluation of ${year} at this apiary`
      : t`cannot be used: the queen already has an evaluation of ${year} without an apiary`,
  apiary_name_taken: ({ given }) => t`"${given}" is the name of another apiary`,
  hive_name_taken: ({ given }) => t`"${given}" is the name of another hive at this apiary`,
  hive_head_taken: () => t`already heads another hive; a queen can head only one`,
  not_living: () => t`must be a queen who is not sold, dead or lost`,
  in_use: ({ count }) =>
    typeof count === 'number'
      ? plural(count, { one: '# other record refers to it', other: '# other records refer to it' })
      : t`other records refer to it`,

  too_many_runs: ({ most }) => t`${most} runs are waiting or running: wait until one of them has ended, or cancel one`,
  run_of_import: () => t`came with an import: undo the import to remove it`,
  covariance_too_large: () =>
    t`must have an absolute value below the square root of (variance of workers × variance of queens)`,
  queen_variance_zero: () => t`must give every trait a variance of queens above 0; only the animal model allows 0`,
  no_weight: () => t`must give at least one trait a weight other than 0`,
  too_many_pairs: ({ pairs, most }) =>
    t`form ${pairs} pairs with the candidates, but a plan can have at most ${most} pairs: choose fewer queens`,
  same_queen: () => t`must not be the queen to be mated`,
  listed_twice: () => t`is in the list twice`,

  changed_since: () => t`was changed in the meantime: check it again first`,

  too_few_characters: ({ least }) => t`must have ${least} characters or more`,
  wrong_password: () => t`is not the current password`,
  email_taken: () => t`already has an account`,
  link_invalid: () => t`is unknown, has been used or is older than 24 hours`,
  too_many_views: ({ most }) => t`An account can have at most ${most} saved views: delete one first`,
  too_many_addresses: ({ most, count }) => t`must have at most ${most} entries, not ${count}`,
  address_invalid: () => t`must be an IPv4 or IPv6 address, or a CIDR subnet such as 10.0.0.0/8`,
  address_zone: () => t`must be an IPv6 address without a zone`,
  address_prefix: ({ least, most }) =>
    t`must have one prefix length from ${least} to ${most} after the address, such as /${most}`,
  address_ipv4: () => t`must be an IPv4 address of four decimal parts from 0 to 255, without leading zeros`,
  key_rotated: () => t`This key has been replaced already. Replace its successor.`,
};

/**
 * Returns the fault with a message in the language of the interface. If the code is unknown, the English message of the
 * server remains.
 */
export function translate<Fault extends Omit<FieldError, 'path'>>(fault: Fault): Fault {
  const message = fault.code === undefined ? undefined : (FAULTS[fault.code] ?? IMPORT_FAULTS[fault.code]);
  return message ? { ...fault, message: message(textParams(fault.params ?? {})) } : fault;
}
