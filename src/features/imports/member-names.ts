import { byTrait, TRAITS } from '../../core/traits.js';
import type { ImportColumn } from './import.entity.js';

/** REST names of draft members, if different. */
const REST_NAMES: Record<string, string> = {
  name: 'queen_name',
  status: 'life_status',
  year: 'eval_year',
  ...byTrait(
    (name) => TRAITS[name].column,
    (name) => TRAITS[name].member,
  ),
};

/** Fields that name a relative by her identifier. */
const IDENTIFIER_FIELDS: Record<string, string> = {
  mother: 'dam_external_id',
  father: 'father_external_id',
  mated_to: 'drone_sire_id',
};

/** The header of the column from which a draft's member was read; the first, if there are several. */
export function headerOf(member: string, columns: ImportColumn[]): string | null {
  const names = [member, REST_NAMES[member], IDENTIFIER_FIELDS[member], `${member}_id`];
  return columns.find(({ field }) => field !== null && names.includes(field))?.header ?? null;
}

/** The REST name of a draft's member. */
export const restName = (member: string): string => REST_NAMES[member] ?? member;

/**
 * Adds the name of a member to a message that begins in the middle of a sentence, if no column of the file has the
 * member.
 */
export function withMemberName(member: string, message: string): string {
  return /^(is|must|contradicts) /.test(message) ? `${restName(member)} ${message}` : message;
}
