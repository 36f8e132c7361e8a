import type { TraitColumn } from '../../../../core/traits.js';
import { numberFrom } from '../../../../validation/numbers.js';
import { unmappedColumns } from '../columns.js';
import type { Columns } from '../columns.js';
import { inspectedTrait, SCORED_TRAITS } from '../partial-headers.js';
import type { PlanBuilder } from '../plan-builder.js';
import { cellOf } from '../plan.js';
import type { Step } from '../plan.js';
import { TRAIT_FIELDS } from '../traits.js';
import { Fault, numeric } from '../values.js';

/** The score of one inspection. */
export const inspectionScore = numeric(numberFrom(1, 4));

/**
 * Combines the columns of single inspections, such as `Sanftmut Mai` and `Sanftmut Juni`, to one score, unless the
 * request maps another column to the trait.
 */
export function addInspections(plan: PlanBuilder, columns: Columns): void {
  const wanted = new Set(columns.mapped.values());
  for (const field of SCORED_TRAITS) {
    const trait = TRAIT_FIELDS.get(field)?.trait;
    if (trait === undefined || wanted.has(field)) continue;
    const inspections = unmappedColumns(columns, (header) => inspectedTrait(header) === field);
    plan.several(field, inspections, meanOfInspections(trait, inspections));
  }
}

/** Stores the mean of the scores, rounded to half steps, if the row does not contain an overall score. */
function meanOfInspections(trait: TraitColumn, inspections: readonly number[]): Step {
  return (row) => {
    if (row.draft[trait] !== undefined) return;
    const scores: number[] = [];
    for (const column of inspections) {
      const text = cellOf(row, column);
      if (text === '') continue;
      const score = inspectionScore(text);
      if (score instanceof Fault) row.fault(column, score);
      else scores.push(score);
    }
    if (scores.length === 0) return;
    const mean = scores.reduce((sum, score) => sum + score) / scores.length;
    row.draft[trait] = Math.round(mean * 2) / 2;
  };
}
