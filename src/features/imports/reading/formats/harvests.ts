import { roleOf } from '../cells/roles.js';
import { columnsOfYears, unmappedColumns } from '../columns.js';
import type { Columns } from '../columns.js';
import type { Draft } from '../draft.js';
import { FIELDS } from '../fields.js';
import { isAboutHoney, isHarvest } from '../partial-headers.js';
import type { PlanBuilder } from '../plan-builder.js';
import { cellOf } from '../plan.js';
import type { Plan, Step } from '../plan.js';
import { isInOtherUnit } from '../units.js';
import { Fault } from '../values.js';
import { isBreedingValueHeader } from './trait-columns.js';

/** Returns the columns whose headers name the honey of a single harvest, such as `Honig Frühtracht` or `Miele acacia`. */
const harvestColumns = (columns: Columns): number[] => unmappedColumns(columns, isHarvest);

/**
 * Returns the columns that may contain the honey of further harvests: their headers contain a word for honey, but no
 * known word for a harvest, as in `Honig Vergleich`.
 */
function possibleHarvests({ headers, folded, mapped }: Columns): number[] {
  return [...headers.keys()].filter((column) => {
    const [header, words] = [headers[column] ?? '', folded[column] ?? []];
    if (mapped.has(column) || isInOtherUnit(header) || isBreedingValueHeader(header)) return false;
    return words.every((word) => isAboutHoney(word) && !isHarvest(word));
  });
}

/**
 * If harvests are added up, returns the columns that may be further harvests, each with a column that is added.
 * @param fields field of each column
 */
export function unusedHoney(columns: Columns, fields: Plan['fields']): [column: number, taken: number][] {
  const harvest = harvestColumns(columns).find((column) => fields[column] !== null);
  if (harvest === undefined) return [];
  const ofYears = columnsOfYears(columns);
  return possibleHarvests(columns).flatMap((column) => (ofYears.includes(column) ? [] : [[column, harvest]]));
}

/** Adds up the columns of single harvests, unless the request maps another column to the honey yield. */
export function addHarvests(plan: PlanBuilder, columns: Columns): void {
  if ([...columns.mapped.values()].includes('honey_yield_kg')) return;
  const harvests = harvestColumns(columns);
  plan.several('honey_yield_kg', harvests, sumOfHarvests(harvests), roleOf('honey_yield_kg'));
}

/** Parses a yield in kg. */
function kilograms(text: string): number | Fault {
  const draft: Pick<Draft, 'honey'> = {};
  return FIELDS.honey_yield_kg(text, draft as Draft) ?? draft.honey ?? 0;
}

/** Adds up the harvests of the season in kg, if the row does not contain their sum. */
export function sumOfHarvests(harvests: readonly (number | undefined)[]): Step {
  return (row) => {
    if (row.draft.honey !== undefined) return;
    let sum: number | undefined;
    for (const column of harvests) {
      const text = cellOf(row, column);
      if (text === '') continue;
      const harvest = kilograms(text);
      if (harvest instanceof Fault) row.fault(column ?? null, harvest);
      else sum = (sum ?? 0) + harvest;
    }
    if (sum === undefined) return;
    const whole = kilograms(String(Math.round(sum * 1000) / 1000));
    if (whole instanceof Fault) row.fault(harvests[0] ?? null, `together with the other harvest ${whole.message}`);
    else row.draft.honey = whole;
  };
}
