/** A studbook number that begins with a country code of letters, has four or more parts and ends in a year. */
const NUMBER = /^[a-z]{2,3}(?:[-\u2010-\u2015\u2212][0-9a-z]{1,20}){2,8}[-\u2010-\u2015\u2212](\d{4})$/i;
const FIRST_YEAR = 1950;

/** Returns the year in a studbook number, which is the assumed year of birth. */
export function yearInNumber(number: string): string | undefined {
  if (number.length > 100) return undefined;
  const year = NUMBER.exec(number.replaceAll(' ', ''))?.[1];
  if (year === undefined) return undefined;
  return Number(year) >= FIRST_YEAR && Number(year) <= new Date().getUTCFullYear() ? year : undefined;
}
