import { normalize } from '../../../validation/normalize.js';

/** Letters that Unicode does not take apart into a letter and an accent. */
export const LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i' };

/** A word without what writers differ in: case, accents, white space, punctuation. `Date of birth:` is `dateofbirth`. */
export function fold(text: string): string {
  const spelled = text.toLowerCase().replace(/[ßłøæœđı]/g, (letter) => LETTERS[letter]!);
  return normalize(spelled, 'NFKD').replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same with German umlauts spelled out, as keyboards without them do: `Prüfjahr` is `pruefjahr`. */
export function foldSpelledOut(text: string): string {
  return fold(text.toLowerCase().replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter]!));
}

/** What a header may be known by: all of it, and without its brackets, which hold units (`Miele (kg)`). */
export function foldHeader(header: string): string[] {
  const whole = fold(header);
  const bare = fold(header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' '));
  return bare === whole || bare === '' ? [whole] : [whole, bare];
}
