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

/** A scale or unit at the end of a header: `Douceur /4`, `Gentleness 1-4`, `Honig in kg`. */
const SCALE_OR_UNIT = /(?:\/ ?4|(?<!\d)1 ?[-–] ?4|(?<!\p{L})(?:in )?kg\.?)$/iu;
/** The hours of a pin test: `nach 6 Std.`, `after 24 hours`, `24 uur`. */
const HOURS =
  /(?:(?<!\p{L})(?:nach|after|après|à|dopo|a|na|po|después de) )?(?<!\d)(6|24) ?(?:h|hours?|hrs?|stunden|stdn?|heures?|ore|uur|u|godz|horas|hod)(?!\p{L})/iu;
/** `of the queen` in en, de, fr, it, nl, es, da. */
const OF_THE_QUEEN =
  /(?<!\p{L})(?:(?:of the|of|der|de la|della|van de|van) )?(?:queen(?:['’]s)?|königin|koenigin|kö|reine|regina|koningin|reina|dronning)(?!\p{L})/iu;

/**
 * Returns the forms of a header, the most exact form first: the whole header, the header without brackets, because
 * brackets often contain a unit (`Miele (kg)`), without a scale or unit at the end, and without words for the queen:
 * `Douceur de la reine /4` becomes `Douceur`. Words for the hours of a pin test become `6h` and `24h`.
 */
export function headerForms(written: string): string[] {
  const header = written.replace(HOURS, ' $1h');
  const bare = header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  const plain = bare.trimEnd().replace(SCALE_OR_UNIT, '');
  return [header, bare, plain, plain.replace(OF_THE_QUEEN, ' ')];
}

/** Returns the folded forms of a header (see `headerForms`). */
export function foldHeader(written: string): string[] {
  const [whole = '', ...others] = new Set(headerForms(written).map(fold));
  return [whole, ...others.filter((form) => form !== '')];
}
