/** The eight traits in the order in which breeders read them, and what each is measured in. */
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
