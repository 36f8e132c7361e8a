import {
  eachTrait,
  isWhole,
  sortOf,
  TRAIT_NAMES,
  TRAITS as TABLE,
  type Measure,
  type TraitName,
  type TraitSort,
} from '../../core/traits.js';

/** The traits in the order that breeders use. */
export const TRAITS = TRAIT_NAMES;
export type Trait = TraitName;

/** The sort field of each trait in lists. */
export const TRAIT_SORTS: Record<Trait, TraitSort> = eachTrait(sortOf);

/** The name of the trait in evaluations, in REST and in files. */
export const memberOf = (trait: Trait): string => TABLE[trait].member;
/** The name of the trait in breeding values, in REST. */
export const wordOf = (trait: Trait): string => TABLE[trait].word;
export const measureOf = (trait: Trait): Measure => TABLE[trait].measure;
/** Decimals of a measured value. */
export const decimalsOf = (trait: Trait): 0 | 1 => (isWhole(trait) ? 0 : 1);

/**
 * All traits as fields of a GraphQL document. Its type is the text, so that documents with it are typed; the order of
 * the fields in the type does not matter.
 */
export const TRAIT_FIELDS = TRAITS.join(' ') as Joined<Trait>;
type Joined<Names, Last = LastOf<Names>> = [Names] extends [never]
  ? ''
  : `${Joined<Exclude<Names, Last>>} ${Last & string}`;
/** One member of a union: from overloads, TypeScript infers the result of the last one. */
type LastOf<Union> = Overloads<Union extends unknown ? () => Union : never> extends () => infer Last ? Last : never;
type Overloads<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The traits with a measure. */
export type TraitIn<M extends Measure> = { [T in Trait]: (typeof TABLE)[T]['measure'] extends M ? T : never }[Trait];
export const isIn = <M extends Measure>(measure: M, trait: Trait): trait is TraitIn<M> => measureOf(trait) === measure;
