import type { Trait } from './draft.js';
import type { FieldName } from './known-words.js';

/** The traits by the fields that measure them, with the words REST has for their breeding values. */
export const TRAIT_FIELDS: ReadonlyMap<FieldName, { trait: Trait; value: string }> = new Map([
  ['honey_yield_kg', { trait: 'honey', value: 'honey' }],
  ['gentleness', { trait: 'gentleness', value: 'gentleness' }],
  ['vigor', { trait: 'vigor', value: 'vigor' }],
  ['wintering', { trait: 'wintering', value: 'wintering' }],
  ['swarming', { trait: 'non_swarming', value: 'swarming' }],
  ['comb_sitting', { trait: 'comb_behavior', value: 'comb_sitting' }],
  ['hyg6_cleaned', { trait: 'hyg6h', value: 'hyg6' }],
  ['hyg24_cleaned', { trait: 'hyg24h', value: 'hyg24' }],
] as const);

/** `honey_r2` and its like: the reliability of a breeding value. */
export const RELIABILITY_FIELDS: ReadonlyMap<string, Trait> = new Map(
  [...TRAIT_FIELDS.values()].map(({ trait, value }) => [`${value}_r2`, trait]),
);

export function isTraitField(field: string | null): field is FieldName {
  return TRAIT_FIELDS.has(field as FieldName);
}
