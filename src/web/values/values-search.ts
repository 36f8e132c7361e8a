import { LIFE_STATUSES, TRAITS, type LifeStatusWord, type Trait } from '../i18n/terms.js';

/** Whose values, and by which weights: kept in the address of ranking and trends alike. */
export interface ValuesSearch {
  /** Of the queens themselves, unless it is there. */
  of?: 'worker';
  /** In place of the kept weights, as `writeWeights` has them. */
  weights?: string;
}

export type RankingOrder = Trait | 'reliability';

/** The state of the ranking. */
export interface RankingSearch extends ValuesSearch {
  minReliability?: number;
  generation?: 'F0' | 'F1';
  bornFrom?: string;
  bornTo?: string;
  race?: string;
  status?: LifeStatusWord;
  /** By the index, unless it is there. */
  sort?: RankingOrder;
  direction?: 'ASC';
}

type Given = Record<string, unknown>;

const isOneOf = <Word extends string>(words: readonly Word[], given: unknown): given is Word =>
  (words as readonly unknown[]).includes(given);
/** A text; in an address `2019` reads as a number. */
const text = (given: unknown): string | undefined =>
  typeof given === 'number' || (typeof given === 'string' && given !== '') ? String(given) : undefined;

export function valuesSearch({ of, weights }: Given): ValuesSearch {
  return { ...(of === 'worker' && { of }), ...(typeof weights === 'string' && weights !== '' && { weights }) };
}

export function rankingSearch(given: Given): RankingSearch {
  const { minReliability, generation, status, sort, direction } = given;
  const [bornFrom, bornTo, race] = [text(given.bornFrom), text(given.bornTo), text(given.race)];
  return {
    ...valuesSearch(given),
    ...(typeof minReliability === 'number' && minReliability > 0 && minReliability <= 1 && { minReliability }),
    ...(isOneOf(['F0', 'F1'] as const, generation) && { generation }),
    ...(bornFrom && { bornFrom }),
    ...(bornTo && { bornTo }),
    ...(race && { race }),
    ...(isOneOf(LIFE_STATUSES, status) && { status }),
    ...(isOneOf([...TRAITS, 'reliability'] as const, sort) && { sort }),
    ...(direction === 'ASC' && { direction }),
  };
}
