/** Columns of `import_draft` that a draft fills, with their types for `json_to_recordset`. */
export const DRAFT_COLUMNS = {
  row: 'integer',
  id: 'uuid',
  evaluation_id: 'uuid',
  cells: 'text[]',
  digest: 'uuid',
  external_id: 'text',
  identifiers: 'jsonb',
  name: 'text',
  name_key: 'text',
  generation: 'text',
  race: 'text',
  line: 'text',
  birth_date: 'text',
  status: 'text',
  breeder_code: 'text',
  marking: 'text',
  notes: 'text',
  mother: 'text',
  mother_kind: 'text',
  father: 'text',
  father_kind: 'text',
  mated_to: 'text',
  mated_to_kind: 'text',
  mating_type: 'text',
  sdi_code: 'smallint',
  drone_producers: 'integer',
  drones: 'integer',
  mated_at: 'text',
  apiary: 'text',
  hive: 'text',
  year: 'integer',
  evaluated_on: 'text',
  evaluator: 'text',
  country_code: 'text',
  postal_code: 'text',
  honey: 'double precision',
  gentleness: 'double precision',
  vigor: 'double precision',
  wintering: 'double precision',
  non_swarming: 'double precision',
  comb_behavior: 'double precision',
  hyg6h: 'smallint',
  hyg24h: 'smallint',
  breeding_values: 'jsonb',
} as const;

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
] as const;

/** Scores, means of several visits where a file gives several. */
export const SCORES = ['gentleness', 'vigor', 'wintering', 'non_swarming', 'comb_behavior'] as const;

export const TRAIT_COLUMNS = ['honey', ...SCORES, 'hyg6h', 'hyg24h'] as const;

/** What a row may say of a test besides its traits. */
export const TEST_FACTS = ['evaluated_on', 'evaluator', 'country_code', 'postal_code'] as const;
