import { LIFE_STATUSES, type LifeStatusWord } from '../i18n/terms.js';
import { memberOf, wordOf } from '../i18n/traits.js';
import { minimaVariable, readMinima, writeMinima } from './minima.js';
import { orderParameters, QUEEN_SORTS, type QueenOrder } from './queen-order.js';

/** The state of the list of queens, kept in the address of the page. */
export interface QueensSearch extends QueenOrder {
  generation?: 'F0' | 'F1';
  search?: string;
  race?: string;
  status?: LifeStatusWord;
  /** Years of birth, inclusive. */
  from?: number;
  to?: number;
  /** Ids of queens whose daughters, drones' daughters or mates are listed. */
  mother?: string;
  father?: string;
  mate?: string;
  /** Queens who have the same identifier as another queen, in a different spelling. */
  shared?: true;
  minIndex?: number;
  /** Minima of values, and of the last test, in the format of `readMinima`. */
  minValues?: string;
  minScores?: string;
}

const among = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);
const text = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? String(value) : undefined;
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
const minima = (value: unknown): string | undefined => writeMinima(readMinima(text(value)));
const year = (value: unknown): number | undefined => (/^\d{4}$/.test(String(value)) ? Number(value) : undefined);

/** Reads the state from an address; other parameters are ignored. */
export function queensSearch(given: Record<string, unknown>): QueensSearch {
  const sort = among(QUEEN_SORTS, given.sort);
  const read: { [Key in keyof QueensSearch]: QueensSearch[Key] | undefined } = {
    generation: among(['F0', 'F1'], given.generation),
    search: text(given.search),
    race: text(given.race),
    status: among(LIFE_STATUSES, given.status),
    from: year(given.from),
    to: year(given.to),
    mother: text(given.mother),
    father: text(given.father),
    mate: text(given.mate),
    shared: given.shared === true ? true : undefined,
    minIndex: number(given.minIndex),
    minValues: minima(given.minValues),
    minScores: minima(given.minScores),
    sort,
    descending: sort && given.descending ? true : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Active filters besides generation and search. */
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

/** Active filters by values and tests. */
export const minimaCount = ({ minIndex, minValues, minScores }: QueensSearch): number =>
  [minIndex, minValues, minScores].filter((minimum) => minimum !== undefined).length;

/** The list without its filters, in the same order. */
export const withoutFilters = ({ sort, descending }: QueensSearch): QueensSearch => ({
  ...(sort && { sort }),
  ...(descending && { descending }),
});

/** As GraphQL variables. */
export function queenFilter(given: QueensSearch) {
  const { generation, search, race, status, from, to, mother, father, mate, shared } = given;
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

/** Filters by values and tests, as GraphQL variables. */
export const minimumVariables = ({ minIndex, minValues, minScores }: QueensSearch) => ({
  minIndex,
  minValues: minimaVariable(minValues),
  minScores: minimaVariable(minScores),
});

/** Address of the same list as a file. */
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
  };
  const given = Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return `/api/queens/${generation?.toLowerCase() ?? 'all'}.csv${query && `?${query}`}`;
}
