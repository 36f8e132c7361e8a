import { TRAIT_COLUMNS } from '../../core/traits.js';

/** Columns of `import_draft` that a draft fills, in the order in which they are copied. */
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

/** What a row may say of the queen herself and that needs no look-up. */
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

/** Who mates with one queen or with one drone tells it all at once: of these, none fits another type. */
export const MATING: readonly string[] = ['sdi_code', 'drone_producers', 'drones'];

/** Queen's facts that are a day, or a year where no more is known. */
export const DATES: readonly string[] = ['birth_date', 'mated_at'];

/** What a row only leads one to suppose: it counts where neither the file nor the account says anything. */
export const SUPPOSED = ['supposed_generation', 'supposed_birth_date', 'supposed_sdi_code'] as const;

/** What a row may say of a test besides its traits. */
export const TEST_FACTS = ['evaluated_on', 'evaluator', 'country_code', 'postal_code'] as const;
