import iconv from 'iconv-lite';
import { CODE_PAGES, UTF_16 } from './encoding.checks.js';
import type { EncodingName } from './encoding.checks.js';
import { countKnownHeaders } from './known-headers.js';
import { HEADER_ROWS } from './header-row.js';
import { recordsOf, DELIMITERS } from './dialect.js';
import type { ReadOptions } from './draft.js';

/** How an encoding fits: known headers, then what no writer would have written. */
export interface Fit {
  name: EncodingName;
  known: number;
  odd: number;
  capitals: number;
}

/**
 * The code page of a text that is no UTF-8: the one by which most headers are known or mapped; at a tie the one with the
 * fewest signs that are no letters inside words, and the fewest capitals amid small letters; then the first in the
 * order above.
 * @param beginning bytes with the header
 * @param samples bytes of words with other letters than those of ASCII, from all of the file
 */
export function tellCodePage(beginning: Buffer, samples: Buffer, mapping: ReadOptions['mapping']): Fit {
  const fits = [...CODE_PAGES, ...utf16Of(beginning)].map((name): Fit => {
    const text = iconv.decode(beginning, name);
    const isWide = (UTF_16 as readonly string[]).includes(name);
    return { name, known: knownIn(text, mapping), ...countOdd(isWide ? text : text + iconv.decode(samples, name)) };
  });
  return fits.reduce((best, fit) => (isBetter(fit, best) ? fit : best));
}

function isBetter(one: Fit, other: Fit): boolean {
  if (one.known !== other.known) return one.known > other.known;
  if (one.odd !== other.odd) return one.odd < other.odd;
  return one.capitals < other.capitals;
}

/** UTF-16 without a byte order mark, where the bytes might be; plain letters have a zero in every second byte. */
export function utf16Of(bytes: Buffer): EncodingName[] {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return UTF_16.filter((name) => {
    const text = iconv.decode(even, name);
    return text.length > 0 && !/[\0\uFFFD]/.test(text) && text.isWellFormed() && /[\r\n]/.test(text);
  });
}

/** How many headers are known in the row that has most of them. */
export function knownIn(text: string, mapping: ReadOptions['mapping']): number {
  let most = 0;
  for (const delimiter of DELIMITERS) {
    for (const cells of recordsOf(text, delimiter, HEADER_ROWS))
      most = Math.max(most, countKnownHeaders(cells, mapping));
  }
  return most;
}

const WORD = /[^\s\x21-\x26\x28-\x2c.\/:-@[-`{-\x7f]+/g;
const OTHER_THAN_ASCII = /[^\x20-\x7f]/;
/** Signs of typography: odd only between two letters. An apostrophe and dashes stand there rightly. */
const AMID = /(?<=[\p{L}\p{M}])[\u2018\u201a-\u2026\u2039\u203a](?=[\p{L}\p{M}])/gu;
const NO_LETTER = /[^\p{L}\p{M}\0-\x7f\u2010-\u203a]|[ªº]|[\0-\x08\x0e-\x1f]/gu;
/** A capital amid small letters, as of "MŸller". */
const CAPITAL_AMID = /(?<=\p{L})[^\P{Lu}A-Z](?=\p{Ll})|(?<=\p{Ll})[^\P{Lu}A-Z]/gu;

/** Signs that are no letters inside words, and capitals amid small letters. */
function countOdd(text: string): { odd: number; capitals: number } {
  let [odd, capitals] = [0, 0];
  for (const [word] of text.matchAll(WORD)) {
    if (!OTHER_THAN_ASCII.test(word)) continue;
    odd += word.match(AMID)?.length ?? 0;
    capitals += word.match(CAPITAL_AMID)?.length ?? 0;
    // What the encoding has no sign for is odd everywhere.
    if (/\p{L}/u.test(word) || /[\uFFFD\x80-\x9f]/.test(word)) odd += word.match(NO_LETTER)?.length ?? 0;
  }
  return { odd, capitals };
}
