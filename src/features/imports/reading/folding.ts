import { normalize } from '../../../validation/normalize.js';

/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i' };
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Returns the text in lower case. Replaces letters that Unicode cannot decompose. */
export const decomposable = (text: string): string =>
  text.toLowerCase().replace(/[ßłøæœđı]/g, (letter) => LETTERS[letter] ?? letter);

/**
 * Removes case, accents, white space and punctuation. `Date of birth:` becomes `dateofbirth`. In `N°`, the degree sign
 * means the letter `o`.
 */
export function fold(text: string): string {
  return normalize(decomposable(text).replace(/n°/g, 'no'), 'NFKD').replace(/[^\p{L}\p{N}]/gu, '');
}

/** Like `fold`, but writes German umlauts as two letters: `Prüfjahr` becomes `pruefjahr`. */
export function foldSpelledOut(text: string): string {
  return fold(text.toLowerCase().replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter));
}

/**
 * Returns the folded forms of a header: the whole header, and the header without brackets, because brackets often
 * contain a unit (`Miele (kg)`).
 */
export function foldHeader(header: string): string[] {
  const whole = fold(header);
  const bare = fold(header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' '));
  return bare === whole || bare === '' ? [whole] : [whole, bare];
}
