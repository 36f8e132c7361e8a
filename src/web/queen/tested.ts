import type { Trait } from '../i18n/terms.js';
import type { Evaluation } from './evaluations-data.js';

/** A result of a colony, and the mean of all colonies that were tested in the same apiary and season. */
export interface Tested {
  year: number;
  value: number | null;
  mean: number | null;
  /** Number of colonies in the mean. */
  n: number;
}

export function testedIn(evaluation: Evaluation, trait: Trait): Tested {
  const group = evaluation.groupTraits?.find((row) => row.trait === trait);
  return { year: evaluation.year, value: evaluation[trait], mean: group?.mean ?? null, n: group?.n ?? 0 };
}
