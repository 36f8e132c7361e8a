import type { I18n, MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { GENERATION_NAMES, LIFE_STATUS_NAMES, MATING_TYPE_NAMES, TRAIT_NAMES, TRAITS } from '../i18n/terms.js';
import { wordOf } from '../i18n/traits.js';
import { FIELD_NAMES } from './field-names.js';
import type { Change } from './review-data.js';

const TRAIT_OF = new Map(TRAITS.map((trait) => [wordOf(trait), TRAIT_NAMES[trait]]));

/** Returns the name of the member that an import changes. */
export function memberWords(i18n: I18n, { record, member }: Change): string {
  if (record === 'breeding_value') {
    const trait = TRAIT_OF.get(member);
    return t`Breeding value: ${trait ? i18n._(trait) : member}`;
  }
  if (record === 'apiary' && member === 'name') return t`New apiary`;
  if (record === 'hive') return member === 'queen' ? t`Queen of the hive` : t`New hive`;
  const name = FIELD_NAMES[member];
  const words = name ? i18n._(name) : member;
  return record === 'apiary' ? t`Apiary: ${words}` : words;
}

const WORDS: Readonly<Record<string, Readonly<Record<string, MessageDescriptor>>>> = {
  life_status: LIFE_STATUS_NAMES,
  mating_type: MATING_TYPE_NAMES,
  generation: GENERATION_NAMES,
};

/** Returns the text of a value: a translated word if the value is a code. */
export function valueWords(i18n: I18n, { member }: Change, value: string): string {
  const word = WORDS[member]?.[value];
  return word ? i18n._(word) : value;
}
