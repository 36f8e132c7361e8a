import { MEASURES, TRAITS, type Limits, type Measure } from './trait-table.js';

export { MEASURES, TRAITS, type Measure };

export type TraitName = keyof typeof TRAITS;
type Row = (typeof TRAITS)[TraitName];
export type TraitColumn = Row['column'];
export type TraitMember = Row['member'];
export type TraitWord = Row['word'];
/** The name of the trait in enums of sort fields. */
export type TraitSort = Uppercase<TraitColumn>;

export const TRAIT_NAMES = Object.keys(TRAITS) as readonly TraitName[];
export const TRAIT_COLUMNS: readonly TraitColumn[] = TRAIT_NAMES.map((name) => TRAITS[name].column);

/** Columns of the traits that have the given measure. */
export const columnsIn = (measure: Measure): readonly TraitColumn[] =>
  TRAIT_NAMES.filter((name) => TRAITS[name].measure === measure).map((name) => TRAITS[name].column);

/** Whether the values of a trait are whole numbers. */
export function isWhole(name: TraitName): boolean {
  const { step }: Limits = MEASURES[TRAITS[name].measure];
  return step === 1;
}

export const sortOf = (name: TraitName): TraitSort => TRAITS[name].column.toUpperCase() as TraitSort;

/**
 * Creates an object with a value for each trait. `key` returns the name of the trait under which the value is stored.
 */
export function byTrait<Key extends string, Value>(
  key: (name: TraitName) => Key,
  value: (name: TraitName) => Value,
): Record<Key, Value> {
  return Object.fromEntries(TRAIT_NAMES.map((name) => [key(name), value(name)])) as Record<Key, Value>;
}

/** Creates an object with a value for each trait, by the name of the trait in GraphQL. */
export const eachTrait = <Value>(value: (name: TraitName) => Value): Record<TraitName, Value> =>
  byTrait((name) => name, value);

/** The GraphQL name of each trait, by the column of the trait. */
export const TRAIT_OF_COLUMN = byTrait(
  (name) => TRAITS[name].column,
  (name) => name,
);

/** The GraphQL name of each trait, by the word for the trait in breeding values of the REST API. */
export const TRAIT_WORDS = byTrait(
  (name) => TRAITS[name].word,
  (name) => name,
);

/** The GraphQL name of each trait, by the member for the trait in evaluations of the REST API. */
export const TRAIT_MEMBERS = byTrait(
  (name) => TRAITS[name].member,
  (name) => name,
);

/** Converts the GraphQL name of a trait to the word of the REST API. Other texts stay unchanged. */
export const restTrait = (trait: string): string => (isTrait(trait) ? TRAITS[trait].word : trait);

const isTrait = (name: string): name is TraitName => Object.hasOwn(TRAITS, name);
