import { byTrait, isWhole, TRAITS } from '../../../core/traits.js';
import { sql } from 'kysely';
import { APIARY_RULES as APIARY, HIVE_RULES as HIVE } from '../../apiaries/apiary.checks.js';
import { EVALUATION_RULES as TEST, fewerCellsAfter24h } from '../../evaluations/evaluation.checks.js';
import { nameKey } from '../../queens/name-key.js';
import { QUEEN_RULES as QUEEN, identifierText } from '../../queens/queen.checks.js';
import { apiaryOf, hiveOf, queenOf, relatives } from './csv-columns.js';
import { breedingValues, ebvRuns, indexWeights } from './ebv-sections.js';
import { columns, counts } from './import-kinds.js';
import { count, listOf, reference, required, byRule, time, uuid, verbatim } from './kinds.js';
import { ID, IMPORT_ID, EXCLUDED, sameNames, STAMPS, type Member, type Part, type Section } from './section.js';

const TEXT = verbatim(1024 * 1024);

const imports: Section = {
  table: 'import',
  resource: 'queens',
  // An import without raw rows, for example an undone import, describes no queen.
  where: sql`exists (select from import_row raw where raw.account_id = r.account_id and raw.import_id = r.id)`,
  order: ['id'],
  members: {
    ...ID,
    ...sameNames({ format: TEXT, filename: required(TEXT), sheet: TEXT, headers: required(listOf(TEXT)) }),
    ...sameNames({ columns: required(columns), rows: required(count), created: required(counts) }),
    ...sameNames({ updated: required(counts), unchanged: required(counts), created_at: required(time) }),
    ...sameNames({ started_at: time, finished_at: time }),
  },
  unique: [],
  computed: ({ rows }) => ({ status: 'completed', dry_run: false, done: rows }),
  computedTypes: { status: 'text', dry_run: 'boolean', done: 'integer' },
  excluded: {
    status: 'only completed imports have raw rows',
    dry_run: 'dry runs have no raw rows',
    done: 'equal to the number of rows of a completed import',
    error_count: 'a completed import has no errors',
    warning_count: 'warnings are not exported',
    encoding: 'describes the file, which is not exported',
    header_row: 'describes the file, which is not exported',
    decisions: 'only used while the import is applied',
    options: 'only used while the file is stored for its review',
    is_staged: 'only used while the import is applied',
    named_only: 'only reported after the import of a file',
    undone_at: 'an undone import has no raw rows',
    sheets: 'only used to choose another sheet of the file',
    applied_at: 'only used by an undo',
    restored_by: 'set by the restore',
  },
};

const apiaries: Section = {
  table: 'apiary',
  resource: 'hive',
  countedAs: 'apiaries',
  order: ['id'],
  members: {
    ...ID,
    ...sameNames({
      name: required(byRule(APIARY.name, 'text')),
      latitude: byRule(APIARY.latitude, 'double precision'),
    }),
    ...sameNames({ longitude: byRule(APIARY.longitude, 'double precision') }),
    ...sameNames({ elevation_m: byRule(APIARY.elevationM, 'double precision') }),
    ...sameNames({ country_code: byRule(APIARY.countryCode, 'text'), postal_code: byRule(APIARY.postalCode, 'text') }),
    ...sameNames({ notes: byRule(APIARY.notes, 'text') }),
    ...STAMPS,
  },
  unique: [{ columns: ['name'] }],
  excluded: { ...EXCLUDED, name_order: 'computed from the name' },
};

const identifiers: Part = {
  table: 'queen_identifier',
  parentColumn: 'queen_id',
  order: ['system', 'value'],
  members: sameNames({
    system: required(byRule(identifierText, 'text')),
    value: required(byRule(identifierText, 'text')),
  }),
  unique: [{ columns: ['system', 'value'] }],
  excluded: { ...IMPORT_ID, value_key: 'computed from the value' },
};

/** Raw rows of imported files: `origin_data`, and the digests that an import uses to recognize a repeated file. */
const origin: Part = {
  table: 'import_row',
  parentColumn: 'queen_id',
  order: ['import_id', 'row'],
  members: sameNames({
    import_id: required(reference('imports')),
    row: required(count),
    digest: required(uuid),
    cells: required(listOf(TEXT)),
  }),
  unique: [{ columns: ['queen_id', 'import_id', 'row'] }],
  excluded: {},
};

const queens: Section = {
  table: 'queen',
  resource: 'queens',
  countedAs: 'queens',
  order: ['id'],
  members: {
    ...ID,
    generation: ['generation', required(byRule(QUEEN.generation, 'text'))],
    queen_name: ['name', required(byRule(QUEEN.name, 'text'))],
    ...sameNames({ race: byRule(QUEEN.race, 'text'), line: byRule(QUEEN.line, 'text') }),
    ...sameNames({ birth_date: byRule(QUEEN.dateOfBirth, 'text') }),
    life_status: ['status', byRule(QUEEN.status, 'text')],
    ...sameNames({ external_id: byRule(QUEEN.externalId, 'text'), breeder_code: byRule(QUEEN.breederCode, 'text') }),
    ...sameNames({ marking: byRule(QUEEN.marking, 'text'), notes: byRule(QUEEN.notes, 'text') }),
    ...sameNames({ mother_id: reference('queens'), father_id: reference('queens'), mated_to_id: reference('queens') }),
    ...sameNames({ mating_type: byRule(QUEEN.matingType, 'text'), sdi_code: byRule(QUEEN.sdiCode, 'integer') }),
    ...sameNames({ drone_producers: byRule(QUEEN.droneProducers, 'integer'), drones: byRule(QUEEN.drones, 'integer') }),
    ...sameNames({ mated_at: byRule(QUEEN.matedAt, 'text'), mating_station: byRule(QUEEN.matingStation, 'text') }),
    ...STAMPS,
  },
  formerMembers: ['inbreeding'],
  parts: { external_identifiers: identifiers, origin },
  csvColumns: relatives,
  unique: [
    { columns: ['external_id'], where: sql`r.external_id is not null` },
    { columns: ['name'], where: sql`r.external_id is null` },
  ],
  computed: ({ name }) => ({ name_key: nameKey(name as string) }),
  computedTypes: { name_key: 'text' },
  excluded: {
    ...EXCLUDED,
    name_key: 'computed from the name',
    birth_year: 'computed from the date of birth',
    external_key: 'computed from the identifier',
    name_order: 'computed from the name',
    external_order: 'computed from the identifier',
    is_gone: 'computed from the status',
  },
};

const hives: Section = {
  table: 'hive',
  resource: 'hive',
  countedAs: 'hives',
  order: ['id'],
  members: {
    ...ID,
    ...sameNames({ apiary_id: reference('apiaries'), name: required(byRule(HIVE.name, 'text')) }),
    ...sameNames({ type: byRule(HIVE.type, 'text'), queen_id: reference('queens') }),
    ...STAMPS,
  },
  csvColumns: { ...apiaryOf, ...queenOf },
  unique: [
    { columns: ['apiary_id', 'name'], where: sql`r.apiary_id is not null` },
    { columns: ['queen_id'], where: sql`r.queen_id is not null` },
  ],
  excluded: { ...EXCLUDED, name_order: 'computed from the name' },
};

const TEST_TRAITS: Record<string, Member> = byTrait(
  (name) => TRAITS[name].member,
  (name) => [TRAITS[name].column, byRule(TEST[name], isWhole(name) ? 'integer' : 'double precision')],
);

const evaluations: Section = {
  table: 'evaluation',
  resource: 'evaluations',
  countedAs: 'evaluations',
  order: ['id'],
  members: {
    ...ID,
    queen_id: ['queen_id', required(reference('queens'))],
    eval_year: ['year', required(byRule(TEST.year, 'integer'))],
    ...sameNames({ evaluated_on: byRule(TEST.evaluatedOn, 'text') }),
    ...sameNames({ apiary_id: reference('apiaries'), hive_id: reference('hives') }),
    ...sameNames({ evaluator: byRule(TEST.evaluator, 'text'), country_code: byRule(TEST.countryCode, 'text') }),
    ...sameNames({ postal_code: byRule(TEST.postalCode, 'text') }),
    ...TEST_TRAITS,
    ...STAMPS,
  },
  csvColumns: { ...queenOf, ...apiaryOf, ...hiveOf },
  unique: [{ columns: ['queen_id', 'year', 'apiary_id'] }],
  check(row) {
    if (Object.values(TEST_TRAITS).every(([column]) => row[column] == null))
      return [
        'honey_yield_kg',
        'is missing, and all other traits are missing, too: an evaluation needs at least one trait',
      ];
    const { hyg6h, hyg24h } = row as Record<string, number | null>;
    return hyg6h != null && hyg24h != null && hyg24h < hyg6h
      ? ['hyg24_cleaned', fewerCellsAfter24h(hyg6h, hyg24h)]
      : undefined;
  },
  excluded: EXCLUDED,
};

/**
 * All data of an account that an export contains and a restore reads, in the order of the file. A test requires an
 * entry or an exception for each table and each column with data of an account.
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
