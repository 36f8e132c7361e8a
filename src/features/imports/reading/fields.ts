import { byTrait, TRAITS } from '../../../core/traits.js';
import { EVALUATION_RULES } from '../../evaluations/evaluation.checks.js';
import { QUEEN_RULES } from '../../queens/queen.checks.js';
import { day, dayOrYear, year } from './dates.js';
import type { Draft } from './draft.js';
import { identifiers } from './identifiers.js';
import type { FieldName } from './known-words.js';
import { identifierText, nameText, refer } from './references.js';
import type { Relative } from './references.js';
import { cell, Fault, mustBe, numeric } from './values.js';
import { generation, matingType, status } from './words-of-values.js';

/** Puts what a cell says (trimmed, not empty) into the draft, or says why it cannot. */
export type FieldReader = (text: string, draft: Draft) => Fault | undefined;

/** A reader that keeps what `parse` makes of the cell in one member of the draft. */
export function into<K extends keyof Draft>(member: K, parse: (text: string) => Draft[K] | Fault): FieldReader {
  return (text, draft) => {
    const value = parse(text);
    if (value instanceof Fault) return value;
    draft[member] = value;
    return undefined;
  };
}

const words = cell(QUEEN_RULES.race);

const named =
  (relative: Relative): FieldReader =>
  (text, draft) =>
    refer(draft, relative, text);
const identified =
  (relative: Relative): FieldReader =>
  (text, draft) =>
    refer(draft, relative, text, 'identifier');
/** An id of this service says nothing elsewhere: it counts only where the relative is not named otherwise. */
const asLastResort =
  (relative: Relative): FieldReader =>
  (text, draft) =>
    draft[relative] === undefined ? refer(draft, relative, text, 'identifier') : undefined;

/** Kilograms, also with their unit. */
const kilograms = numeric(EVALUATION_RULES.honey);
const honey: typeof kilograms = (text) => kilograms(text.replace(/\s?kg$/i, ''));

/** How each field is read, by REST member name. A row is read in this order: of two ways to name a relative the better is later. */
export const FIELDS: Record<FieldName, FieldReader> = {
  queen_name: into('name', nameText),
  external_id: into('external_id', identifierText),
  external_identifiers: into('identifiers', identifiers),
  generation: into('generation', generation),
  race: into('race', words),
  line: into('line', words),
  birth_date: into('birth_date', dayOrYear),
  life_status: into('status', status),
  breeder_code: into('breeder_code', words),
  marking: into('marking', words),
  notes: into('notes', cell(QUEEN_RULES.notes)),

  mother: named('mother'),
  dam_external_id: identified('mother'),
  mother_id: asLastResort('mother'),
  father: named('father'),
  father_external_id: identified('father'),
  father_id: asLastResort('father'),
  mated_to: named('mated_to'),
  drone_sire_id: identified('mated_to'),
  mated_to_id: asLastResort('mated_to'),
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
  eval_year: into('year', year),
  evaluated_on: into('evaluated_on', day),
  evaluator: into('evaluator', words),
  country_code: into('country_code', cell(EVALUATION_RULES.countryCode)),
  postal_code: into('postal_code', words),

  ...byTrait(
    (name) => TRAITS[name].member,
    (name) => into(TRAITS[name].column, name === 'honey' ? honey : numeric(EVALUATION_RULES[name])),
  ),
};

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
