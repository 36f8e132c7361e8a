import { byTrait, TRAITS } from '../../core/traits.js';
import type { ImportColumn } from './import.entity.js';

/** Draft members that REST calls by another name. */
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
const BY_IDENTIFIER: Record<string, string> = {
  mother: 'dam_external_id',
  father: 'father_external_id',
  mated_to: 'drone_sire_id',
};

/** The header of the column that a draft's member came from; where several make it up, the first. */
export function columnOf(member: string, columns: ImportColumn[]): string | null {
  const names = [member, REST_NAMES[member], BY_IDENTIFIER[member], `${member}_id`];
  return columns.find(({ field }) => field !== null && names.includes(field))?.header ?? null;
}

/** A fault of a member that no column of the file tells: what begins amid a sentence is begun with its name. */
export function withMember(member: string, message: string): string {
  return /^(is|must|contradicts) /.test(message) ? `${REST_NAMES[member] ?? member} ${message}` : message;
}
