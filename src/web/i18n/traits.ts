import { eachTrait, sortOf, TRAIT_NAMES, TRAITS as TABLE, type TraitName, type TraitSort } from '../../core/traits.js';

/** The eight traits in the order that breeders use. */
export const TRAITS = TRAIT_NAMES;
export type Trait = TraitName;

/** The sort field of each trait in lists. */
export const TRAIT_SORTS: Record<Trait, TraitSort> = eachTrait(sortOf);

/** The name of the trait in evaluations, in REST and in files. */
export const memberOf = (trait: Trait): string => TABLE[trait].member;
/** The name of the trait in breeding values, in REST. */
export const wordOf = (trait: Trait): string => TABLE[trait].word;
export const measureOf = (trait: Trait) => TABLE[trait].measure;
