import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

const folder = new URL('../../../src/demo/', import.meta.url);

export const DATENIMPORT = 'datenimport-2005-2024.csv';
export const STOCKKARTEN = 'stockkarten-2024.csv';
export const REGINE = 'regine-f1-2024.csv';
export const ZUCHTWERTE = 'zuchtwerte-2024.csv';

export const bytesOf = (name: string): Buffer => readFileSync(new URL(name, folder));

/** Returns the first lines of a file. */
export function beginningOf(name: string, lines = 100): Buffer {
  const bytes = bytesOf(name);
  let end = 0;
  for (let line = 0; line < lines; line += 1) end = bytes.indexOf('\n', end) + 1 || bytes.length;
  return bytes.subarray(0, end);
}

export type RawRow = Record<string, string>;

/** Reads the rows of a sample file without the code of the service, so that tests can compare both results. */
export function rowsOf(name: string): RawRow[] {
  const encoding = name === DATENIMPORT ? 'latin1' : 'utf8';
  const text = new TextDecoder(encoding === 'latin1' ? 'windows-1252' : 'utf-8').decode(bytesOf(name));
  return parse(text, { columns: true, delimiter: name === REGINE ? ',' : ';' });
}

/** Joins a studbook number from its parts in a Datenimport file: `1A` is the queen, `2A` the dam, `4A` the mate. */
export function numberOf(row: RawRow, position: '1A' | '2A' | '4A'): string | null {
  const parts = ['L', 'LV', 'Z', 'NR', 'J'].map((part) => row[part + position]).filter(Boolean);
  return parts.length > 0 ? parts.join('-') : null;
}

export const decimal = (text: string | undefined): number | null => (text ? Number(text.replace(',', '.')) : null);

/** `31.12.2023` → `2023-12-31`. */
export const isoDate = (text: string): string => text.split('.').reverse().join('-');

/** Converts objects to the text of a CSV file. The headers are the keys of all objects. */
export function csv(rows: Record<string, string | number | undefined>[]): string {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  return [headers, ...rows.map((row) => headers.map((header) => row[header]))]
    .map((cells) => cells.map(quote).join(','))
    .join('\n');
}
