import { fewerCellsAfter24h } from '../../evaluations/evaluation.checks.js';
import { yearInNumber } from './cells/year-in-number.js';
import { TRAIT_COLUMNS } from '../../../core/traits.js';
import type { Draft } from './draft.js';
import type { Plan, RowContext, Step } from './plan.js';
import type { PlanBuilder } from './plan-builder.js';
import { Fault } from './values.js';

/** Columns and options for the checks that run after all cells of a row are read. */
interface FinishingColumns {
  /** The columns that may contain the year of the test. */
  year: number[];
  /** The year from the request, for tests that do not state it. */
  evalYear?: number;
  /** Whether each row without a year is a separate error, even if the file has no column for the year. */
  isEveryRow?: boolean;
  /** The column of the cells cleaned after 24 hours. Default: the column of the field. */
  hyg24h?: number | undefined;
}

/** Completes a plan with the checks of whole rows. */
export function finishPlan(plan: PlanBuilder, columns: FinishingColumns): Plan {
  const [hyg24h] = plan.columnsOf('hyg24_cleaned');
  return plan
    .then(needsQueen(plan.columnsOf('external_id', 'queen_name')))
    .then(finishEvaluation({ hyg24h, ...columns }))
    .build();
}

function reportMissingYear(row: RowContext, { year, evalYear, isEveryRow }: FinishingColumns): void {
  if (evalYear !== undefined) row.draft.year = evalYear;
  else if (year.length === 0 && !isEveryRow) row.reportMissingYear();
  else {
    const message = 'has test results, but no year of the test';
    row.fault(year[0] ?? null, new Fault(message, [], 'year_missing'));
  }
}

function isEvaluation(draft: Draft): boolean {
  for (const trait of TRAIT_COLUMNS) if (draft[trait] !== undefined) return true;
  return false;
}

/** Returns a step that reports a row without a name and without an identifier. */
function needsQueen(columns: number[]): Step {
  return (row) => {
    if (row.draft.name !== undefined || row.draft.external_id !== undefined) return;
    if (columns.some((column) => row.isFaulty(column))) return;
    row.fault(null, new Fault('has no name or identifier of a queen', [], 'names_no_queen'));
  };
}

/**
 * Returns a step that reports an evaluation without a year, or with fewer cells cleaned after 24 hours than after 6
 * hours. A row without traits has no evaluation, so the step removes the year, date and evaluator of the test. If such
 * a row names no apiary, the step also removes the country and the postal code.
 */
function finishEvaluation(columns: FinishingColumns): Step {
  return (row) => {
    const { draft } = row;
    if (draft.hyg6h !== undefined && draft.hyg24h !== undefined && draft.hyg24h < draft.hyg6h) {
      const { hyg6h, hyg24h } = draft;
      const message = fewerCellsAfter24h(hyg6h, hyg24h);
      row.fault(columns.hyg24h ?? null, new Fault(message, [], 'hyg_order', { hyg6h, hyg24h }));
      delete draft.hyg24h;
    }
    if (isEvaluation(draft)) {
      if (draft.year === undefined && draft.evaluated_on !== undefined)
        draft.year = Number(draft.evaluated_on.slice(0, 4));
      if (draft.year === undefined && !columns.year.some((column) => row.isFaulty(column)))
        reportMissingYear(row, columns);
      return;
    }
    delete draft.year;
    delete draft.evaluated_on;
    delete draft.evaluator;
    if (draft.apiary === undefined) {
      delete draft.country_code;
      delete draft.postal_code;
    }
  };
}

/** Uses the year in the studbook number as the birth year, if the row has no date of birth. */
export const supposeBirthDate: Step = ({ draft }) => {
  if (draft.birth_date !== undefined || draft.external_id === undefined) return;
  const born = yearInNumber(draft.external_id);
  if (born !== undefined) draft.supposed_birth_date ??= born;
};
