import * as v from 'valibot';
import { number, on, oneOf, searchOf, text, year, type Search } from '../data/search.js';
import { decimalMark } from '../i18n/decimal-mark.js';
import { LIFE_STATUSES } from '../i18n/words.js';
import { memberOf, wordOf } from '../i18n/traits.js';
import { minimaVariable, readMinima, writeMinima } from './minima.js';
import { orderParameters, QUEEN_SORTS } from './queen-order.js';

const minima = v.pipe(
  text,
  v.transform((given) => writeMinima(readMinima(given))),
);

/** Filters that the list of queens shares with the ranking. */
export const WHICH_QUEENS = {
  generation: oneOf('F0', 'F1'),
  race: text,
  status: oneOf(...LIFE_STATUSES),
  from: year,
  to: year,
};

export const queensSearch = searchOf({
  ...WHICH_QUEENS,
  search: text,
  /** Id of a queen: lists her daughters, the daughters of her drones, or the queens mated with her drones. */
  mother: text,
  father: text,
  mate: text,
  /** Lists queens with an identifier that another queen has in a different spelling. */
  shared: on,
  minIndex: number,
  /** Minima of breeding values, and of results of the last test, in the format of `readMinima`. */
  minValues: minima,
  minScores: minima,
  /** The sort field; absent for `DEFAULT_ORDER`. */
  sort: oneOf(...QUEEN_SORTS),
  descending: on,
});

export type QueensSearch = Search<typeof queensSearch>;
export type WhichQueens = Pick<QueensSearch, keyof typeof WHICH_QUEENS>;

/** The filters, without the generation and the search. */
export const FILTERS = [
  'race',
  'status',
  'from',
  'to',
  'mother',
  'father',
  'mate',
  'shared',
  'minIndex',
  'minValues',
  'minScores',
] as const;

export const activeFilters = (search: QueensSearch): number =>
  FILTERS.filter((name) => search[name] !== undefined).length;

/** Returns the number of active filters by values and tests. */
export const minimaCount = ({ minIndex, minValues, minScores }: QueensSearch): number =>
  [minIndex, minValues, minScores].filter((minimum) => minimum !== undefined).length;

/** Removes all filters from the search parameters, and keeps the order of the list. */
export const withoutFilters = ({ sort, descending }: QueensSearch): QueensSearch => ({
  ...(sort && { sort }),
  ...(descending && { descending }),
});

/** Returns the filters as a GraphQL variable. */
export function queenFilter(parameters: QueensSearch) {
  const { generation, search, race, status, from, to, mother, father, mate, shared } = parameters;
  return {
    generation,
    search,
    race,
    status,
    bornFrom: from?.toString(),
    bornTo: to?.toString(),
    motherId: mother,
    fatherId: father,
    matedToId: mate,
    sharesIdentifier: shared,
  };
}

/** Returns the filters by values and tests as GraphQL variables. */
export const minimumVariables = ({ minIndex, minValues, minScores }: QueensSearch) => ({
  minIndex,
  minValues: minimaVariable(minValues),
  minScores: minimaVariable(minScores),
});

export function csvAddress(search: QueensSearch): string {
  const { generation } = search;
  const members = {
    search: search.search,
    race: search.race,
    life_status: search.status,
    born_from: search.from?.toString(),
    born_to: search.to?.toString(),
    mother_id: search.mother,
    father_id: search.father,
    mated_to_id: search.mate,
    shares_identifier: search.shared?.toString(),
    min_index: search.minIndex?.toString(),
    min_values: writeMinima(readMinima(search.minValues), wordOf),
    min_scores: writeMinima(readMinima(search.minScores), memberOf),
    ...orderParameters(search),
    decimal_sign: decimalMark() === ',' ? 'comma' : undefined,
  };
  const entries = Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(entries).toString();
  return `/api/queens/${generation?.toLowerCase() ?? 'all'}.csv${query && `?${query}`}`;
}
