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
 * The GraphQL selection of all traits. If a trait is missing here, the compiler reports an error in the documents that
 * use the selection.
 */
export const TRAIT_SELECTION = 'honey gentleness vigor wintering nonSwarming combBehavior hyg6h hyg24h';

/** The traits with the measure `M`. */
export type TraitIn<M extends Measure> = { [T in Trait]: (typeof TABLE)[T]['measure'] extends M ? T : never }[Trait];
export const isIn = <M extends Measure>(measure: M, trait: Trait): trait is TraitIn<M> => measureOf(trait) === measure;
