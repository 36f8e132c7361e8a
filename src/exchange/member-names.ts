import type { ImportColumn } from './import.entity.js';

/** Draft members that REST calls by another name. */
const REST_NAMES: Record<string, string> = {
  name: 'queen_name',
  status: 'life_status',
  year: 'eval_year',
  honey: 'honey_yield_kg',
  non_swarming: 'swarming',
  comb_behavior: 'comb_sitting',
  hyg6h: 'hyg6_cleaned',
  hyg24h: 'hyg24_cleaned',
};

/** The header of the column that a draft's member came from; where several make it up, the first. */
export function columnOf(member: string, columns: ImportColumn[]): string | null {
  const names = [member, REST_NAMES[member], `${member}_id`];
  return columns.find(({ field }) => field !== null && names.includes(field))?.header ?? null;
}
