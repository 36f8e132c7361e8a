import { decimalMark } from '../i18n/decimal-mark.js';

/** Must be equal to the pattern in `features/imports/csv-write.ts`; a test compares both patterns. */
const RISKY = /^'*[=+\-@|\t\r\n＝＋－＠｜]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** The value of a cell; null for an empty cell. */
export type CsvValue = string | number | null;

function cell(value: CsvValue, isComma: boolean): string {
  if (value === null) return '';
  if (typeof value === 'number') return isComma ? String(value).replace('.', ',') : String(value);
  const guarded = RISKY.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/**
 * Writes a CSV table for spreadsheets in the language of the interface. With decimal commas, semicolons separate the
 * columns. A text that a spreadsheet would run as a formula is written with an apostrophe before it.
 */
export function csvOf(rows: readonly (readonly CsvValue[])[]): string {
  const isComma = decimalMark() === ',';
  const line = (cells: readonly CsvValue[]) => cells.map((value) => cell(value, isComma)).join(isComma ? ';' : ',');
  return rows.map(line).join('\r\n') + '\r\n';
}
