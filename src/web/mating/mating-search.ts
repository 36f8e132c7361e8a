import * as v from 'valibot';
import { numberBetween, oneOf, searchOf, text, type Search } from '../data/search.js';

/** Maximum number of queens of a plan. */
export const MAX_QUEENS = 100;

/** Ids separated by commas, or as repeated parameters. */
const ids = v.union([text, v.pipe(v.array(v.string()), v.transform(String), v.nonEmpty())]);

/** Input and view of a plan, all in the address, so that a plan can be bookmarked and shared. */
export const matingSearch = searchOf({
  /** Ids of the queens to be mated, separated by commas. */
  queen: ids,
  /** Whether drone mothers are chosen individually instead of the best by index. */
  candidates: oneOf('chosen'),
  /** Ids of the candidates, separated by commas. */
  with: ids,
  /** Drones of the drone mother herself, instead of her daughters. */
  drones: oneOf('own'),
  /** Instead of the saved weights, in the format of `writeWeights`. */
  weights: text,
  /** Maximum inbreeding of the offspring in percent; absent for no limit. */
  maxF: numberBetween(0, 100),
  /** Maximum number of queens per drone mother in the assignment; absent for 1. */
  share: v.pipe(numberBetween(2, MAX_QUEENS), v.transform(Math.floor)),
  /** Default: by index. */
  sort: oneOf('inbreeding', 'reliability'),
});

export type MatingSearch = Search<typeof matingSearch>;
export type PairOrder = NonNullable<MatingSearch['sort']>;

export const readIds = (text: string | undefined): string[] => [...new Set(text?.split(',').filter(Boolean))];
export const writeIds = (ids: readonly string[]): string | undefined => ids.join(',') || undefined;
