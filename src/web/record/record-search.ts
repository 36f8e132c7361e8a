import { oneOf, searchOf, text, year, type Search } from '../data/search.js';
import { TRAIT_SORTS } from '../i18n/traits.js';

/** The search parameters of a season: the id of a queen, or the list of all queens. */
export const seasonSearch = searchOf({ queen: text, view: oneOf('list') });

export const EVALUATION_SORTS = ['YEAR', 'EVALUATED_ON', ...Object.values(TRAIT_SORTS)] as const;

export const evaluationsSearch = searchOf({
  year,
  apiary: text,
  queen: text,
  sort: oneOf(...EVALUATION_SORTS),
  direction: oneOf('ASC'),
});

export type EvaluationsSearch = Search<typeof evaluationsSearch>;

/** The search parameters of the form for a new evaluation: the id of the queen. */
export const newEvaluationSearch = searchOf({ queen: text });
