import type { Expected } from '../core/fault-codes.js';
import { mustBe, type JsonSchema, type Rule } from './rule.js';

/** A number from `least` to `most`, inclusive. */
export function numberFrom(least: number, most: number, unit = ''): Rule<number> {
  const expected: Expected = { kind: 'number', least, most, ...(unit && { unit }) };
  return inRange(expected, least, most, `a number from ${least} to ${most}${unit && ` ${unit}`}`, () => true);
}

/** A whole number from `least` to `most`, inclusive. */
export function wholeFrom(least: number, most: number): Rule<number> {
  const expected: Expected = { kind: 'whole_number', least, most };
  return inRange(expected, least, most, `a whole number from ${least} to ${most}`, Number.isInteger, {
    type: 'integer',
  });
}

/** A score from 1 to 4 in steps of 0.5. 4 is best. */
export const score = inRange(
  { kind: 'score' },
  1,
  4,
  'a number from 1 to 4 in steps of 0.5',
  (number) => Number.isInteger(number * 2),
  { multipleOf: 0.5 },
);

function inRange(
  expected: Expected,
  minimum: number,
  maximum: number,
  what: string,
  fits: (number: number) => boolean,
  additional: JsonSchema = {},
): Rule<number> {
  return {
    what,
    expected,
    schema: { type: 'number', minimum, maximum, ...additional },
    read: (value) =>
      typeof value === 'number' && value >= minimum && value <= maximum && fits(value)
        ? value
        : mustBe(what, value, expected),
  };
}
