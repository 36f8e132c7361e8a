import * as v from 'valibot';
import { numberBetween, oneOf, searchOf, text, type Search } from '../data/search.js';

export const MAX_QUEENS = 100;

/** Ids, separated by commas or in repeated parameters. */
const ids = v.union([text, v.pipe(v.array(v.string()), v.transform(String), v.nonEmpty())]);

/** The search parameters contain the whole input and view of a plan, so that users can bookmark and share a plan. */
export const matingSearch = searchOf({
  /** Ids of the queens to be mated, separated by commas. */
  queen: ids,
  /** `chosen` if the user chooses the drone mothers; absent for the best drone mothers by index. */
  candidates: oneOf('chosen'),
  /** Ids of the chosen drone mothers, separated by commas. */
  with: ids,
  /** `own` for drones of the drone mother herself; absent for drones of her daughters. */
  drones: oneOf('own'),
  /** Weights that replace the saved weights, in the format of `writeWeights`. */
  weights: text,
  /** Maximum inbreeding of the offspring in percent; absent for no limit. */
  maxF: numberBetween(0, 100),
  /** Maximum number of queens per drone mother in the assignment; absent for 1. */
  share: v.pipe(numberBetween(2, MAX_QUEENS), v.transform(Math.floor)),
  /** The order of the pairs; absent for the order by index. */
  sort: oneOf('inbreeding', 'reliability'),
});

export type MatingSearch = Search<typeof matingSearch>;
export type PairOrder = NonNullable<MatingSearch['sort']>;

export const readIds = (text: string | undefined): string[] => [...new Set(text?.split(',').filter(Boolean))];
export const writeIds = (ids: readonly string[]): string | undefined => ids.join(',') || undefined;
