/**
 * What a cell may say, and what is answered where it says something else.
 * Every parser takes the trimmed text of a cell that is not empty and returns the value or a `Fault`.
 */
export class Fault {
  /** Follows the name of the column: `must be …, not "…"`. */
  constructor(readonly message: string) {}
}

export type Parser<T> = (text: string) => T | Fault;

export function mustBe(what: string, text: string): Fault {
  const clipped = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return new Fault(`must be ${what}, not "${clipped}"`);
}

/** Text of at most so many characters, line breaks and all. */
export function text(most: number): Parser<string> {
  return (text) => (text.length <= most ? text : new Fault(`must have at most ${most} characters, not ${text.length}`));
}

/**
 * A decimal number with comma or point. One separator is always the decimal one (nothing here is as large as a thousand);
 * two would be a guess, so they are refused.
 */
export function decimal(text: string): number | Fault {
  let separators = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    if (code === 44 || code === 46) separators++;
    else if (code !== 45 || i > 0) return mustBe('a number', text);
  }
  if (separators > 1) return mustBe('a number without thousands separators', text);
  const number = Number(text.replace(',', '.'));
  return Number.isNaN(number) ? mustBe('a number', text) : number;
}

/** A number from `least` to `most`. */
export function numberFrom(least: number, most: number, unit = ''): Parser<number> {
  return inRange(least, most, `a number from ${least} to ${most}${unit && ` ${unit}`}`, () => true);
}

/** A whole number from `least` to `most`; `40` and `40,0` are the same. */
export function wholeFrom(least: number, most: number): Parser<number> {
  return inRange(least, most, `a whole number from ${least} to ${most}`, Number.isInteger);
}

/** A score: 1 to 4 in steps of 0.5, 4 best. */
export const score: Parser<number> = inRange(1, 4, 'a number from 1 to 4 in steps of 0.5', (number) =>
  Number.isInteger(number * 2),
);

/** A score of one of several visits, which are averaged and rounded later. */
export const visitScore: Parser<number> = numberFrom(1, 4);

/** Honey of a season, kg. */
export const honey: Parser<number> = numberFrom(0, 200, 'kg');

/** Cells of 50 that the bees have cleaned. */
export const cleanedCells: Parser<number> = wholeFrom(0, 50);

function inRange(least: number, most: number, what: string, fits: (number: number) => boolean): Parser<number> {
  return (text) => {
    const number = decimal(text);
    if (number instanceof Fault) return separatorFault(number) ? number : mustBe(what, text);
    return number >= least && number <= most && fits(number) ? number : mustBe(what, text);
  };
}

function separatorFault(fault: Fault): boolean {
  return fault.message.includes('thousands');
}

/** One of a list of words, whatever their case and accents; `what` lists those that are right. */
export function oneOf<T>(words: ReadonlyMap<string, T>, key: (text: string) => string, what: string): Parser<T> {
  return (text) => words.get(key(text)) ?? mustBe(what, text);
}

/** A code of two letters (ISO 3166-1 alpha-2), in capitals. */
export function countryCode(text: string): string | Fault {
  return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : mustBe('a country code of two letters', text);
}
