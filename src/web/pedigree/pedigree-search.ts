import { oneOf, searchOf, type Search } from '../data/search.js';
import { TRAITS } from '../i18n/traits.js';

export const GENERATIONS = [3, 5, 7] as const;
export type Generations = (typeof GENERATIONS)[number];

/** Number of generations that the page of a pedigree shows at first. */
export const FIRST_GENERATIONS: Generations = 5;

export const pedigreeSearch = searchOf({
  generations: oneOf(...GENERATIONS),
  of: oneOf('daughters'),
  /** The chosen view; absent for the default at the width of the window. */
  as: oneOf('drawing', 'outline'),
  value: oneOf(...TRAITS),
});

export type PedigreeSearch = Search<typeof pedigreeSearch>;

export const cardSearch = searchOf({ generations: oneOf(3, 5) });
