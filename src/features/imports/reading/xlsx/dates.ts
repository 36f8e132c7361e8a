const DAY = 86_400_000;

/**
 * How a number format shows a number: as a date (perhaps with a time), a year, a time of day, or a plain number (null).
 */
export type DateStyle = 'date' | 'year' | 'time' | null;

/** Returns the style of a built-in format (ECMA-376 part 1, 18.8.30), including the formats of East Asian versions. */
export function styleOfBuiltIn(id: number): DateStyle {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time';
  return null;
}

/**
 * Returns the style of a format code. The letters of its first section determine the style, except letters that are
 * quoted, escaped or in brackets (`[Red]`, `[$-407]`).
 */
export function styleOfCode(code: string): DateStyle {
  const [letters = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^[\]]*\]/g, '')
    .toLowerCase()
    // The exponent of a scientific format, such as `0.00E+00`, is not an era.
    .replace(/[0#?]e[+-]/g, '')
    .split(';');
  if (/general|standard/.test(letters)) return null;
  // German and French spreadsheets write years as J and A.
  if (/^[^a-z]*(y+|j+|a{2,4}|e+)[^a-z]*$/.test(letters)) return 'year';
  if (/[dy]/.test(letters)) return 'date';
  if (/[hs]/.test(letters)) return 'time';
  return /m/.test(letters) ? 'date' : null;
}

/**
 * Converts a serial number to ISO 8601: a day (`2023-12-31`), a day with a time other than midnight
 * (`2023-12-31T14:30:00`), a year (`2023`), if the style is `year`, or a time, if the number is below one day
 * (`14:30:00`). Returns null if the number is not a date: negative numbers, durations, days after 9999.
 */
export function isoOfSerial(serial: number, style: DateStyle, date1904: boolean): string | null {
  if (style === null || !(serial >= 0) || serial >= 2_958_466) return null;
  let days = Math.floor(serial);
  let seconds = Math.round((serial - days) * 86_400);
  if (seconds === 86_400) [days, seconds] = [days + 1, 0];
  const time = seconds === 0 ? '' : new Date(seconds * 1000).toISOString().slice(11, 19);
  if (style === 'time') return days === 0 ? time || '00:00:00' : null;
  if (days === 0 && !date1904) return time || null;
  if (style === 'year') return (date1904 ? isoDay(Date.UTC(1904, 0, 1) + days * DAY) : dayOf1900(days)).slice(0, 4);
  const day = date1904 ? isoDay(Date.UTC(1904, 0, 1) + days * DAY) : dayOf1900(days);
  return time === '' ? day : `${day}T${time}`;
}

/**
 * Converts a day of the 1900 system. This system contains a 29 February 1900 (day 60), which did not exist, so earlier
 * days have another offset.
 */
function dayOf1900(days: number): string {
  if (days === 60) return '1900-02-29';
  return isoDay(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY);
}

function isoDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
