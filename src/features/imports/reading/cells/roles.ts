import { isTraitField, RELIABILITY_FIELDS, TRAIT_FIELDS } from '../traits.js';

/**
 * Content of a column, which determines how its cells are cleaned. The values mean, in this order: the queen's name,
 * her identifier, a part of an identifier (of the queen, her dam or her mate), another queen by name or identifier, her
 * mate, or a place.
 */
export type Role = 'name' | 'number' | 'part' | 'queen' | 'mate' | 'place';

const ROLES: Readonly<Record<string, Role>> = {
  queen_name: 'name',
  external_id: 'number',
  mother: 'queen',
  dam_external_id: 'queen',
  father: 'queen',
  father_external_id: 'queen',
  mated_to: 'mate',
  drone_sire_id: 'mate',
  mating_station: 'place',
  apiary: 'place',
  hive: 'place',
};

/** Fields with a day. */
export const DATES: ReadonlySet<string> = new Set(['birth_date', 'mated_at', 'evaluated_on']);

/**
 * Fields with a number, a day or a word of a list. In these fields, a text for "not known" means no value. The life
 * status is not included, because `missing` is one of its words.
 */
const VALUES: ReadonlySet<string> = new Set([
  ...DATES,
  'generation',
  'mating_type',
  'sdi_code',
  'drone_producers',
  'drones',
  'eval_year',
]);

/** Breeding values and their reliabilities. */
const ESTIMATES: ReadonlySet<string> = new Set([
  ...[...TRAIT_FIELDS.values()].map(({ value }) => value),
  ...RELIABILITY_FIELDS.keys(),
]);

export const isValueField = (field: string | null): boolean =>
  field !== null && (VALUES.has(field) || isTraitField(field) || ESTIMATES.has(field));

/** Whether the field contains a text, such as a name or a postal code. In such a text, zeros at the beginning count. */
export const isTextField = (field: string | null): boolean => field !== null && !isValueField(field);

export const roleOf = (field: string): Role | null => ROLES[field] ?? null;

/** Whether cells with this role can be identifiers. */
export const isIdentifier = (role: Role | null): boolean => role !== null && role !== 'name' && role !== 'place';
