import { existingDay, nextYear, withinNextYear, year as yearRule } from '../../../validation/dates.js';
import { withMonthNumber } from './month-names.js';
import { Fault, mustBe, numeric } from './values.js';
import type { Parser } from './values.js';

/** Parses a year of four digits, which may be in the future. */
export const anyYear: Parser<number> = numeric(yearRule);

/** Parses a year of four digits, up to the next year. */
export const year: Parser<number> = (text) => upToNextYear(anyYear(text), text);

/** Parses a year of four digits or two digits (`21`, `'21`), up to the next year. */
export const shortYear: Parser<number> = (text) => year(withCentury(text));

const withCentury = (text: string): string =>
  text.replace(/^['’‘]?(\d\d)$/, (_, digits: string) => String(fullYear(digits)));

const TIME = '(?:(?:T|,? )\\d{1,2}:\\d{2}.*)?$';
const YEAR_FIRST = new RegExp(`^(\\d{4})([-./])(\\d{1,2})\\2(\\d{1,2})${TIME}`);
const DAY_FIRST = new RegExp(`^(\\d{1,2})([-./])\\s?(\\d{1,2})\\2\\s?(\\d{4}|\\d{2})${TIME}`);

/**
 * Parses a day such as `2023-12-31`, `31.12.2023`, `31.12.23`, `31/12/2023`, `31-12-2023` or `31. Dez. 2023`, and returns
 * `YYYY-MM-DD`. Ignores a time after the day.
 */
export function day(text: string): string | Fault {
  return upToNextYear(dayOf(text) ?? mustBe('a date such as 2023-12-31 or 31.12.2023', text, { kind: 'date' }), text);
}

/** Parses a day or a year, which may have two digits, and returns `YYYY-MM-DD` or `YYYY`. */
export function dayOrYear(written: string): string | Fault {
  const text = withCentury(written);
  if (!/^\d{4}$/.test(text)) {
    return upToNextYear(
      dayOf(text) ?? mustBe('a date such as 2023-12-31 or 31.12.2023, or a year', text, { kind: 'date_or_year' }),
      text,
    );
  }
  const number = year(text);
  return number instanceof Fault ? number : text;
}

const upToNextYear = <T extends string | number>(date: T | Fault, text: string): T | Fault =>
  date instanceof Fault ? date : withinNextYear(date, text);

/** A date of which the order of day and month may be unknown. Dates with points always begin with the day. */
const DAY_OR_MONTH_FIRST = /^(\d{1,2})([-/])(\d{1,2})(?=\2(?:\d{4}|\d{2})(?:\D|$))/;

/** Returns which of day and month is first in a date; undefined if both are possible. */
export function orderOf(text: string): 'day_first' | 'month_first' | undefined {
  const [, first, , second] = DAY_OR_MONTH_FIRST.exec(text) ?? [];
  if (Number(first) > 12 && Number(second) <= 12) return 'day_first';
  return Number(first) <= 12 && Number(second) > 12 ? 'month_first' : undefined;
}

/** Converts a date that begins with the month to a date that begins with the day. Other texts stay unchanged. */
export const withDayFirst = (text: string): string => text.replace(DAY_OR_MONTH_FIRST, '$3$2$1');

/** Returns null if the text is not a date, and a fault if the day does not exist. */
function dayOf(text: string): string | Fault | null {
  let match = YEAR_FIRST.exec(text);
  if (match) return existingDay(text, Number(match[1]), Number(match[3]), Number(match[4]));
  match = DAY_FIRST.exec(withMonthNumber(text));
  return match && existingDay(text, fullYear(match[4] ?? ''), Number(match[3]), Number(match[1]));
}

/**
 * Completes a year of two digits to a year of this century. If the result is later than next year, uses the last
 * century instead, because dates of tests are not in the future.
 */
export function fullYear(digits: string): number {
  const number = Number(digits);
  if (digits.length > 2) return number;
  const next = nextYear();
  const thisCentury = next - (next % 100) + number;
  return thisCentury > next ? thisCentury - 100 : thisCentury;
}
