import { fold } from './folding.js';

/** Languages of files in which a name never means two months. In Croatian, `listopad` is another month than in Polish. */
const LANGUAGES = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'es', 'da', 'nb', 'sv', 'cs'];

/** Folded name or abbreviation of a month → its number. German spreadsheets abbreviate `März` to `Mrz`. */
export const MONTHS = new Map<string, number>([['mrz', 3]]);
for (const language of LANGUAGES) {
  for (const month of ['long', 'short'] as const) {
    // Beside a day, some languages inflect the name: `czerwiec`, but `15 czerwca`.
    for (const options of [{ month }, { month, day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      for (let number = 1; number <= 12; number++) {
        const parts = format.formatToParts(Date.UTC(2000, number - 1, 1));
        const name = fold(parts.find(({ type }) => type === 'month')?.value ?? '');
        if (/^\p{L}/u.test(name)) MONTHS.set(name, number);
      }
    }
  }
}

const NAME = '(\\p{L}{3,12})';
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:\\.|er|st|nd|rd|th)?[-/ ]?(?:de |of )?${NAME}(?:\\.?[-/, ]| de | del |\\.)(\\d{4}|\\d{2})`,
  'u',
);
const MONTH_FIRST = new RegExp(`^${NAME}\\.?[- ](\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})`, 'u');

/**
 * Replaces a date with the name of a month at the beginning of a text: `15. Juni 2021` and `June 15, 2021` become
 * `15.6.2021`. Other texts stay unchanged.
 */
export function withMonthNumber(text: string): string {
  if (text.length > 50 || !/\p{L}{3}/u.test(text)) return text;
  const words = text.replace(/\s+/g, ' ');
  let [date = '', day, name, year] = DAY_FIRST.exec(words) ?? [];
  if (day === undefined) [date = '', name, day, year] = MONTH_FIRST.exec(words) ?? [];
  const month = MONTHS.get(fold(name ?? ''));
  return month === undefined ? text : `${day}.${month}.${year}${words.slice(date.length)}`;
}
