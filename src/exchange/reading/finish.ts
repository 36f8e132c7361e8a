import { fewerThanBefore } from '../../evaluations/evaluation.checks.js';
import { TRAITS } from './draft.js';
import type { Draft } from './draft.js';
import type { Step } from './plan.js';

/** What is checked and tidied when all cells of a row are read. Columns that may tell the year, and those of the pin test. */
export interface FinishingColumns {
  year: number[];
  hyg24h: number | undefined;
}

export function isEvaluation(draft: Draft): boolean {
  for (const trait of TRAITS) if (draft[trait] !== undefined) return true;
  return false;
}

/** Every queen needs a name or a number to be known by. */
export function needsQueen(columns: number[]): Step {
  return (row) => {
    if (row.draft.name !== undefined || row.draft.external_id !== undefined) return;
    if (columns.some((column) => row.isFaulty(column))) return;
    row.fault(null, 'names no queen: she needs a name or an identifier');
  };
}

/**
 * An evaluation needs its year; without any trait there is no evaluation, and what describes the test is left out.
 * A postal code stays where an apiary is named.
 */
export function finishEvaluation(columns: FinishingColumns): Step {
  return (row) => {
    const { draft } = row;
    if (draft.hyg6h !== undefined && draft.hyg24h !== undefined && draft.hyg24h < draft.hyg6h) {
      row.fault(columns.hyg24h ?? null, fewerThanBefore(draft.hyg6h, draft.hyg24h));
      delete draft.hyg24h;
    }
    if (isEvaluation(draft)) {
      if (draft.year === undefined && draft.evaluated_on !== undefined)
        draft.year = Number(draft.evaluated_on.slice(0, 4));
      if (draft.year === undefined && !columns.year.some((column) => row.isFaulty(column))) {
        row.fault(columns.year[0] ?? null, 'does not tell the year of the test, which the test results need');
      }
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
