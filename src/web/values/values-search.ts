import { TRAITS, type Trait } from '../i18n/terms.js';
import { queensSearch, type QueensSearch } from '../queens/queens-search.js';

/** Whose values, and with which weights: in the address of ranking and trends. */
export interface ValuesSearch {
  /** Default: of the queens themselves. */
  of?: 'worker';
  /** Instead of the saved weights, in the format of `writeWeights`. */
  weights?: string;
}

export type RankingOrder = Trait | 'reliability';

/** Filters that the ranking shares with the list of queens. */
export type WhichQueens = Pick<QueensSearch, 'generation' | 'race' | 'status' | 'from' | 'to'>;

/** The state of the ranking. */
export interface RankingSearch extends ValuesSearch, WhichQueens {
  minReliability?: number;
  /** Default: by index. */
  sort?: RankingOrder;
  direction?: 'ASC';
}

type Given = Record<string, unknown>;

const isOneOf = <Word extends string>(words: readonly Word[], given: unknown): given is Word =>
  (words as readonly unknown[]).includes(given);

export function valuesSearch({ of, weights }: Given): ValuesSearch {
  return { ...(of === 'worker' && { of }), ...(typeof weights === 'string' && weights !== '' && { weights }) };
}

export function rankingSearch(given: Given): RankingSearch {
  const { minReliability, sort, direction } = given;
  const { generation, race, status, from, to } = queensSearch(given);
  return {
    ...valuesSearch(given),
    ...(typeof minReliability === 'number' && minReliability > 0 && minReliability <= 1 && { minReliability }),
    ...(generation && { generation }),
    ...(race && { race }),
    ...(status && { status }),
    ...(from && { from }),
    ...(to && { to }),
    ...(isOneOf([...TRAITS, 'reliability'] as const, sort) && { sort }),
    ...(direction === 'ASC' && { direction }),
  };
}
