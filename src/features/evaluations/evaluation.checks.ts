import { eachTrait, MEASURES, TRAITS, type Measure } from '../../core/traits.js';
import { day, year } from '../../validation/dates.js';
import { numberFrom, score, wholeFrom } from '../../validation/numbers.js';
import type { Rule } from '../../validation/rule.js';
import { countryCode, idOf, textUpTo } from '../../validation/texts.js';

const { kilograms, cells } = MEASURES;
const RULES: Readonly<Record<Measure, Rule<number>>> = {
  kilograms: numberFrom(kilograms.least, kilograms.most, 'kg'),
  score,
  cells: wholeFrom(cells.least, cells.most),
};

/** Validation rule of each trait. */
const TRAIT_RULES = eachTrait((name) => RULES[TRAITS[name].measure]);

/** Rules of the writable fields, by GraphQL name. */
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

/** Message for a colony with fewer cleaned cells after 24 hours than after 6 hours. */
export const fewerCellsAfter24h = (after6h: number, after24h: number): string =>
  `must not be below the cells cleaned after 6 hours (${after6h}), but is ${after24h}`;
