import { normalize } from './normalize.js';
import { ValueFault, mustBe, type Rule } from './rule.js';
import { isUuid } from './uuid.js';

/** Trimmed, and with accents composed: what was made on a Mac may spell ü as u and two dots. */
export function composed(given: string): string {
  const text = given.trim();
  return /[\u0300-\u036f]/.test(text) ? normalize(text, 'NFC') : text;
}

/** Text of at most so many characters (code points), line breaks and all. A blank one says nothing. */
export function textUpTo(most: number): Rule<string> {
  return {
    what: `text of at most ${most} characters`,
    schema: { type: 'string', maxLength: most },
    read(value) {
      if (typeof value !== 'string') return mustBe('text', value);
      const text = composed(value);
      // Code units first: they are never fewer.
      const length = text.length <= most ? text.length : [...text].length;
      if (length > most)
        return new ValueFault(`must have at most ${most} characters, not ${length}`, [], 'too_long', { most, length });
      return text === '' ? null : text;
    },
  };
}

/** One of these words. */
export function oneOf<Word extends string>(words: readonly Word[]): Rule<Word> {
  const what = `one of ${words.join(', ')}`;
  return {
    what,
    schema: { type: 'string', enum: words },
    read: (value) => (words.includes(value as Word) ? (value as Word) : mustBe(what, value)),
  };
}

const COUNTRY = 'a country code of two letters';

/** A code of two letters (ISO 3166-1 alpha-2), kept in capitals. */
export const countryCode: Rule<string> = {
  what: COUNTRY,
  schema: { type: 'string', pattern: '^([A-Za-z]{2})?$' },
  read(value) {
    if (typeof value !== 'string') return mustBe(COUNTRY, value);
    const text = value.trim();
    if (text === '') return null;
    return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : mustBe(COUNTRY, value);
  },
};

/** The id of a row of the account; whether it is there is asked later. */
export function idOf(row: string): Rule<string> {
  const what = `the id (a UUID) of ${row}`;
  return {
    what,
    schema: { type: 'string', format: 'uuid' },
    read: (value) => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : mustBe(what, value)),
  };
}
