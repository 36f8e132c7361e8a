import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import {
  GENERATION_NAMES,
  LIFE_STATUS_NAMES,
  MATING_TYPE_NAMES,
  type LifeStatusWord,
  type MatingType,
} from '../i18n/terms.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import type { Identifier, Member } from './members.js';

/** Returns a function that formats the value of a member for display. */
export function useShownValue(named: ReadonlyMap<string, PickedQueen>): (member: Member, value: unknown) => string {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return (member, value) => {
    if (value === null || value === undefined || value === '') return t`not known`;
    const word = String(value);
    switch (member) {
      case 'generation':
        return word in GENERATION_NAMES ? i18n._(GENERATION_NAMES[word as 'F0']) : word;
      case 'life_status':
        return word in LIFE_STATUS_NAMES ? i18n._(LIFE_STATUS_NAMES[word as LifeStatusWord]) : word;
      case 'mating_type':
        return word in MATING_TYPE_NAMES ? i18n._(MATING_TYPE_NAMES[word as MatingType]) : word;
      case 'birth_date':
      case 'mated_at':
        return /^\d{4}(-\d\d){0,2}$/.test(word) ? format.date(word) : word;
      case 'mother_id':
      case 'father_id':
      case 'mated_to_id': {
        const queen = named.get(word);
        return queen
          ? [queen.name, queen.externalId].filter((part, at) => at === 0 || (part && part !== queen.name)).join(', ')
          : word;
      }
      case 'external_identifiers': {
        const list = value as Identifier[];
        return list.length > 0 ? list.map((one) => `${one.system} ${one.value}`).join(', ') : t`not known`;
      }
      default:
        return word;
    }
  };
}
