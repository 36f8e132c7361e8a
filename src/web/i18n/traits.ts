import { eachTrait, sortOf, TRAIT_NAMES, TRAITS as TABLE, type TraitName, type TraitSort } from '../../core/traits.js';

/** The eight traits in breeders' usual order. */
export const TRAITS = TRAIT_NAMES;
export type Trait = TraitName;

/** Sort key of a list for the trait. */
export const TRAIT_SORTS: Record<Trait, TraitSort> = eachTrait(sortOf);

/** REST member of an evaluation, which is also the name in files. */
export const memberOf = (trait: Trait): string => TABLE[trait].member;
/** REST name of a breeding value of the trait. */
export const wordOf = (trait: Trait): string => TABLE[trait].word;
export const measureOf = (trait: Trait) => TABLE[trait].measure;
