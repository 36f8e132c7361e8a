import { plainNumber } from './plain-number.js';

/** Null, undefined and the empty text all become an empty cell; an object or a list becomes its JSON. */
export type CsvValue = string | number | boolean | object | null | undefined;

const BYTE_ORDER_MARK = '\uFEFF';
/**
 * What a spreadsheet would run as a formula, after any number of apostrophes, for those stand for themselves (OWASP, CSV
 * injection). `|` is how DDE names a program.
 */
const RISKY = /^'*[=+\-@|\t\r\n＝＋－＠｜]/;
const GUARDED = /^'+[=+\-@|\t\r\n＝＋－＠｜]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const QUOTED = /[",;\r\n\t]|^\s|\s$/;

/** The beginning of a file: the byte order mark, by which spreadsheets know UTF-8, and the line of headers. */
export function csvHead(headers: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(headers);
}

/**
 * A record as RFC 4180 has it: commas, CRLF, quotes doubled inside quotes. A text that a spreadsheet would run as a
 * formula gets an apostrophe before it, which {@link withoutGuard} takes away again.
 */
export function csvLine(values: readonly CsvValue[]): string {
  let line = '';
  for (let index = 0; index < values.length; index += 1) line += (index > 0 ? ',' : '') + cell(values[index]);
  return `${line}\r\n`;
}

/** The text that was guarded as a cell of {@link csvLine}; any other as it is. */
export function withoutGuard(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}

function cell(value: CsvValue): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = RISKY.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
