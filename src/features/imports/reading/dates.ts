import { existingDay, nextYear, withinNextYear, year as yearRule } from '../../../validation/dates.js';
import { Fault, mustBe, numeric } from './values.js';
import type { Parser } from './values.js';

/** A year of four digits, also of those to come. */
export const anyYear: Parser<number> = numeric(yearRule);

/** A year of four digits. */
export const year: Parser<number> = (text) => kept(anyYear(text), text);

const TIME = '(?:[T ]\\d{1,2}:\\d{2}.*)?$';
const YEAR_FIRST = new RegExp(`^(\\d{4})([-./])(\\d{1,2})\\2(\\d{1,2})${TIME}`);
const DAY_FIRST = new RegExp(`^(\\d{1,2})([-./])\\s?(\\d{1,2})\\2\\s?(\\d{4}|\\d{2})${TIME}`);

/** A day as `YYYY-MM-DD`, from that, `31.12.2023`, `31.12.23`, `31/12/2023` or `31-12-2023`; a time after it is left out. */
export function day(text: string): string | Fault {
  return kept(dayOf(text) ?? mustBe('a date such as 2023-12-31 or 31.12.2023', text, { kind: 'date' }), text);
}

/** A day, or a year alone where no more is known: `YYYY-MM-DD` or `YYYY`. */
export function dayOrYear(text: string): string | Fault {
  if (!/^\d{4}$/.test(text)) {
    return kept(
      dayOf(text) ?? mustBe('a date such as 2023-12-31 or 31.12.2023, or a year', text, { kind: 'date_or_year' }),
      text,
    );
  }
  const number = year(text);
  return number instanceof Fault ? number : text;
}

const kept = <T extends string | number>(date: T | Fault, text: string): T | Fault =>
  date instanceof Fault ? date : withinNextYear(date, text);

/** Null where the text is no date at all, a fault where it names a day that does not exist. */
function dayOf(text: string): string | Fault | null {
  let match = YEAR_FIRST.exec(text);
  if (match) return existingDay(text, Number(match[1]), Number(match[3]), Number(match[4]));
  match = DAY_FIRST.exec(text);
  return match && existingDay(text, fullYear(match[4]!), Number(match[3]), Number(match[1]));
}

/** Two digits are of this century up to the next year, else of the last: nobody writes down what is to come. */
export function fullYear(digits: string): number {
  const number = Number(digits);
  if (digits.length > 2) return number;
  const next = nextYear();
  const thisCentury = next - (next % 100) + number;
  return thisCentury > next ? thisCentury - 100 : thisCentury;
}
