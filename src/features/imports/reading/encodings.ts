import iconv from 'iconv-lite';
import { CODE_PAGES, UTF_16 } from './encoding.checks.js';
import type { EncodingName } from './encoding.checks.js';
import { countKnownHeaders } from './known-headers.js';
import { HEADER_ROWS } from './header-row.js';
import { recordsOf, DELIMITERS } from './dialect.js';
import type { ReadOptions } from './draft.js';

/** How well an encoding fits: the number of known headers, of unlikely characters, and of unlikely capitals. */
export interface Fit {
  name: EncodingName;
  known: number;
  odd: number;
  capitals: number;
}

/**
 * Detects the encoding of a text that is not UTF-8: a code page, or a variant of UTF-16. Chooses the encoding with the
 * most known or mapped headers. If several encodings have the same number, the fewest non-letters inside words decide,
 * then the fewest capitals next to small letters, then the order of `CODE_PAGES`, with UTF-16 last.
 * @param beginning bytes with the header
 * @param samples bytes of the first lines with non-ASCII letters
 */
export function detectCodePage(beginning: Buffer, samples: Buffer, mapping: ReadOptions['mapping']): Fit {
  const fits = [...CODE_PAGES, ...utf16Of(beginning)].map((name): Fit => {
    const text = iconv.decode(beginning, name);
    const isWide = (UTF_16 as readonly string[]).includes(name);
    return {
      name,
      known: countKnownIn(text, mapping),
      ...countOdd(isWide ? text : text + iconv.decode(samples, name)),
    };
  });
  return fits.reduce((best, fit) => (isBetter(fit, best) ? fit : best));
}

function isBetter(one: Fit, other: Fit): boolean {
  if (one.known !== other.known) return one.known > other.known;
  if (one.odd !== other.odd) return one.odd < other.odd;
  return one.capitals < other.capitals;
}

/** Returns the variants of UTF-16 that the bytes may have, if there is no byte order mark. */
export function utf16Of(bytes: Buffer): EncodingName[] {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return UTF_16.filter((name) => {
    const text = iconv.decode(even, name);
    return text.length > 0 && !/[\0\uFFFD]/.test(text) && text.isWellFormed() && /[\r\n]/.test(text);
  });
}

/** Counts the known headers in each of the first rows, and returns the highest count. */
export function countKnownIn(text: string, mapping: ReadOptions['mapping']): number {
  let most = 0;
  for (const delimiter of DELIMITERS) {
    for (const cells of recordsOf(text, delimiter, HEADER_ROWS))
      most = Math.max(most, countKnownHeaders(cells, mapping));
  }
  return most;
}

const WORD = /[^\s\x21-\x26\x28-\x2c.\/:-@[-`{-\x7f]+/g;
const OTHER_THAN_ASCII = /[^\x20-\x7f]/;
/**
 * Typographic characters that are unlikely between two letters. Apostrophes and dashes are not included, because both
 * are likely between two letters.
 */
const TYPOGRAPHY_IN_WORD = /(?<=[\p{L}\p{M}])[\u2018\u201a-\u2026\u2039\u203a](?=[\p{L}\p{M}])/gu;
const NON_LETTERS = /[^\p{L}\p{M}\0-\x7f\u2010-\u203a]|[ªº]|[\0-\x08\x0e-\x1f]/gu;
/** A non-ASCII capital next to small letters, as in "MŸller". */
const CAPITALS_IN_WORD = /(?<=\p{L})[^\P{Lu}A-Z](?=\p{Ll})|(?<=\p{Ll})[^\P{Lu}A-Z]/gu;

/** Counts non-letters inside words, and capitals next to small letters. */
function countOdd(text: string): { odd: number; capitals: number } {
  let [odd, capitals] = [0, 0];
  for (const [word] of text.matchAll(WORD)) {
    if (!OTHER_THAN_ASCII.test(word)) continue;
    odd += word.match(TYPOGRAPHY_IN_WORD)?.length ?? 0;
    capitals += word.match(CAPITALS_IN_WORD)?.length ?? 0;
    // Undefined bytes count even in words without letters.
    if (/\p{L}/u.test(word) || /[\uFFFD\x80-\x9f]/.test(word)) odd += word.match(NON_LETTERS)?.length ?? 0;
  }
  return { odd, capitals };
}
