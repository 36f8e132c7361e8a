import { ValueFault, mustBe, type Rule } from '../../../validation/rule.js';

export { ValueFault as Fault, mustBe };

/** Parses the trimmed text of a cell that is not empty. Returns the value or a fault. */
export type Parser<T> = (text: string) => T | ValueFault;

/** Returns a parser for cells that contain the value as text. */
export function cell<T>(rule: Rule<T>): Parser<T> {
  return (text) => rule.read(text) as T | ValueFault;
}

/** Returns a parser for cells that contain a number; `40` and `40,0` are equal. */
export function numeric(rule: Rule<number>): Parser<number> {
  return (text) => {
    const number = decimal(text);
    if (number instanceof ValueFault)
      return number.message.includes('thousands') ? number : mustBe(rule.what, text, rule.expected);
    return rule.read(number) instanceof ValueFault ? mustBe(rule.what, text, rule.expected) : number;
  };
}

/**
 * Parses a decimal number with comma or point. A single separator is the decimal separator, because traits and breeding
 * values are below a thousand. Two separators are ambiguous and rejected.
 */
export function decimal(text: string): number | ValueFault {
  let separators = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    if (code === 44 || code === 46) separators++;
    else if (code !== 45 || i > 0) return mustBe('a number', text, { kind: 'number' });
  }
  if (separators > 1) return mustBe('a number without thousands separators', text, { kind: 'plain_number' });
  const number = Number(text.replace(',', '.'));
  return Number.isNaN(number) ? mustBe('a number', text, { kind: 'number' }) : number;
}

/**
 * Returns a parser for a list of words. `key` converts a text to the form of the words; `what` lists the valid words in
 * messages.
 */
export function oneOf<T>(words: ReadonlyMap<string, T>, key: (text: string) => string, what: string): Parser<T> {
  return (text) => words.get(key(text)) ?? mustBe(what, text, { kind: 'words', words: what });
}
