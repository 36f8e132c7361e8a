import { day, year } from '../rules/dates.js';
import { numberFrom, score, wholeFrom } from '../rules/numbers.js';
import type { Rule } from '../rules/rule.js';
import { countryCode, idOf, textUpTo } from '../rules/texts.js';

/** The eight traits: honey of a season in kg, scores, and cells of 50 that the bees have cleaned. */
export const TRAIT_RULES = {
  honey: numberFrom(0, 200, 'kg'),
  gentleness: score,
  vigor: score,
  wintering: score,
  nonSwarming: score,
  combBehavior: score,
  hyg6h: wholeFrom(0, 50),
  hyg24h: wholeFrom(0, 50),
} as const satisfies Record<string, Rule>;

/** What may be written of an evaluation, by GraphQL field. */
export const EVALUATION_RULES = {
  queenId: idOf('a queen'),
  year,
  evaluatedOn: day,
  apiaryId: idOf('an apiary'),
  hiveId: idOf('a hive'),
  evaluator: textUpTo(200),
  countryCode,
  postalCode: textUpTo(200),
  ...TRAIT_RULES,
} as const satisfies Record<string, Rule>;

export const TRAITS = Object.keys(TRAIT_RULES) as (keyof typeof TRAIT_RULES)[];

/** Of cells that are clean after 24 hours where more were clean after 6. */
export const fewerThanBefore = (after6h: number, after24h: number): string =>
  `must not be below the cells cleaned after 6 hours (${after6h}), but is ${after24h}`;
