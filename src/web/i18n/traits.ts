/** The eight traits in the order in which breeders read them. */
export const TRAITS = [
  'honey',
  'gentleness',
  'vigor',
  'wintering',
  'nonSwarming',
  'combBehavior',
  'hyg6h',
  'hyg24h',
] as const;
export type Trait = (typeof TRAITS)[number];

/** What lists are sorted by to sort them by a trait. */
export const TRAIT_SORTS = {
  honey: 'HONEY',
  gentleness: 'GENTLENESS',
  vigor: 'VIGOR',
  wintering: 'WINTERING',
  nonSwarming: 'NON_SWARMING',
  combBehavior: 'COMB_BEHAVIOR',
  hyg6h: 'HYG6H',
  hyg24h: 'HYG24H',
} as const satisfies Record<Trait, string>;
