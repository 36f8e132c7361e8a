import { eachTrait, TRAITS, type Measure } from '../../core/traits.js';
import { day, year } from '../../validation/dates.js';
import { numberFrom, score, wholeFrom } from '../../validation/numbers.js';
import type { Rule } from '../../validation/rule.js';
import { countryCode, idOf, textUpTo } from '../../validation/texts.js';

const MEASURES: Readonly<Record<Measure, Rule<number>>> = {
  kilograms: numberFrom(0, 200, 'kg'),
  score,
  cells: wholeFrom(0, 50),
};

/** Which values a trait may have. */
export const TRAIT_RULES = eachTrait((name) => MEASURES[TRAITS[name].measure]);

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

/** Of cells that are clean after 24 hours where more were clean after 6. */
export const fewerThanBefore = (after6h: number, after24h: number): string =>
  `must not be below the cells cleaned after 6 hours (${after6h}), but is ${after24h}`;
