import { TRAIT_NAMES, TRAITS, type TraitColumn, type TraitMember, type TraitWord } from '../../../core/traits.js';

/** The traits by their fields, with the REST names of their breeding values. */
export const TRAIT_FIELDS: ReadonlyMap<string, { trait: TraitColumn; value: TraitWord }> = new Map(
  TRAIT_NAMES.map((name) => [TRAITS[name].member, { trait: TRAITS[name].column, value: TRAITS[name].word }]),
);

/** Fields of reliabilities, such as `honey_r2`. */
export const RELIABILITY_FIELDS: ReadonlyMap<string, TraitColumn> = new Map(
  [...TRAIT_FIELDS.values()].map(({ trait, value }) => [`${value}_r2`, trait]),
);

export function isTraitField(field: string | null): field is TraitMember {
  return field !== null && TRAIT_FIELDS.has(field);
}
