import { TRAIT_SORTS } from '../i18n/traits.js';

type Given = Record<string, unknown>;

const id = (given: unknown): string | undefined => (typeof given === 'string' && given !== '' ? given : undefined);
const year = (given: unknown): number | undefined =>
  typeof given === 'number' && Number.isInteger(given) && given >= 1000 && given <= 9999 ? given : undefined;

/** Position in a season: a queen, or the list of all. */
export interface SeasonSearch {
  queen?: string;
  view?: 'list';
}

export function seasonSearch({ queen, view }: Given): SeasonSearch {
  return { ...(id(queen) && { queen: id(queen) }), ...(view === 'list' && { view }) };
}

export const EVALUATION_SORTS = ['YEAR', 'EVALUATED_ON', ...Object.values(TRAIT_SORTS)] as const;

/** The state of the list of evaluations. */
export interface EvaluationsSearch {
  year?: number;
  apiary?: string;
  queen?: string;
  sort?: (typeof EVALUATION_SORTS)[number];
  direction?: 'ASC';
}

export function evaluationsSearch(given: Given): EvaluationsSearch {
  const sort = EVALUATION_SORTS.find((field) => field === given.sort);
  return {
    ...(year(given.year) && { year: year(given.year) }),
    ...(id(given.apiary) && { apiary: id(given.apiary) }),
    ...(id(given.queen) && { queen: id(given.queen) }),
    ...(sort && { sort }),
    ...(given.direction === 'ASC' && { direction: given.direction }),
  };
}

/** The queen whose evaluation is to be entered. */
export const newEvaluationSearch = ({ queen }: Given): { queen?: string } => (id(queen) ? { queen: id(queen) } : {});
