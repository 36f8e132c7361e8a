import { BrokenRecord, CsvRecords } from './csv-records.js';
import { HEADER_ROWS, isDelimiterHint } from './header-row.js';
import { countKnownHeaders } from './known-headers.js';
import type { ReadOptions } from './draft.js';

/** The preferred delimiters come first. The comma is last, because it also occurs in texts. */
export const DELIMITERS = ['\t', ';', '|', ','] as const;

/** Matches `sep=;`, which names the delimiter for Excel. `sep=` may be in quotes, and empty cells may follow. */
const HINT = /^"?sep=([^"\r\n\p{L}\p{N}])\1{0,99}"?[;,\t]*(\r\n|\r|\n)/iu;

/** Returns the first records of a text, up to a broken record. */
export function recordsOf(text: string, delimiter: string, count: number): string[][] {
  const found: string[][] = [];
  try {
    // Stops after the first records. An unclosed quote in a later record would cause a read to the end of the text.
    for (const record of CsvRecords.of(text, delimiter)) {
      if (found.push(record) === count) break;
    }
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
  }
  return found;
}

/**
 * Returns the delimiter that `sep=` names. Without `sep=`, returns the delimiter that yields the most known or mapped
 * headers in a row. If no delimiter yields two known headers in a row, returns the most frequent delimiter outside
 * quotes in the first record that is not blank.
 */
export function detectDelimiter(text: string, mapping: ReadOptions['mapping']): string {
  const [, hint] = HINT.exec(text) ?? [];
  if (hint !== undefined) return hint;
  let best = mostFrequent(text);
  let most = 1;
  for (const delimiter of [best, ...DELIMITERS]) {
    const rows = recordsOf(text, delimiter, HEADER_ROWS).filter((cells) => !isDelimiterHint(cells));
    const known = Math.max(0, ...rows.map((cells) => countKnownHeaders(cells, mapping)));
    if (known > most) [best, most] = [delimiter, known];
  }
  return best;
}

function mostFrequent(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  const countOf = (delimiter: string) => counts.get(delimiter) ?? 0;
  let quoted = false;
  let blank = true;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r') && !blank) break;
    if (!quoted && counts.has(character)) counts.set(character, countOf(character) + 1);
    else if (character.trim() !== '') blank = false;
  }
  const best = DELIMITERS.reduce((one, other) => (countOf(other) > countOf(one) ? other : one));
  return countOf(best) > 0 ? best : ',';
}
