import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { TRAIT_NAMES, TRAITS } from '../i18n/terms.js';
import { memberOf, wordOf } from '../i18n/traits.js';

export type FieldGroup = 'queen' | 'parents' | 'mating' | 'test' | 'traits' | 'reliabilities';

export const GROUP_NAMES: Record<FieldGroup, MessageDescriptor> = {
  queen: msg`The queen`,
  parents: msg`Her parents`,
  mating: msg`Her own mating`,
  test: msg`The performance test`,
  traits: msg`Traits`,
  reliabilities: msg`Reliabilities`,
};

/** Names of the fields of an imported row. For a field without an entry, the title from the server is shown. */
export const FIELD_NAMES: Record<string, MessageDescriptor> = {
  queen_name: msg`Name`,
  external_id: msg`Studbook number`,
  external_identifiers: msg`Other identifiers`,
  generation: msg`Generation`,
  race: msg`Race`,
  line: msg`Line`,
  birth_date: msg`Born`,
  life_status: msg`Status`,
  breeder_code: msg`Breeder`,
  marking: msg`Marking`,
  notes: msg`Notes`,

  mother: msg`Dam (2a)`,
  dam_external_id: msg`Studbook number of the dam (2a)`,
  mother_id: msg`Queenbook id of the dam`,
  father: msg`Sire (4a of the dam’s mating)`,
  father_external_id: msg`Studbook number of the sire`,
  father_id: msg`Queenbook id of the sire`,

  mated_to: msg`Mated to (4a)`,
  drone_sire_id: msg`Studbook number of 4a`,
  mated_to_id: msg`Queenbook id of 4a`,
  mating_type: msg`Mating type`,
  sdi_code: msg`SDI code`,
  drone_producers: msg`Drone-producing queens (NS)`,
  drones: msg`Drones (ND)`,
  mated_at: msg`Mated on`,
  mating_station: msg`Mating station`,

  apiary: msg`Apiary`,
  hive: msg`Hive`,
  eval_year: msg`Test year`,
  evaluated_on: msg`Evaluated on`,
  evaluator: msg`Evaluator`,
  country_code: msg`Country`,
  postal_code: msg`Postal code`,

  ...Object.fromEntries(TRAITS.map((trait) => [memberOf(trait), TRAIT_NAMES[trait]])),
};

/** The traits, by the field that contains their reliability. */
export const RELIABILITY_OF: Record<string, MessageDescriptor> = Object.fromEntries(
  TRAITS.map((trait) => [`${wordOf(trait)}_r2`, TRAIT_NAMES[trait]]),
);
