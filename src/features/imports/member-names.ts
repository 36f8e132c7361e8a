import { byTrait, TRAITS } from '../../core/traits.js';
import type { ImportColumn } from './import.entity.js';

/** REST names of the draft members that have a different name in REST. */
const REST_NAMES: Record<string, string> = {
  name: 'queen_name',
  status: 'life_status',
  year: 'eval_year',
  ...byTrait(
    (name) => TRAITS[name].column,
    (name) => TRAITS[name].member,
  ),
};

/** Fields that refer to a relative by identifier. */
const IDENTIFIER_FIELDS: Record<string, string> = {
  mother: 'dam_external_id',
  father: 'father_external_id',
  mated_to: 'drone_sire_id',
};

/** Returns the header of the first column that is mapped to this member of a draft; null if there is none. */
export function headerOf(member: string, columns: ImportColumn[]): string | null {
  const names = [member, REST_NAMES[member], IDENTIFIER_FIELDS[member], `${member}_id`];
  return columns.find(({ field }) => field !== null && names.includes(field))?.header ?? null;
}

/** Returns the REST name of a draft's member. */
export const restName = (member: string): string => REST_NAMES[member] ?? member;

/**
 * Adds the name of a member as the subject of a message that begins with a verb. Used for members without a column in
 * the file.
 */
export function withMemberName(member: string, message: string): string {
  return /^(is|must|contradicts) /.test(message) ? `${restName(member)} ${message}` : message;
}
