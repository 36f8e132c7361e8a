import { memberOf, TRAIT_SORTS, TRAITS, wordOf, type Trait } from '../i18n/traits.js';

/** Sort fields of a queen's own columns, with their names in REST. */
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

/** The index, a breeding value, or a result of the last test. */
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
  /** Default: `DEFAULT_ORDER`. */
  sort?: QueenSortWord;
  descending?: true;
}

/** Living queens first, then the newest first. */
const DEFAULT_ORDER = [
  { field: 'LIVING', direction: 'ASC' },
  { field: 'DATE_OF_BIRTH', direction: 'DESC' },
  { field: 'NAME', direction: 'ASC' },
] as const;

const isOwn = (sort: QueenSortWord): sort is OwnSort => Object.hasOwn(OWN_SORTS, sort);

/** Whether a list by this field starts with the largest. */
export const isByValue = (sort: string): boolean => !Object.hasOwn(OWN_SORTS, sort);

/** The order of the list, as GraphQL variables. */
export function orderVariables({ sort, descending }: QueenOrder) {
  const direction = descending ? ('DESC' as const) : ('ASC' as const);
  if (sort === undefined) return { sort: [...DEFAULT_ORDER] };
  if (isOwn(sort)) return { sort: [{ field: sort, direction }] };
  const scored = TRAITS.find((trait) => scoreSort(trait) === sort);
  if (scored) return { sortByScore: { trait: scored, direction } };
  const valued = TRAITS.find((trait) => valueSort(trait) === sort);
  return { sortByValue: { field: valued ? TRAIT_SORTS[valued] : ('INDEX' as const), direction } };
}

/** The order of the list, as parameters of REST. */
export function orderParameters({ sort, descending }: QueenOrder): Record<string, string> {
  if (sort === undefined) return {};
  const sign = descending ? '-' : '';
  if (isOwn(sort)) return { sort: sign + OWN_SORTS[sort] };
  const scored = TRAITS.find((trait) => scoreSort(trait) === sort);
  if (scored) return { sort_by_score: sign + memberOf(scored) };
  const valued = TRAITS.find((trait) => valueSort(trait) === sort);
  return { sort_by_value: sign + (valued ? wordOf(valued) : 'index') };
}
