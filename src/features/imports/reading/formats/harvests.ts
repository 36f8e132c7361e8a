import { roleOf } from '../cells/roles.js';
import { unmappedColumns } from '../columns.js';
import type { Columns } from '../columns.js';
import type { Draft } from '../draft.js';
import { FIELDS } from '../fields.js';
import { isHarvest } from '../partial-headers.js';
import type { PlanBuilder } from '../plan-builder.js';
import { cellOf } from '../plan.js';
import type { Step } from '../plan.js';
import { Fault } from '../values.js';

/** Returns the columns whose headers name the honey of a single harvest, such as `Honig Frühtracht` or `Miele acacia`. */
const harvestColumns = (columns: Columns): number[] => unmappedColumns(columns, isHarvest);

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
