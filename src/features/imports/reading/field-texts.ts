import { byTrait, TRAITS } from '../../../core/traits.js';
import { FIELD_NAMES } from './fields.js';
import { KNOWN_WORDS, WEAK_WORDS } from './known-words.js';
import type { FieldName } from './known-words.js';
import { RELIABILITY_FIELDS, TRAIT_FIELDS } from './traits.js';

/** What a field tells of, in the order in which people look for it. */
export const FIELD_GROUPS = {
  queen: 'The queen herself',
  parents: 'Her dam and sire',
  mating: 'Her own mating',
  test: 'A performance test: when, where and by whom',
  traits: 'The eight traits: measured, or in a file of breeding values estimated',
  reliabilities: 'Reliabilities of breeding values',
};
export type FieldGroup = keyof typeof FIELD_GROUPS;
const GROUP_ORDER = Object.keys(FIELD_GROUPS);

/** A field that a column can be mapped to, told to people. */
export interface FieldText {
  name: string;
  /** What it is called in a file of breeding values, where that is another name. */
  alias: string | null;
  group: FieldGroup;
  title: string;
  description: string;
  /** Headers by which a column is taken for it without a mapping. */
  headers: string[];
}

const RELATIVE = 'by name or identifier; one that is described nowhere becomes a queen of that name';
const VALUE_INSTEAD = '; in a file of breeding values the value, around 100.';

type FieldWords = [group: FieldGroup, title: string, description: string];

const TEXTS: Record<FieldName, FieldWords> = {
  queen_name: ['queen', 'Name', 'What she is called; a queen without a name is called by her studbook number.'],
  external_id: [
    'queen',
    'Studbook number',
    'Her main identifier, such as DE-18-3-3-2024: rows with the same one are one queen.',
  ],
  external_identifiers: [
    'queen',
    'Other identifiers',
    'Further ones, as an export has them: a JSON list of system and value.',
  ],
  generation: ['queen', 'Generation', 'F0 for breeding stock, F1 for production daughters.'],
  race: ['queen', 'Race', 'As given: codes differ between associations.'],
  line: ['queen', 'Line', 'Breeding line, as given.'],
  birth_date: ['queen', 'Born', 'When she hatched: a day, or the year alone.'],
  life_status: ['queen', 'Status', 'testing, production, sold, dead or lost.'],
  breeder_code: ['queen', 'Breeder', 'Code of her breeder, as given.'],
  marking: ['queen', 'Marking', 'Marking colour or number, as given.'],
  notes: ['queen', 'Notes', 'Whatever was noted.'],

  mother: ['parents', 'Dam (2a)', `Her dam, ${RELATIVE}.`],
  dam_external_id: ['parents', 'Studbook number of the dam (2a)', 'Her dam by identifier.'],
  mother_id: [
    'parents',
    'Id of the dam',
    'Her dam by the id that Queenbook gave; counts only where nothing else does.',
  ],
  father: ['parents', "Sire (4a of the dam's mating)", `Dam of the drones that her dam mated with, ${RELATIVE}.`],
  father_external_id: ['parents', 'Studbook number of the sire', 'Her sire by identifier.'],
  father_id: [
    'parents',
    'Id of the sire',
    'Her sire by the id that Queenbook gave; counts only where nothing else does.',
  ],

  mated_to: ['mating', 'Mated to (4a)', `Dam of the drones of her own mating, or the one drone producer, ${RELATIVE}.`],
  drone_sire_id: ['mating', 'Studbook number of 4a', 'Dam of the drones of her own mating, by identifier.'],
  mated_to_id: [
    'mating',
    'Id of 4a',
    'Dam of the drones by the id that Queenbook gave; counts only where nothing else does.',
  ],
  mating_type: [
    'mating',
    'Mating type',
    'Island station, land station, insemination, single drone, single queen or open.',
  ],
  sdi_code: ['mating', 'SDI code', '1 for one drone, 2 for several.'],
  drone_producers: ['mating', 'Drone producers (NS)', 'How many drone-producing queens there were.'],
  drones: ['mating', 'Drones (ND)', 'How many drones she mated with.'],
  mated_at: ['mating', 'Mated on', 'When she was mated: a day, or the year alone.'],
  mating_station: ['mating', 'Mating station', 'Where she was mated, by the name or code of the station.'],

  apiary: ['test', 'Apiary', 'Where the colony stood, by name; one that is new is made.'],
  hive: ['test', 'Hive', 'The hive of the colony, by name; one that is new is made.'],
  eval_year: ['test', 'Test year', 'The season of the performance test.'],
  evaluated_on: ['test', 'Evaluated on', 'The day of the evaluation.'],
  evaluator: ['test', 'Evaluator', 'Who evaluated.'],
  country_code: ['test', 'Country', 'Where the test was made, as a code such as DE.'],
  postal_code: ['test', 'Postal code', 'Of the apiary, as given.'],

  ...byTrait(
    (name) => TRAITS[name].member,
    (name): FieldWords => ['traits', TRAITS[name].title, TRAITS[name].field.replace(/\.$/, VALUE_INSTEAD)],
  ),
};

/** Every field that a column can be mapped to, in the order in which people look for them. */
export const FIELD_TEXTS: readonly FieldText[] = [
  ...FIELD_NAMES.map(measured).toSorted((one, other) => rank(one) - rank(other)),
  ...[...RELIABILITY_FIELDS.keys()].map(reliability),
];

function rank({ group }: FieldText): number {
  return GROUP_ORDER.indexOf(group);
}

function measured(name: FieldName): FieldText {
  const [group, title, description] = TEXTS[name];
  const alias = TRAIT_FIELDS.get(name)?.value ?? name;
  const weak = name === 'queen_name' ? `, ${WEAK_WORDS.queen_name}` : '';
  const words = `${KNOWN_WORDS[name]}${weak}`.split(/[,|]/).map((word) => word.trim());
  const headers = [...new Set([name, ...words])].filter((word) => word !== '');
  return { name, alias: alias === name ? null : alias, group, title, description, headers };
}

function reliability(name: string): FieldText {
  const [field] = [...TRAIT_FIELDS].find(([, { value }]) => `${value}_r2` === name)!;
  const [, title] = TEXTS[field as FieldName];
  return {
    name,
    alias: null,
    group: 'reliabilities',
    title: `Reliability of ${title} (r²)`,
    description: 'Of its breeding value, 0 to 1 or in per cent; goes only with that value.',
    headers: [name],
  };
}
