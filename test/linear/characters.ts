import fc from 'fast-check';
import type { Shape } from './growth.js';

const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
const isAlphanumeric = (character: string) => /[a-z0-9]/i.test(character);

/** ASCII punctuation, spaces and control characters. */
const SPECIAL = ascii.filter((character) => !isAlphanumeric(character));

/**
 * Non-ASCII characters, such as spaces, combining marks, invisible characters, a lone surrogate, and letters whose
 * upper-case and lower-case forms differ in length. Each of these characters is difficult for some parsers.
 */
const UNICODE = [
  '\u00a0',
  '\u2028',
  '\u3000',
  '\ufeff',
  '\u200d',
  '\u202e',
  '\u0301',
  '\u0327',
  '\u0344',
  '\uff9e',
  '\uff0b',
  '\ufdfa',
  'ß',
  'İ',
  'Σ',
  'ü',
  '\ud83d',
  '🐝',
];

const LETTERS = ['a', 'A', 'e', 'E', 'x', 'Z', '0', '1', '9'];

/** Sequences that some parsers search for. */
const WORDS = [
  '""',
  "\\'",
  '\\"',
  '\r\n',
  '_x',
  '_x0041_',
  '&amp;',
  '--',
  '../',
  'a/../',
  '${',
  '%25',
  '::',
  ', ',
  '; ',
];

export const UNITS: readonly string[] = [...SPECIAL, ...UNICODE, ...LETTERS, ...WORDS];

const OPENERS = ['[', '(', '{', '"', "'"];
const INSIDE = [':', '.', ',', ';', '\\', ' ', 'a'];

/**
 * Each repeated unit follows a letter or an opening delimiter, because parsers trim blanks at the start. Few patterns
 * match the last character, so most patterns backtrack.
 */
export const PLAIN_SHAPES: readonly Shape[] = [
  ...UNITS.map((unit) => ({ first: 'a', unit, last: '~' })),
  ...OPENERS.flatMap((first) => INSIDE.map((unit) => ({ first, unit, last: '~' }))),
];

const unit = fc.constantFrom(...UNITS);
const few = fc.array(unit, { maxLength: 3 }).map((units) => units.join(''));

/** Random shapes with a prefix and a suffix. */
export const anyShape: fc.Arbitrary<Shape> = fc.record({
  first: few,
  unit: fc.array(unit, { minLength: 1, maxLength: 3 }).map((units) => units.join('')),
  last: few,
});

/** Two units, which are repeated equally often. */
export const twoRuns: fc.Arbitrary<[string, string]> = fc.tuple(unit, unit);
