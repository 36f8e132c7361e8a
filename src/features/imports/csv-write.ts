import { plainNumber } from './plain-number.js';

/** Null, undefined and the empty text all become an empty cell; an object or a list becomes its JSON. */
export type CsvValue = string | number | boolean | object | null | undefined;

const BYTE_ORDER_MARK = '\uFEFF';
/**
 * Matches text that a spreadsheet would run as a formula (OWASP, CSV injection). Also matches such text after
 * apostrophes, so that {@link withoutGuard} restores texts that already begin with an apostrophe. `|` can be part of a
 * DDE command, which starts a program.
 */
const RISKY = /^'*[=+\-@|\t\r\n＝＋－＠｜]/;
const GUARDED = /^'+[=+\-@|\t\r\n＝＋－＠｜]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const QUOTED = /[",;\r\n\t]|^\s|\s$/;

/**
 * The decimal separator. With a decimal comma, semicolons separate the columns, as spreadsheets in German, French,
 * Italian and Polish expect.
 */
export type DecimalSign = 'point' | 'comma';

/** Returns the start of a file: the byte order mark, which makes spreadsheets read UTF-8, and the header line. */
export function csvHead(headers: readonly string[], sign?: DecimalSign): string {
  return BYTE_ORDER_MARK + csvLine(headers, sign);
}

/**
 * Returns a record according to RFC 4180. Commas or semicolons separate the cells, CRLF ends the record, and quotes are
 * doubled. Text that a spreadsheet would run as a formula gets a leading apostrophe, which {@link withoutGuard}
 * removes.
 */
export function csvLine(values: readonly CsvValue[], sign: DecimalSign = 'point'): string {
  const separator = sign === 'comma' ? ';' : ',';
  let line = '';
  for (let index = 0; index < values.length; index += 1)
    line += (index > 0 ? separator : '') + cell(values[index], sign);
  return `${line}\r\n`;
}

/** Removes the apostrophe that {@link csvLine} added; other text is returned unchanged. */
export function withoutGuard(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}

function cell(value: CsvValue, sign: DecimalSign): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return sign === 'comma' ? plainNumber(value).replace('.', ',') : plainNumber(value);
  if (typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = RISKY.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
