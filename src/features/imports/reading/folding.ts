import { normalize } from '../../../validation/normalize.js';

/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i' };
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** In lower case, with only letters that Unicode can decompose. */
export const decomposable = (text: string): string =>
  text.toLowerCase().replace(/[ßłøæœđı]/g, (letter) => LETTERS[letter] ?? letter);

/** A word without case, accents, white space and punctuation. `Date of birth:` is `dateofbirth`. */
export function fold(text: string): string {
  return normalize(decomposable(text), 'NFKD').replace(/[^\p{L}\p{N}]/gu, '');
}

/** Like `fold`, with German umlauts as two letters: `Prüfjahr` is `pruefjahr`. */
export function foldSpelledOut(text: string): string {
  return fold(text.toLowerCase().replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter));
}

/** The forms in which a header is recognized: all of it, and without brackets, which contain units (`Miele (kg)`). */
export function foldHeader(header: string): string[] {
  const whole = fold(header);
  const bare = fold(header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' '));
  return bare === whole || bare === '' ? [whole] : [whole, bare];
}
