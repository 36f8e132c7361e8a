/** The column of a trait → its word in GraphQL. Beside the enum, which would bring the whole schema into the thread of a run. */
export const TRAIT_WORDS: Readonly<Record<string, string>> = {
  honey: 'honey',
  gentleness: 'gentleness',
  vigor: 'vigor',
  wintering: 'wintering',
  non_swarming: 'nonSwarming',
  comb_behavior: 'combBehavior',
  hyg6h: 'hyg6h',
  hyg24h: 'hyg24h',
};
