import { normalize } from '../../../validation/normalize.js';

/** Letters that Unicode does not decompose into a letter and an accent. */
export const LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i' };

/** A word without case, accents, white space and punctuation. `Date of birth:` is `dateofbirth`. */
export function fold(text: string): string {
  const spelled = text.toLowerCase().replace(/[ßłøæœđı]/g, (letter) => LETTERS[letter]!);
  return normalize(spelled, 'NFKD').replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same with German umlauts as two letters: `Prüfjahr` is `pruefjahr`. */
export function foldSpelledOut(text: string): string {
  return fold(text.toLowerCase().replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter]!));
}

/** The forms in which a header is recognized: all of it, and without brackets, which contain units (`Miele (kg)`). */
export function foldHeader(header: string): string[] {
  const whole = fold(header);
  const bare = fold(header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' '));
  return bare === whole || bare === '' ? [whole] : [whole, bare];
}
