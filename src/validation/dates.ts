import type { Fault as PathFault } from '../core/errors.js';
import type { Expected } from '../core/fault-codes.js';
import { wholeFrom } from './numbers.js';
import { ValueFault, mustBe, type Rule } from './rule.js';

export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2100;

/** A year of four digits. */
export const year: Rule<number> = wholeFrom(FIRST_YEAR, LAST_YEAR);

const DAY_PATTERN = '[0-9]{4}-[0-9]{2}-[0-9]{2}';

/** A day in RFC 3339 format. */
export const day: Rule<string> = dateRule('a date such as 2023-12-31', `^${DAY_PATTERN}$`, { kind: 'date' });

/** A day, or a year if the day is unknown. */
export const dayOrYear: Rule<string> = dateRule(
  'a date such as 2023-12-31, or a year alone such as 2023',
  `^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$`,
  { kind: 'date_or_year' },
);

/**
 * Rejects dates and years after next year, so that a typing error does not become the newest year of the account. Next
 * year is accepted because clocks differ, and because seasons of the southern hemisphere are named after the year in
 * which they end.
 * @param input the value shown in the fault
 */
export function withinNextYear<T extends string | number>(date: T, input: unknown): T | ValueFault {
  const last = nextYear();
  return Number(String(date).slice(0, 4)) > last
    ? mustBe(`no later than ${last}`, input, { kind: 'not_after', most: last })
    : date;
}

export const nextYear = (): number => new Date().getUTCFullYear() + 1;

/**
 * Faults of dates that are too far in the future. Unchanged dates are not checked, because they may have been stored
 * before this rule existed.
 */
export function futureDateFaults(fields: readonly string[], before: object | null, input: object): PathFault[] {
  const old = (before ?? {}) as Record<string, unknown>;
  return Object.entries(input).flatMap(([field, date]) => {
    if (!fields.includes(field) || date == null || date === old[field]) return [];
    const checked = withinNextYear(date as string | number, date);
    return checked instanceof ValueFault ? checked.at(field) : [];
  });
}

function dateRule(what: string, pattern: string, expected: Expected): Rule<string> {
  const form = new RegExp(pattern);
  return {
    what,
    schema: { type: 'string', pattern },
    read(value) {
      const text = Number.isInteger(value) ? String(value) : value;
      if (typeof text !== 'string' || !form.test(text)) return mustBe(what, value, expected);
      const [year, month, day] = text.split('-').map(Number) as [number, number?, number?];
      return month === undefined || day === undefined ? inYears(year, text) : existingDay(text, year, month, day);
    },
  };
}

/**
 * A day as `YYYY-MM-DD`, or a fault if the day does not exist.
 * @param input the text shown in the fault
 */
export function existingDay(input: string, year: number, month: number, day: number): string | ValueFault {
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) {
    return new ValueFault(`names a day that does not exist: "${input}"`, [], 'no_such_day', { given: input });
  }
  const two = (number: number) => `${number < 10 ? '0' : ''}${number}`;
  return inYears(year, input, `${year}-${two(month)}-${two(day)}`);
}

function inYears(year: number, input: string, date = input): string | ValueFault {
  return year < FIRST_YEAR || year > LAST_YEAR
    ? mustBe(`a date from ${FIRST_YEAR} to ${LAST_YEAR}`, input, {
        kind: 'date_between',
        least: FIRST_YEAR,
        most: LAST_YEAR,
      })
    : date;
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
