import { normalize } from './normalize.js';
import { ValueFault, mustBe, type Rule } from './rule.js';
import { isUuid } from './uuid.js';

/**
 * The text without surrounding blanks, and with composed accents. macOS often writes ü as u and a combining diaeresis.
 */
export function composed(input: string): string {
  const text = input.trim();
  return /[\u0300-\u036f]/.test(text) ? normalize(text, 'NFC') : text;
}

/** Text of at most `maximum` code points, including line breaks. Blank text is null. */
export function textUpTo(maximum: number): Rule<string> {
  return {
    what: `text of at most ${maximum} characters`,
    schema: { type: 'string', maxLength: maximum },
    read(value) {
      if (typeof value !== 'string') return mustBe('text', value, { kind: 'text' });
      const text = composed(value);
      // The number of code units is checked first, because a text never has fewer code units than code points.
      const length = text.length <= maximum ? text.length : [...text].length;
      if (length > maximum)
        return new ValueFault(`must have at most ${maximum} characters, not ${length}`, [], 'too_long', {
          most: maximum,
          length,
        });
      return text === '' ? null : text;
    },
  };
}

/** Like `textUpTo`, but for one line of text. Line breaks and repeated blanks become one blank. */
export function lineUpTo(maximum: number): Rule<string> {
  const text = textUpTo(maximum);
  return { ...text, read: (value) => text.read(typeof value === 'string' ? value.replace(/\s+/g, ' ') : value) };
}

/** One of these words. */
export function oneOf<Word extends string>(words: readonly Word[]): Rule<Word> {
  const what = `one of ${words.join(', ')}`;
  return {
    what,
    schema: { type: 'string', enum: words },
    read: (value) =>
      words.includes(value as Word) ? (value as Word) : mustBe(what, value, { kind: 'one_of', allowed: words }),
  };
}

const COUNTRY = 'a country code of two letters';

/** A two-letter code (ISO 3166-1 alpha-2), stored in upper case. */
export const countryCode: Rule<string> = {
  what: COUNTRY,
  schema: { type: 'string', pattern: '^([A-Za-z]{2})?$' },
  read(value) {
    if (typeof value !== 'string') return mustBe(COUNTRY, value, { kind: 'country' });
    const text = value.trim();
    if (text === '') return null;
    return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : mustBe(COUNTRY, value, { kind: 'country' });
  },
};

/** The id of a row. The existence of the row is checked later. */
export function idOf(row: string): Rule<string> {
  const what = `the id (a UUID) of ${row}`;
  return {
    what,
    schema: { type: 'string', format: 'uuid' },
    read: (value) =>
      typeof value === 'string' && isUuid(value) ? value.toLowerCase() : mustBe(what, value, { kind: 'id' }),
  };
}
