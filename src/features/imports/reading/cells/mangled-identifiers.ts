import { existingDay } from '../../../../validation/dates.js';

/** A long number in exponential notation, which has lost most of its digits. */
const EXPONENT = /^\d(?:[.,]\d{1,14})?E\+\d{1,3}$/i;
const PADDED_DATE = /^(?:(\d{2})([./-])(\d{2})\2(\d{4})|(\d{4})-(\d{2})-(\d{2}))$/;
const MONTH =
  '(?:jan|feb|fév|fev|mar|mär|mrz|apr|avr|mai|may|maj|mag|mei|jun|juin|giu|cze|jul|juil|lug|lip|aug|août|ago|sie|sep|set|wrz|oct|okt|ott|paź|nov|lis|dec|dez|déc|dic|gru|sty|lut|kwi)';
/** Matches a day and a month, such as `5. Jan`, `05-Jan` or `5-Jan-03`. */
const DAY_AND_MONTH = new RegExp(`^\\d{1,2}[-. /]{1,2}${MONTH}\\.?(?:[-. /]{1,2}\\d{2,4})?$`, 'iu');

/**
 * Ways in which a spreadsheet changes an identifier, such as `5-1-3` or `276000000000012`, when it saves a file as
 * text.
 */
export type MangledKind = 'exponent' | 'day_and_month' | 'date' | 'no_date';

/**
 * Returns how a spreadsheet seems to have changed an identifier; undefined if it seems unchanged. `no_date` means that
 * the text has the form of a date, but is not a valid day. Such a text shows that the identifiers of the column had
 * this form before a spreadsheet could change them.
 */
export function mangledKind(text: string): MangledKind | undefined {
  const first = text.charCodeAt(0);
  if (first < 48 || first > 57 || text.length > 20) return undefined;
  if (EXPONENT.test(text)) return 'exponent';
  if (DAY_AND_MONTH.test(text)) return 'day_and_month';
  const [, day, , month, year, isoYear, isoMonth, isoDay] = PADDED_DATE.exec(text) ?? [];
  if (day === undefined && isoDay === undefined) return undefined;
  const isDay = typeof existingDay(text, Number(year ?? isoYear), Number(month ?? isoMonth), Number(day ?? isoDay)) === 'string'; // prettier-ignore
  return isDay ? 'date' : 'no_date';
}
