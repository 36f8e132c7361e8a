import { TRAIT_NAMES, TRAITS, type TraitColumn, type TraitMember, type TraitWord } from '../../../core/traits.js';

/** Field of a trait → the trait, and the REST name of its breeding value. */
export const TRAIT_FIELDS: ReadonlyMap<string, { trait: TraitColumn; value: TraitWord }> = new Map(
  TRAIT_NAMES.map((name) => [TRAITS[name].member, { trait: TRAITS[name].column, value: TRAITS[name].word }]),
);

/** Field of a reliability, such as `honey_r2` → the trait. */
export const RELIABILITY_FIELDS: ReadonlyMap<string, TraitColumn> = new Map(
  [...TRAIT_FIELDS.values()].map(({ trait, value }) => [`${value}_r2`, trait]),
);

export function isTraitField(field: string | null): field is TraitMember {
  return field !== null && TRAIT_FIELDS.has(field);
}
