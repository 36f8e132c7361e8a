import { oneOf, searchOf, text, year, type Search } from '../data/search.js';
import { TRAIT_SORTS } from '../i18n/traits.js';

/** Position in a season: a queen, or the list of all. */
export const seasonSearch = searchOf({ queen: text, view: oneOf('list') });

export const EVALUATION_SORTS = ['YEAR', 'EVALUATED_ON', ...Object.values(TRAIT_SORTS)] as const;

/** The state of the list of evaluations. */
export const evaluationsSearch = searchOf({
  year,
  apiary: text,
  queen: text,
  sort: oneOf(...EVALUATION_SORTS),
  direction: oneOf('ASC'),
});

export type EvaluationsSearch = Search<typeof evaluationsSearch>;

/** The queen whose evaluation is to be entered. */
export const newEvaluationSearch = searchOf({ queen: text });
