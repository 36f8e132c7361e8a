/**
 * PostgreSQL's text format for COPY: one line for each row, cells separated by tabs, `\N` for null.
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */
export type CopyValue = string | number | readonly string[] | object | undefined | null;

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) line += '\t';
    line += cell(values[index]);
  }
  return `${line}\n`;
}

function cell(value: CopyValue): string {
  if (value === undefined || value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(value);
  return escaped(isTexts(value) ? arrayLiteral(value) : JSON.stringify(value));
}

const isTexts = (value: object): value is readonly string[] => Array.isArray(value) && typeof value[0] !== 'object';

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string) : text;
}

/**
 * Returns a PostgreSQL array literal such as `{"a","b"}`. Quotes and backslashes in the texts get a backslash, in
 * addition to the escapes of COPY.
 */
function arrayLiteral(texts: readonly string[]): string {
  let literal = '{';
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] as string;
    literal += `${index > 0 ? ',' : ''}"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
  }
  return `${literal}}`;
}
