import { eachTrait, sortOf, TRAIT_NAMES, TRAITS as TABLE, type TraitName, type TraitSort } from '../../core/traits.js';

/** The eight traits in the order in which breeders read them. */
export const TRAITS = TRAIT_NAMES;
export type Trait = TraitName;

/** What lists are sorted by to sort them by a trait. */
export const TRAIT_SORTS: Record<Trait, TraitSort> = eachTrait(sortOf);

/** The member of an evaluation in REST, by which columns of files are named. */
export const memberOf = (trait: Trait): string => TABLE[trait].member;
/** The word of REST for a breeding value of the trait. */
export const wordOf = (trait: Trait): string => TABLE[trait].word;
export const measureOf = (trait: Trait) => TABLE[trait].measure;
