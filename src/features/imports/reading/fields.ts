import { byTrait, TRAITS, type TraitName } from '../../../core/traits.js';
import { EVALUATION_RULES } from '../../evaluations/evaluation.checks.js';
import { QUEEN_RULES } from '../../queens/queen.checks.js';
import { day, dayOrYear, shortYear } from './dates.js';
import type { Draft } from './draft.js';
import { identifiers } from './identifiers.js';
import type { FieldName } from './known-words.js';
import { identifierText, nameText, setRelative } from './references.js';
import type { Relative } from './references.js';
import { cell, Fault, mustBe, numeric } from './values.js';
import { generation, isAlive, matingType, status } from './words-of-values.js';

/** Stores the value of a cell (trimmed, not empty) in the draft, or returns a fault. */
export type FieldReader = (text: string, draft: Draft) => Fault | undefined;

/** Returns a reader that parses the cell and stores the result in one member of the draft. */
export function into<K extends keyof Draft>(member: K, parse: (text: string) => Draft[K] | Fault): FieldReader {
  return (text, draft) => {
    const value = parse(text);
    if (value instanceof Fault) return value;
    draft[member] = value;
    return undefined;
  };
}

const words = cell(QUEEN_RULES.race);

const byName =
  (relative: Relative): FieldReader =>
  (text, draft) =>
    setRelative(draft, relative, text);
const byIdentifier =
  (relative: Relative): FieldReader =>
  (text, draft) =>
    setRelative(draft, relative, text, 'identifier');
/** An id of Queenbook has no meaning in other systems. Such an id is used only if no other field names the relative. */
const byOwnId =
  (relative: Relative): FieldReader =>
  (text, draft) =>
    draft[relative] === undefined ? setRelative(draft, relative, text, 'identifier') : undefined;

/** Returns a parser for the value of a trait. A value in kilograms may have the unit `kg`. */
function traitReader(name: TraitName): (text: string) => number | Fault {
  const read = numeric(EVALUATION_RULES[name]);
  return TRAITS[name].measure === 'kilograms' ? (text) => read(text.replace(/\s?kg$/i, '')) : read;
}

/**
 * The reader of each field, by REST member name. Fields are read in this order. If several fields refer to the same
 * relative, the last one is used, but an id of Queenbook never replaces another field.
 */
export const FIELDS: Record<FieldName, FieldReader> = {
  queen_name: into('name', nameText),
  external_id: into('external_id', identifierText),
  external_identifiers: into('identifiers', identifiers),
  generation: into('generation', generation),
  race: into('race', words),
  line: into('line', words),
  birth_date: into('birth_date', dayOrYear),
  life_status: (text, draft) => (isAlive(text) ? undefined : into('status', status)(text, draft)),
  breeder_code: into('breeder_code', words),
  marking: into('marking', words),
  notes: into('notes', cell(QUEEN_RULES.notes)),

  mother: byName('mother'),
  dam_external_id: byIdentifier('mother'),
  mother_id: byOwnId('mother'),
  father: byName('father'),
  father_external_id: byIdentifier('father'),
  father_id: byOwnId('father'),
  mated_to: byName('mated_to'),
  drone_sire_id: byIdentifier('mated_to'),
  mated_to_id: byOwnId('mated_to'),
  mating_type: into('mating_type', matingType),
  sdi_code: into('sdi_code', (text) =>
    text === '1' || text === '2'
      ? (Number(text) as 1 | 2)
      : mustBe('1 (single drone) or 2 (several drones)', text, { kind: 'one_of', allowed: [1, 2] }),
  ),
  drone_producers: into('drone_producers', numeric(QUEEN_RULES.droneProducers)),
  drones: into('drones', numeric(QUEEN_RULES.drones)),
  mated_at: into('mated_at', dayOrYear),
  mating_station: into('mating_station', words),

  apiary: into('apiary', words),
  hive: into('hive', words),
  eval_year: into('year', shortYear),
  evaluated_on: into('evaluated_on', day),
  evaluator: into('evaluator', words),
  country_code: into('country_code', cell(EVALUATION_RULES.countryCode)),
  postal_code: into('postal_code', words),

  ...byTrait(
    (name) => TRAITS[name].member,
    (name) => into(TRAITS[name].column, traitReader(name)),
  ),
};

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
