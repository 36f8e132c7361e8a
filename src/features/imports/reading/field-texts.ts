import { byTrait, TRAIT_NAMES, TRAITS, type TraitName } from '../../../core/traits.js';
import { FIELD_NAMES } from './fields.js';
import { KNOWN_WORDS, splitWords, WEAK_WORDS } from './known-words.js';
import type { FieldName } from './known-words.js';
import { TRAIT_FIELDS } from './traits.js';

/** Groups of fields, in the order in which the user interface shows them. */
export const FIELD_GROUPS = {
  queen: 'The queen',
  parents: 'The dam and sire of the queen',
  mating: 'The mating of the queen',
  test: 'A performance test: when, where and by whom',
  traits: 'The traits: measured values, or breeding values in a file of breeding values',
  reliabilities: 'Reliabilities of breeding values',
};
export type FieldGroup = keyof typeof FIELD_GROUPS;
const GROUP_ORDER = Object.keys(FIELD_GROUPS);

/** Description of a field that a column can be mapped to. */
export interface FieldText {
  name: string;
  /** Name of the field in a file of breeding values, if it differs from `name`. */
  alias: string | null;
  group: FieldGroup;
  title: string;
  description: string;
  /** Headers that are recognized without a mapping. */
  headers: string[];
}

const RELATIVE = 'If no queen matches, a queen with this name or identifier is created.';
const VALUE_INSTEAD = '; in a file of breeding values, the value on the scale with mean 100.';

type FieldWords = [group: FieldGroup, title: string, description: string];

const TEXTS: Record<FieldName, FieldWords> = {
  queen_name: ['queen', 'Name', 'Her name. A queen without a name gets her studbook number as the name.'],
  external_id: [
    'queen',
    'Studbook number',
    'Her main identifier, such as DE-18-3-3-2024. Rows with the same identifier describe the same queen.',
  ],
  external_identifiers: [
    'queen',
    'Other identifiers',
    'Other identifiers, in the format of an export: a JSON list of objects with system and value.',
  ],
  generation: ['queen', 'Generation', 'F0 for breeding stock, F1 for production daughters.'],
  race: ['queen', 'Race', 'Race, as in the file. Codes differ between associations.'],
  line: ['queen', 'Line', 'Breeding line, as in the file.'],
  birth_date: ['queen', 'Born', 'Date on which she emerged from her cell, or only the year.'],
  life_status: ['queen', 'Status', 'Status: testing, production, sold, dead or lost.'],
  breeder_code: ['queen', 'Breeder', 'Code of her breeder, as in the file.'],
  marking: ['queen', 'Marking', 'Marking colour or number, as in the file.'],
  notes: ['queen', 'Notes', 'Notes, as in the file.'],

  mother: ['parents', 'Dam (2a)', `Name or identifier of her dam. ${RELATIVE}`],
  dam_external_id: ['parents', 'Studbook number of the dam (2a)', 'Identifier of her dam.'],
  mother_id: [
    'parents',
    'Id of the dam',
    'Id of her dam in Queenbook. The id is used only if no other column identifies the dam.',
  ],
  father: [
    'parents',
    "Sire (4a of the dam's mating)",
    `Name or identifier of the queen that her dam was mated to: the dam of the drone-producing queens. ${RELATIVE}`,
  ],
  father_external_id: ['parents', 'Studbook number of the sire', 'Identifier of her sire.'],
  father_id: [
    'parents',
    'Id of the sire',
    'Id of her sire in Queenbook. The id is used only if no other column identifies the sire.',
  ],

  mated_to: [
    'mating',
    'Mated to (4a)',
    `Name or identifier of the queen that she was mated to: the dam of the drone-producing queens, or the single drone producer. ${RELATIVE}`,
  ],
  drone_sire_id: [
    'mating',
    'Studbook number of 4a',
    'Identifier of the queen that she was mated to: the dam of the drone-producing queens, or the single drone producer.',
  ],
  mated_to_id: [
    'mating',
    'Id of 4a',
    'Id in Queenbook of the queen that she was mated to. The id is used only if no other column identifies this queen.',
  ],
  mating_type: [
    'mating',
    'Mating type',
    'Island station, land station, insemination, single drone, single queen or open.',
  ],
  sdi_code: ['mating', 'SDI code', 'Insemination code: 1 for a single drone, 2 for several drones.'],
  drone_producers: ['mating', 'Drone-producing queens (NS)', 'Number of drone-producing queens of her mating.'],
  drones: ['mating', 'Drones (ND)', 'Number of drones that she mated with.'],
  mated_at: ['mating', 'Mated on', 'Date of her mating, or only the year.'],
  mating_station: ['mating', 'Mating station', 'Name or code of the station where she was mated.'],

  apiary: ['test', 'Apiary', 'Name of the apiary of the colony. An unknown apiary is created.'],
  hive: ['test', 'Hive', 'Name of the hive of the colony. An unknown hive is created.'],
  eval_year: ['test', 'Test year', 'The season of the performance test.'],
  evaluated_on: ['test', 'Evaluated on', 'The day of the evaluation.'],
  evaluator: ['test', 'Evaluator', 'Name of the evaluator.'],
  country_code: ['test', 'Country', 'Country of the test, as a code such as DE.'],
  postal_code: ['test', 'Postal code', 'Postal code of the apiary, as in the file.'],

  ...byTrait(
    (name) => TRAITS[name].member,
    (name): FieldWords => ['traits', TRAITS[name].title, TRAITS[name].field.replace(/\.$/, VALUE_INSTEAD)],
  ),
};

/** All fields that a column can be mapped to, in the order in which the user interface shows them. */
export const FIELD_TEXTS: readonly FieldText[] = [
  ...FIELD_NAMES.map(textOf).toSorted((one, other) => rank(one) - rank(other)),
  ...TRAIT_NAMES.map(reliabilityText),
];

function rank({ group }: FieldText): number {
  return GROUP_ORDER.indexOf(group);
}

function textOf(name: FieldName): FieldText {
  const [group, title, description] = TEXTS[name];
  const alias = TRAIT_FIELDS.get(name)?.value ?? name;
  const weak = name === 'external_id' ? '' : (WEAK_WORDS[name] ?? '');
  const words = splitWords(`${KNOWN_WORDS[name]},${weak}`);
  const headers = [...new Set([name, ...words])].filter((word) => word !== '');
  return { name, alias: alias === name ? null : alias, group, title, description, headers };
}

function reliabilityText(trait: TraitName): FieldText {
  const { member, word } = TRAITS[trait];
  const [, title] = TEXTS[member];
  const name = `${word}_r2`;
  return {
    name,
    alias: null,
    group: 'reliabilities',
    title: `Reliability of ${title} (r²)`,
    description:
      'Reliability of the breeding value, from 0 to 1 or in per cent. It is used only together with that value.',
    headers: [name],
  };
}
