// The examples of the OpenAPI document. All of them refer to the same few queens.
import { byTrait, TRAIT_WORDS, TRAITS } from '../../core/traits.js';

/** The time in all examples. */
export const instant = '2026-05-01T12:00:00.000Z';

const id = (n: number) => `0198f3a5-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
export const ids = {
  dam: id(1),
  f0: id(2),
  f1: id(3),
  apiary: id(4),
  hive: id(5),
  evaluation: id(6),
  run: id(7),
  import: id(8),
  key: id(9),
  account: id(10),
};

const times = { created_at: instant, updated_at: instant };

export const named = { id: ids.dam, queen_name: 'Jutta', external_id: 'DE-18-3-1-2020' };

const queen = {
  race: 'carnica',
  line: null,
  life_status: 'production',
  external_identifiers: [],
  breeder_code: 'DE-18-3',
  marking: null,
  notes: null,
  father_id: null,
  drone_producers: null,
  drones: null,
};

export const f0 = {
  ...queen,
  id: ids.f0,
  generation: 'F0',
  queen_name: 'Juno',
  birth_date: '2022-06-21',
  external_id: 'DE-18-3-3-2022',
  external_identifiers: [{ system: 'beebreed', value: 'DE-18-3-3-2022' }],
  mother_id: named.id,
  mated_to_id: null,
  mating_type: 'island_station',
  sdi_code: 2,
  mated_at: '2022-07-10',
  mating_station: 'Norderney',
  dam_external_id: named.external_id,
  drone_sire_id: null,
  inbreeding: 0.0156,
  ...times,
  pedigree: { mother: named, father: null },
};

export const evaluation = {
  id: ids.evaluation,
  queen_id: ids.f1,
  eval_year: 2025,
  evaluated_on: '2025-07-15',
  apiary_id: ids.apiary,
  hive_id: ids.hive,
  evaluator: 'Anna',
  country_code: 'DE',
  postal_code: '34266',
  ...byTrait(
    (name) => TRAITS[name].member,
    (name) => TRAITS[name].example,
  ),
  ...times,
};

export const f1 = {
  ...queen,
  id: ids.f1,
  generation: 'F1',
  queen_name: 'Juno 7',
  birth_date: '2023',
  external_id: null,
  mother_id: ids.f0,
  mated_to_id: null,
  mating_type: 'open',
  sdi_code: null,
  mated_at: null,
  mating_station: null,
  dam_external_id: f0.external_id,
  drone_sire_id: null,
  inbreeding: 0,
  ...times,
  mother: { id: f0.id, queen_name: f0.queen_name, external_id: f0.external_id },
  daughters: [],
  evaluations: [evaluation],
};

export const run = { id: ids.run, status: 'completed', computed_at: instant, source: 'computed', method: 'honey_bee' };

export const value = { raw_value: 2.31, normalized_value: 112.4, reliability_r2: 0.52 };

export const weights = {
  ...Object.fromEntries(Object.keys(TRAIT_WORDS).map((trait) => [trait, 0])),
  honey: 2,
  gentleness: 1,
};

const raw = { Name: 'Juno', 'Zuchtbuch-Nr.': 'DE-18-3-3-2022', geboren: '21.06.2022' };
export const origin = {
  origin_data: raw,
  origin_imports: [{ import_id: ids.import, filename: 'queens.csv', imported_at: instant, rows: [raw] }],
};

export const apiary = {
  id: ids.apiary,
  name: 'Heide',
  latitude: 51.36,
  longitude: 9.56,
  elevation_m: 210,
  country_code: 'DE',
  postal_code: '34266',
  notes: null,
  ...times,
};

export const hive = { id: ids.hive, apiary_id: ids.apiary, name: 'H7', type: 'Zander', queen_id: ids.f1, ...times };
