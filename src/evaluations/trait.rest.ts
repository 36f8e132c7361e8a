import type { Members } from '../rest/members.js';
import { inverse } from '../rest/members.js';

/** The trait enum: its words in REST and in GraphQL. */
export const TRAITS = {
  honey: 'honey',
  gentleness: 'gentleness',
  vigor: 'vigor',
  wintering: 'wintering',
  swarming: 'nonSwarming',
  comb_sitting: 'combBehavior',
  hyg6: 'hyg6h',
  hyg24: 'hyg24h',
} as const satisfies Members;

const IN_REST = inverse(TRAITS);

export const restTrait = (trait: string): string => IN_REST[trait] ?? trait;
