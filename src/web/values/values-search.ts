import * as v from 'valibot';
import { numberBetween, oneOf, searchOf, text, type Search } from '../data/search.js';
import { TRAITS } from '../i18n/traits.js';
import { WHICH_QUEENS } from '../queens/queens-search.js';

const VALUES = {
  /** `worker` for values of workers; absent for values of the queens themselves. */
  of: oneOf('worker'),
  /** Weights that replace the saved weights, in the format of `writeWeights`. */
  weights: text,
};

/** The search parameters of the ranking and the trends: the kind of values, and the weights. */
export const valuesSearch = searchOf(VALUES);
export type ValuesSearch = Search<typeof valuesSearch>;

export const rankingSearch = searchOf({
  ...VALUES,
  ...WHICH_QUEENS,
  minReliability: v.pipe(numberBetween(0, 1), v.gtValue(0)),
  /** The order; absent for the order by index. */
  sort: oneOf(...TRAITS, 'reliability'),
  direction: oneOf('ASC'),
});

export type RankingSearch = Search<typeof rankingSearch>;
export type RankingOrder = NonNullable<RankingSearch['sort']>;
