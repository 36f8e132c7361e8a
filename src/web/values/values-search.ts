import * as v from 'valibot';
import { numberBetween, oneOf, searchOf, text, type Search } from '../data/search.js';
import { TRAITS } from '../i18n/traits.js';
import { WHICH_QUEENS } from '../queens/queens-search.js';

const VALUES = {
  /** Default: of the queens themselves. */
  of: oneOf('worker'),
  /** Instead of the saved weights, in the format of `writeWeights`. */
  weights: text,
};

/** The kind of values and the weights, which the addresses of the ranking and the trends contain. */
export const valuesSearch = searchOf(VALUES);
export type ValuesSearch = Search<typeof valuesSearch>;

/** The state of the ranking. */
export const rankingSearch = searchOf({
  ...VALUES,
  ...WHICH_QUEENS,
  minReliability: v.pipe(numberBetween(0, 1), v.gtValue(0)),
  /** Default: by index. */
  sort: oneOf(...TRAITS, 'reliability'),
  direction: oneOf('ASC'),
});

export type RankingSearch = Search<typeof rankingSearch>;
export type RankingOrder = NonNullable<RankingSearch['sort']>;
