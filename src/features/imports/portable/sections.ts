import { byTrait, TRAITS } from '../../../core/traits.js';
import { sql } from 'kysely';
import { APIARY_RULES as APIARY, HIVE_RULES as HIVE } from '../../apiaries/apiary.checks.js';
import { EVALUATION_RULES as TEST, fewerCellsAfter24h } from '../../evaluations/evaluation.checks.js';
import { nameKey } from '../../queens/name-key.js';
import { QUEEN_RULES as QUEEN, identifierText } from '../../queens/queen.checks.js';
import { apiaryOf, hiveOf, queenOf, relatives } from './besides.js';
import { breedingValues, ebvRuns, indexWeights } from './ebv-sections.js';
import { columns, counts } from './import-kinds.js';
import { count, listOf, reference, required, ruled, time, uuid, verbatim } from './kinds.js';
import { ID, IMPORT_ID, LEFT, plainly, STAMPS, type Member, type Part, type Section } from './section.js';

const TEXT = verbatim(1024 * 1024);

const imports: Section = {
  table: 'import',
  resource: 'queens',
  // One that no raw row is left of, such as one that was taken back, describes nothing.
  where: sql`exists (select from import_row raw where raw.account_id = r.account_id and raw.import_id = r.id)`,
  order: ['id'],
  members: {
    ...ID,
    ...plainly({ format: TEXT, filename: required(TEXT), sheet: TEXT, headers: required(listOf(TEXT)) }),
    ...plainly({ columns: required(columns), rows: required(count), created: required(counts) }),
    ...plainly({ updated: required(counts), unchanged: required(counts), created_at: required(time) }),
    ...plainly({ started_at: time, finished_at: time }),
  },
  unique: [],
  filled: ({ rows }) => ({ status: 'completed', dry_run: false, done: rows }),
  filledTypes: { status: 'text', dry_run: 'boolean', done: 'integer' },
  left: {
    status: 'an import of which raw rows are left was completed',
    dry_run: 'such an import was none',
    done: 'all of its rows',
    error_count: 'such an import has none',
    warning_count: 'its warnings were read when it came in',
    encoding: 'of the file, which is not exported',
    header_row: 'of the file, which is not exported',
    decisions: 'were answered when it came in',
    undone_at: 'such an import was not',
    sheets: 'for choosing another one while a file comes in',
    applied_at: 'only an undo asks for it',
    restored_by: 'the restore',
  },
};

const apiaries: Section = {
  table: 'apiary',
  resource: 'hive',
  counted: 'apiaries',
  order: ['id'],
  members: {
    ...ID,
    ...plainly({ name: required(ruled(APIARY.name, 'text')), latitude: ruled(APIARY.latitude, 'double precision') }),
    ...plainly({ longitude: ruled(APIARY.longitude, 'double precision') }),
    ...plainly({ elevation_m: ruled(APIARY.elevationM, 'double precision') }),
    ...plainly({ country_code: ruled(APIARY.countryCode, 'text'), postal_code: ruled(APIARY.postalCode, 'text') }),
    ...plainly({ notes: ruled(APIARY.notes, 'text') }),
    ...STAMPS,
  },
  unique: [{ columns: ['name'] }],
  left: LEFT,
};

const identifiers: Part = {
  table: 'queen_identifier',
  of: 'queen_id',
  order: ['system', 'value'],
  members: plainly({ system: required(ruled(identifierText, 'text')), value: required(ruled(identifierText, 'text')) }),
  unique: [{ columns: ['system', 'value'] }],
  left: { ...IMPORT_ID, value_key: 'made of the value' },
};

/** Raw rows of imported files: `origin_data`, and what tells that a file was taken in before. */
const origin: Part = {
  table: 'import_row',
  of: 'queen_id',
  order: ['import_id', 'row'],
  members: plainly({
    import_id: required(reference('imports')),
    row: required(count),
    digest: required(uuid),
    cells: required(listOf(TEXT)),
  }),
  unique: [{ columns: ['queen_id', 'import_id', 'row'] }],
  left: {},
};

const queens: Section = {
  table: 'queen',
  resource: 'queens',
  counted: 'queens',
  order: ['id'],
  members: {
    ...ID,
    generation: ['generation', required(ruled(QUEEN.generation, 'text'))],
    queen_name: ['name', required(ruled(QUEEN.name, 'text'))],
    ...plainly({ race: ruled(QUEEN.race, 'text'), line: ruled(QUEEN.line, 'text') }),
    ...plainly({ birth_date: ruled(QUEEN.dateOfBirth, 'text') }),
    life_status: ['status', ruled(QUEEN.status, 'text')],
    ...plainly({ external_id: ruled(QUEEN.externalId, 'text'), breeder_code: ruled(QUEEN.breederCode, 'text') }),
    ...plainly({ marking: ruled(QUEEN.marking, 'text'), notes: ruled(QUEEN.notes, 'text') }),
    ...plainly({ mother_id: reference('queens'), father_id: reference('queens'), mated_to_id: reference('queens') }),
    ...plainly({ mating_type: ruled(QUEEN.matingType, 'text'), sdi_code: ruled(QUEEN.sdiCode, 'integer') }),
    ...plainly({ drone_producers: ruled(QUEEN.droneProducers, 'integer'), drones: ruled(QUEEN.drones, 'integer') }),
    ...plainly({ mated_at: ruled(QUEEN.matedAt, 'text'), mating_station: ruled(QUEEN.matingStation, 'text') }),
    ...STAMPS,
  },
  former: ['inbreeding'],
  parts: { external_identifiers: identifiers, origin },
  besides: relatives,
  unique: [
    { columns: ['external_id'], where: sql`r.external_id is not null` },
    { columns: ['name'], where: sql`r.external_id is null` },
  ],
  filled: ({ name }) => ({ name_key: nameKey(name as string) }),
  filledTypes: { name_key: 'text' },
  left: {
    ...LEFT,
    name_key: 'made of the name',
    birth_year: 'made of the date of birth',
    external_key: 'made of the identifier',
  },
};

const hives: Section = {
  table: 'hive',
  resource: 'hive',
  counted: 'hives',
  order: ['id'],
  members: {
    ...ID,
    ...plainly({ apiary_id: reference('apiaries'), name: required(ruled(HIVE.name, 'text')) }),
    ...plainly({ type: ruled(HIVE.type, 'text'), queen_id: reference('queens') }),
    ...STAMPS,
  },
  besides: { ...apiaryOf, ...queenOf },
  unique: [
    { columns: ['apiary_id', 'name'], where: sql`r.apiary_id is not null` },
    { columns: ['queen_id'], where: sql`r.queen_id is not null` },
  ],
  left: LEFT,
};

const TEST_TRAITS: Record<string, Member> = byTrait(
  (name) => TRAITS[name].member,
  (name) => [TRAITS[name].column, ruled(TEST[name], TRAITS[name].measure === 'cells' ? 'integer' : 'double precision')],
);

const evaluations: Section = {
  table: 'evaluation',
  resource: 'evaluations',
  counted: 'evaluations',
  order: ['id'],
  members: {
    ...ID,
    queen_id: ['queen_id', required(reference('queens'))],
    eval_year: ['year', required(ruled(TEST.year, 'integer'))],
    ...plainly({ evaluated_on: ruled(TEST.evaluatedOn, 'text') }),
    ...plainly({ apiary_id: reference('apiaries'), hive_id: reference('hives') }),
    ...plainly({ evaluator: ruled(TEST.evaluator, 'text'), country_code: ruled(TEST.countryCode, 'text') }),
    ...plainly({ postal_code: ruled(TEST.postalCode, 'text') }),
    ...TEST_TRAITS,
    ...STAMPS,
  },
  besides: { ...queenOf, ...apiaryOf, ...hiveOf },
  unique: [{ columns: ['queen_id', 'year', 'apiary_id'] }],
  check(row) {
    if (Object.values(TEST_TRAITS).every(([column]) => row[column] == null))
      return ['honey_yield_kg', 'is missing, and so is every other trait: an evaluation needs one'];
    const { hyg6h, hyg24h } = row as Record<string, number | null>;
    return hyg6h != null && hyg24h != null && hyg24h < hyg6h
      ? ['hyg24_cleaned', fewerCellsAfter24h(hyg6h, hyg24h)]
      : undefined;
  },
  left: LEFT,
};

/**
 * All of an account that an export tells and a restore takes in again, in the order of the file. A new table is one
 * entry more; a test compares these with the tables and columns of the database.
 */
export const SECTIONS: Readonly<Record<string, Section>> = {
  imports,
  apiaries,
  queens,
  hives,
  evaluations,
  ebv_runs: ebvRuns,
  breeding_values: breedingValues,
  index_weights: indexWeights,
};
