/**
 * What the cells of a column name, which decides how they are cleaned: a queen's name, her number, a part of it, another
 * queen by name or number, her mate, or a place.
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

export const roleOf = (field: string): Role | null => ROLES[field] ?? null;

/** Whether the cells are identifiers, or may be. */
export const isIdentifier = (role: Role | null): boolean => role !== null && role !== 'name' && role !== 'place';
