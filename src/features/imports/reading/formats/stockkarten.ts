import { FIRST_YEAR, LAST_YEAR } from '../../../../validation/dates.js';
import { columnNamed, countHeaders } from '../columns.js';
import type { Columns } from '../columns.js';
import { anyYear, fullYear, year } from '../dates.js';
import { into } from '../fields.js';
import { finishPlan, supposeBirthDate } from '../finish.js';
import type { FieldName } from '../known-words.js';
import type { Plan } from '../plan.js';
import { PlanBuilder } from '../plan-builder.js';
import { Fault, mustBe } from '../values.js';
import { inspectionScore } from './inspections.js';

const TYPICAL_HEADERS = ['jst', 'datum', 'honig', 'sanft', 'waben', 'schwarm', 'bomi', 'bimi', 'smr', 'vsh'];

/** The scores of one inspection. Scores of several inspections are averaged and rounded later. */
const SCORES = [
  ['sanft', 'gentleness', 'gentleness'],
  ['waben', 'comb_sitting', 'comb_behavior'],
  ['schwarm', 'swarming', 'non_swarming'],
  ['entwick', 'vigor', 'vigor'],
  ['winter', 'wintering', 'wintering'],
] as const satisfies readonly (readonly [string, FieldName, string])[];

/** Headers of tables that breeders write themselves with the column `1A`, without the column `JST`. */
const FOREIGN_HEADERS = ['2a', '4a', 'jahr', 'year'];

/** BeeBreed's *Stockkarten* is recognized by the complete number `1A` and three columns of an inspection. */
export function isStockkarten(columns: Columns): boolean {
  return (
    countHeaders(columns, ['1a']) === 1 &&
    countHeaders(columns, TYPICAL_HEADERS) >= 3 &&
    (countHeaders(columns, ['jst']) === 1 || countHeaders(columns, FOREIGN_HEADERS) === 0)
  );
}

/** Plan for *Stockkarten*: a row describes one inspection. The rows of a queen and season are combined later. */
export function planStockkarten(columns: Columns): Plan {
  const at = (header: string) => columnNamed(columns, header);
  const plan = new PlanBuilder('stockkarten', columns);
  plan.then(({ draft }) => (draft.supposed_generation = 'F0'));
  plan.column('external_id', at('1a'));
  plan.column('eval_year', at('jst'), into('year', seasonOf));
  plan.column('evaluated_on', at('datum'));
  plan.column('honey_yield_kg', at('honig'));
  for (const [header, field, member] of SCORES) plan.column(field, at(header), into(member, inspectionScore));
  plan.mapped();
  const yearColumns = plan.columnsOf('eval_year');
  plan.then((row) => {
    const { draft } = row;
    // Without a season, `finishPlan` takes the year of the inspection.
    if (draft.evaluated_on !== undefined || yearColumns.some((column) => row.isFaulty(column))) return;
    draft.year ??= yearOfNumber(draft.external_id);
  });
  plan.then(supposeBirthDate);
  return finishPlan(plan, {
    year: [...yearColumns, ...plan.columnsOf('evaluated_on', 'external_id')],
    isEveryRow: true,
  });
}

/** Parses the season, which has four or two digits. */
function seasonOf(text: string): number | Fault {
  if (/^\d{2}$/.test(text)) return fullYear(text);
  return anyYear(text) instanceof Fault
    ? mustBe(`a year from ${FIRST_YEAR} to ${LAST_YEAR}`, text, {
        kind: 'whole_number',
        least: FIRST_YEAR,
        most: LAST_YEAR,
      })
    : year(text);
}

/** Returns the last part of a studbook number, if it is a year. */
function yearOfNumber(number: string | undefined): number | undefined {
  const last = number?.split('-').at(-1);
  if (last === undefined || !/^\d{4}$/.test(last)) return undefined;
  const found = year(last);
  return found instanceof Fault ? undefined : found;
}
