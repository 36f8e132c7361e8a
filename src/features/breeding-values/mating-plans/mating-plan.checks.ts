import { numberFrom } from '../../../validation/numbers.js';
import { mustBe, type Rule } from '../../../validation/rule.js';
import { oneOf } from '../../../validation/texts.js';

const USES = ['drone_producing_daughters', 'own_drones'] as const;
export type Use = (typeof USES)[number];

const MAX_QUEENS = 100;
/** Maximum number of pairs (queens × drone mothers) in one plan. */
export const MAX_PAIRS = 2500;

const what = `a list of 1 to ${MAX_QUEENS} ids of queens, each once`;

/** Unknown and repeated ids are reported later, each with its index. */
const queens: Rule<string[]> = {
  what,
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_QUEENS,
    uniqueItems: true,
    items: { type: 'string', format: 'uuid' },
  },
  read(value) {
    const isList = Array.isArray(value) && value.length >= 1 && value.length <= MAX_QUEENS;
    return isList && value.every((id) => typeof id === 'string') ? value : mustBe(what, value);
  },
};

/** Rules of a mating plan, by GraphQL name. Weights have a separate rule. */
export const MATING_PLAN_RULES = {
  queenIds: queens,
  droneMotherIds: queens,
  use: oneOf(USES),
  maxInbreeding: numberFrom(0, 1),
} as const satisfies Record<string, Rule>;
