import { columnNamed, countHeaders } from '../columns.js';
import type { Columns } from '../columns.js';
import { nextYear } from '../../../../validation/dates.js';
import { year } from '../dates.js';
import { finishPlan } from '../finish.js';
import type { FieldName } from '../known-words.js';
import type { Plan, Step } from '../plan.js';
import { cellOf } from '../plan.js';
import { PlanBuilder } from '../plan-builder.js';
import { Fault } from '../values.js';
import { sumOfHarvests } from './harvests.js';
import { mating } from './mating.js';
import { readNumber, readRelative } from './number-parts.js';
import { pinTest } from './pin-test.js';

const TYPICAL_HEADERS = [
  'nst',
  'l1a',
  'lv1a',
  'z1a',
  'nr1a',
  'j1a',
  'sanft',
  'waben',
  'schwarm',
  'gesamt',
  'bomi1',
  'bimi1',
];

/** Columns that are each read as one field. */
const PLAIN_COLUMNS: readonly [header: string, field: FieldName][] = [
  ['name', 'queen_name'],
  ['rasse', 'race'],
  ['schlupf', 'birth_date'],
  ['belegst', 'mating_station'],
  ['stand', 'apiary'],
  ['plz', 'postal_code'],
  ['pruefer', 'evaluator'],
  ['bemerk', 'notes'],
  ['gesamt', 'honey_yield_kg'],
  ['sanft', 'gentleness'],
  ['waben', 'comb_sitting'],
  ['schwarm', 'swarming'],
  ['entwick', 'vigor'],
  ['winter', 'wintering'],
];

/** BeeBreed's *Datenimport* is recognized by five of its columns. */
export function isDatenimport(columns: Columns): boolean {
  return countHeaders(columns, TYPICAL_HEADERS) >= 5;
}

/** Plan for *Datenimport*: a row describes a queen and one evaluation in the year after her birth. */
export function planDatenimport(columns: Columns): Plan {
  const at = (header: string) => columnNamed(columns, header);
  const plan = new PlanBuilder('datenimport', columns);
  plan.then(({ draft }) => (draft.supposed_generation = 'F0'));

  readNumber(plan, columns);
  readRelative(plan, columns, '2a', 'mother');
  readRelative(plan, columns, '4a', 'mated_to');
  for (const [header, field] of PLAIN_COLUMNS) plan.column(field, at(header));
  const harvests = [at('honig1'), at('honig2')];
  plan.several('honey_yield_kg', harvests, sumOfHarvests(harvests));
  plan.several('hyg6_cleaned', [at('ausraum'), at('ausraumh')], pinTest(at('ausraum'), at('ausraumh')));
  plan.several('mating_type', [at('anpaartyp'), at('drohnen')], mating(at('anpaartyp'), at('drohnen')));
  plan.mapped();

  const birth = plan.columnsOf('birth_date');
  plan.then(yearOfNumber(at('j1a'), birth)).then(({ draft }) => {
    const born = draft.birth_date ?? draft.supposed_birth_date;
    if (born !== undefined) draft.year ??= Math.min(Number(born.slice(0, 4)) + 1, nextYear());
  });
  return finishPlan(plan, {
    year: [...plan.columnsOf('eval_year'), ...birth],
    isEveryRow: true,
    hyg24h: at('ausraum'),
  });
}

/** Uses the year in the queen's number as the birth year, if the row has no date of birth. */
function yearOfNumber(column: number | undefined, birth: number[]): Step {
  return (row) => {
    const text = cellOf(row, column);
    if (row.draft.birth_date !== undefined || text.length !== 4 || year(text) instanceof Fault) return;
    if (!birth.some((each) => row.isFaulty(each))) row.draft.supposed_birth_date = text;
  };
}
