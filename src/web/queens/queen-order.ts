import { memberOf, TRAIT_SORTS, TRAITS, wordOf, type Trait } from '../i18n/traits.js';

/** The sort fields of the queen's own columns, with their names in REST. */
const OWN_SORTS = {
  NAME: 'queen_name',
  EXTERNAL_ID: 'external_id',
  DATE_OF_BIRTH: 'birth_date',
  RACE: 'race',
  STATUS: 'life_status',
  GENERATION: 'generation',
  UPDATED_AT: 'updated_at',
} as const;
export type OwnSort = keyof typeof OWN_SORTS;

export const OWN_SORT_WORDS = Object.keys(OWN_SORTS) as OwnSort[];

/** Sort fields for the index, for breeding values, and for results of the last test. */
export type ValueSort = 'INDEX' | `VALUE_${(typeof TRAIT_SORTS)[Trait]}` | `SCORE_${(typeof TRAIT_SORTS)[Trait]}`;
export const valueSort = (trait: Trait): ValueSort => `VALUE_${TRAIT_SORTS[trait]}`;
export const scoreSort = (trait: Trait): ValueSort => `SCORE_${TRAIT_SORTS[trait]}`;

export type QueenSortWord = OwnSort | ValueSort;
export const QUEEN_SORTS: readonly QueenSortWord[] = [
  ...OWN_SORT_WORDS,
  'INDEX',
  ...TRAITS.map(valueSort),
  ...TRAITS.map(scoreSort),
];

export interface QueenOrder {
  /** The sort field; absent for `DEFAULT_ORDER`. */
  sort?: QueenSortWord;
  descending?: true;
}

/** Living queens are first. Within each group, the youngest queens are first. */
const DEFAULT_ORDER = [
  { field: 'LIVING', direction: 'ASC' },
  { field: 'DATE_OF_BIRTH', direction: 'DESC' },
  { field: 'NAME', direction: 'ASC' },
] as const;

const isOwn = (sort: QueenSortWord): sort is OwnSort => Object.hasOwn(OWN_SORTS, sort);

/** Whether the list is sorted by a value. When the user chooses such a sort, the order is descending at first. */
export const isByValue = (sort: string): boolean => !Object.hasOwn(OWN_SORTS, sort);

/** Returns the order of the list as GraphQL variables. */
export function orderVariables({ sort, descending }: QueenOrder) {
  const direction = descending ? ('DESC' as const) : ('ASC' as const);
  if (sort === undefined) return { sort: [...DEFAULT_ORDER] };
  if (isOwn(sort)) return { sort: [{ field: sort, direction }] };
  const scored = TRAITS.find((trait) => scoreSort(trait) === sort);
  if (scored) return { sortByScore: { trait: scored, direction } };
  const valued = TRAITS.find((trait) => valueSort(trait) === sort);
  return { sortByValue: { field: valued ? TRAIT_SORTS[valued] : ('INDEX' as const), direction } };
}

/** Returns the order of the list as query parameters of REST. */
export function orderParameters({ sort, descending }: QueenOrder): Record<string, string> {
  if (sort === undefined) return {};
  const sign = descending ? '-' : '';
  if (isOwn(sort)) return { sort: sign + OWN_SORTS[sort] };
  const scored = TRAITS.find((trait) => scoreSort(trait) === sort);
  if (scored) return { sort_by_score: sign + memberOf(scored) };
  const valued = TRAITS.find((trait) => valueSort(trait) === sort);
  return { sort_by_value: sign + (valued ? wordOf(valued) : 'index') };
}
