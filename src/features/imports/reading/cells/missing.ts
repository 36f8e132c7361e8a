import { normalize } from '../../../../validation/normalize.js';
import {
  MISSING_NOUNS as NOUN,
  MISSING_WORDS as KNOWN,
  ORIGIN_WORDS as ORIGIN,
} from '../../../../validation/missing-words.js';
import { decomposable } from '../folding.js';

/**
 * Kinds of columns. Zeros mean "not known" only in columns of queens and numbers. Words for the origin of a queen, such
 * as `wild`, can be names of places.
 */
export type ColumnKind = 'queen' | 'number' | 'place' | 'value';

const ONLY_SIGNS = /^[\p{P}\p{S}\s]+$/u;
const SIGN = /[\p{P}\p{S}\s]/u;
/**
 * Matches `0`, and BeeBreed numbers that consist only of zeros. After a country code, at least two parts must be zeros,
 * because `DE-0` may be a valid number.
 */
const ZEROS = /^(?:[a-z]{2}[-\u2010-\u2015\u2212./ ]0+(?=\D))?0*(?:[-\u2010-\u2015\u2212./, ]0+)*$/i;
/** Maximum length of a text that means "not known". */
const MAX_LENGTH = 40;

const PLAIN_WORDS = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** Returns a word in the form for comparison: without case, accents, surrounding punctuation and blanks. */
export function wordKey(text: string): string {
  if (PLAIN_WORDS.test(text)) return text.toLowerCase();
  return trimSigns(normalize(decomposable(text), 'NFD').replace(/\p{M}/gu, '')).replace(/\s+/g, ' ');
}

/**
 * Removes punctuation and blanks at both ends. A regular expression for the end of a text would take quadratic time.
 */
function trimSigns(text: string): string {
  const characters = [...text];
  const isInner = (character: string) => !SIGN.test(character);
  return characters.slice(characters.findIndex(isInner), characters.findLastIndex(isInner) + 1).join('');
}

/**
 * Returns a name in the form for comparison with words that mean "not known". A text of punctuation only is unchanged.
 */
export const nameKeyOf = (text: string): string => wordKey(text) || text;

/** Whether a cell means "not known" in a column of this kind. The cell must be cleaned and not empty. */
export function isMissing(text: string, kind: ColumnKind): boolean {
  if (text.length > MAX_LENGTH) return false;
  if (ONLY_SIGNS.test(text)) return true;
  if ((kind === 'queen' || kind === 'number') && ZEROS.test(text)) return true;
  return isMissingWord(text, kind);
}

/** Signs that are values: `+` and `++` are scores, and a check mark means "yes". */
const VALUE_SIGN = /[+±✓✔√☑]/;

/** Whether a cleaned cell with a number, a day or a word of a list has no value. */
export const isMissingValue = (text: string): boolean => isMissing(text, 'value') && !VALUE_SIGN.test(text);

/** Whether a text is a word that means "not known". Such a word might also be a queen's name. */
export function isMissingWord(text: string, kind: ColumnKind = 'queen'): boolean {
  if (text.length > MAX_LENGTH || ONLY_SIGNS.test(text)) return false;
  if (text === '\\N') return true;
  // No word that means "not known" contains a digit, except `1.#QNAN` and `1.#IND`, which programs write.
  if (/\d/.test(text) && !text.includes('#')) return false;
  const key = wordKey(text);
  const isKnown = (word: string) => KNOWN.has(word) || (kind !== 'place' && ORIGIN.has(word));
  if (isKnown(key) || isKnown(key.replaceAll('. ', '.'))) return true;
  const words = key.split(' ');
  return words.length === 2 && words.some(isKnown) && words.every((word) => isKnown(word) || NOUN.has(word));
}
