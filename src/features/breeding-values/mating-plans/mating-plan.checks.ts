import { numberFrom } from '../../../validation/numbers.js';
import { mustBe, type Rule } from '../../../validation/rule.js';
import { oneOf } from '../../../validation/texts.js';

/** Whose drones are to be used. */
export const USES = ['drone_producing_daughters', 'own_drones'] as const;
export type Use = (typeof USES)[number];

const MOST_QUEENS = 100;
/** Queens × drone mothers of one plan. */
export const MOST_PAIRS = 2500;

const what = `a list of 1 to ${MOST_QUEENS} ids of queens, each once`;

/** Whose ids they are, and that none is there twice, is judged where the queens are known: each at its own place. */
const queens: Rule<string[]> = {
  what,
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MOST_QUEENS,
    uniqueItems: true,
    items: { type: 'string', format: 'uuid' },
  },
  read(value) {
    const isList = Array.isArray(value) && value.length >= 1 && value.length <= MOST_QUEENS;
    return isList && value.every((id) => typeof id === 'string') ? value : mustBe(what, value);
  },
};

/** What a plan is asked for, by GraphQL field; the weights have a rule of their own. */
export const MATING_PLAN_RULES = {
  queenIds: queens,
  droneMotherIds: queens,
  use: oneOf(USES),
  maxInbreeding: numberFrom(0, 1),
} as const satisfies Record<string, Rule>;
