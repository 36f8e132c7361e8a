import { TRAIT_COLUMNS } from '../../core/traits.js';

/** Columns of `import_draft` that the staging of a draft fills, in the order of the COPY statement. */
export const DRAFT_COLUMNS = [
  'row',
  'id',
  'evaluation_id',
  'cells',
  'digest',
  'external_id',
  'identifiers',
  'name',
  'name_key',
  'generation',
  'supposed_generation',
  'race',
  'line',
  'birth_date',
  'supposed_birth_date',
  'status',
  'breeder_code',
  'marking',
  'notes',
  'mother',
  'mother_kind',
  'father',
  'father_kind',
  'mated_to',
  'mated_to_kind',
  'mating_type',
  'sdi_code',
  'supposed_sdi_code',
  'drone_producers',
  'drones',
  'mated_at',
  'mating_station',
  'apiary',
  'hive',
  'year',
  'evaluated_on',
  'evaluator',
  'country_code',
  'postal_code',
  ...TRAIT_COLUMNS,
  'breeding_values',
] as const;

/** Fields of a queen, except her name, her identifiers, her parents and her mate. */
export const QUEEN_FACTS = [
  'generation',
  'race',
  'line',
  'birth_date',
  'status',
  'breeder_code',
  'marking',
  'notes',
  'mating_type',
  'sdi_code',
  'drone_producers',
  'drones',
  'mated_at',
  'mating_station',
] as const;

/**
 * Fields about the drones of a mating. If an import changes the mating type from or to a single drone, a single queen
 * or open mating, the stored values of these fields no longer apply.
 */
export const DRONE_FIELDS: readonly string[] = ['sdi_code', 'drone_producers', 'drones'];

/** Fields of a queen that contain a date, or only a year. */
export const DATES: readonly string[] = ['birth_date', 'mated_at'];

/** Assumed values. They are used only if neither the file nor the account has a value. */
export const SUPPOSED = ['supposed_generation', 'supposed_birth_date', 'supposed_sdi_code'] as const;

/** Fields of a test, except its year, apiary, hive and traits. */
export const TEST_FACTS = ['evaluated_on', 'evaluator', 'country_code', 'postal_code'] as const;
