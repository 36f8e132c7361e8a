import { afterAll } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { openTable } from '../../../src/features/imports/reading/read-table.js';
import type { Draft, Finding, ReadOptions, TableHead } from '../../../src/features/imports/reading/draft.js';

const folder = mkdtempSync(join(tmpdir(), 'queenbook-reading-'));
// A listener for `exit` would not run, because Jest's workers end without this event.
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/**
 * Creates a file with this content.
 * @returns its path
 */
export function file(content: string | Uint8Array, extension = 'csv'): string {
  const path = join(folder, `${++files}.${extension}`);
  writeFileSync(path, content);
  return path;
}

export interface WholeTable {
  head: TableHead;
  drafts: Draft[];
  /** Row, column and message of each error. */
  errors: Pick<Finding, 'row' | 'column' | 'message'>[];
  /** The same errors with all their members. */
  faults: Finding[];
  warnings: Finding[];
}

/** Reads a whole file. */
export async function readAll(path: string, options: Partial<ReadOptions> = {}, size?: number): Promise<WholeTable> {
  const table = await openTable(path, { filename: 'file', ...options });
  const whole: WholeTable = { head: table.head, drafts: [], errors: [], faults: [], warnings: [] };
  try {
    for await (const batch of table.batches(size)) {
      whole.drafts.push(...batch.drafts);
      whole.errors.push(...batch.errors.map(({ row, column, message }) => ({ row, column, message })));
      whole.faults.push(...batch.errors);
      whole.warnings.push(...batch.warnings);
    }
  } finally {
    await table.close();
  }
  return whole;
}

/** Reads lines of CSV. */
export function readLines(lines: string[], options: Partial<ReadOptions> = {}): Promise<WholeTable> {
  return readAll(file(lines.join('\r\n')), options);
}

/** Returns the values of a draft (one row of a table) without its row number, cells and digest. */
export function contents(draft: Draft | undefined): Partial<Draft> {
  const rest: Partial<Draft> = { ...draft };
  delete rest.row;
  delete rest.cells;
  delete rest.digest;
  return rest;
}

/** Reads an unreadable file and returns the error. */
export async function refusal(
  path: string,
  options: Partial<ReadOptions> = {},
): Promise<Error & { path: string; code: string }> {
  try {
    await readAll(path, options);
  } catch (error) {
    return error as Error & { path: string; code: string };
  }
  throw new Error('The file was read.');
}

/** Creates a ZIP archive of these parts. */
export async function zip(parts: Record<string, string | Uint8Array>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(parts)) archive.addBuffer(Buffer.from(content as string), name);
  archive.end();
  return buffer(archive.outputStream as NodeJS.ReadableStream as never);
}

export interface Sheet {
  name: string;
  state?: 'hidden' | 'veryHidden';
  /** `<row>…</row>` as XML. */
  rows: string;
  /** References of merged cells, such as `B2:B4`. */
  merged?: string[];
  /** Kind of the sheet. Default: `worksheet`. */
  kind?: string;
}

export interface WorkbookParts {
  strings?: string;
  styles?: string;
  /** XML in the workbook element before the list of sheets. */
  properties?: string;
  /** Namespace prefix of every element of the spreadsheet's XML, such as `x:`. */
  prefix?: string;
  namespace?: string;
  /** Namespace prefix of the ids of relationships. */
  idPrefix?: string;
  /** Returns the bytes of the XML of a sheet. */
  encode?: (xml: string) => Uint8Array;
  /** Returns the path with which a relationship refers to a sheet. */
  target?: (number: number) => string;
  /** XML before the root element of each part, except the parts with relationships. */
  prolog?: string;
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Creates a workbook as a spreadsheet program writes it. */
export function workbook(sheets: Sheet[], options: WorkbookParts = {}): Promise<Buffer> {
  const { prefix = '', namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main' } = options;
  const { target = (number) => `worksheets/sheet${number}.xml`, prolog = '', idPrefix = 'r' } = options;
  const { encode = (xml) => Buffer.from(xml) } = options;
  const xmlns = prefix === '' ? `xmlns="${namespace}"` : `xmlns:${prefix.slice(0, -1)}="${namespace}"`;
  const prefixed = (xml: string) => xml.replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}`);
  const root = (name: string, xml: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n${prolog}<${prefix}${name} ${xmlns} xmlns:${idPrefix}="${OFFICE}">${prefixed(xml)}</${prefix}${name}>`;
  const relations = (list: [id: string, kind: string, target: string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
      .map(([id, kind, to]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${to}"/>`)
      .join('')}</Relationships>`;
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': root(
      'workbook',
      `${options.properties ?? ''}<sheets>${sheets.map(({ name, state }, i) => `<sheet name="${xmlText(name)}"${state ? ` state="${state}"` : ''} sheetId="${i + 1}" ${idPrefix}:id="s${i + 1}"/>`).join('')}</sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(({ kind = 'worksheet' }, i): [string, string, string] => [`s${i + 1}`, kind, target(i + 1)]),
      ['str', 'sharedStrings', 'sharedStrings.xml'],
      ['sty', 'styles', 'styles.xml'],
    ]),
  };
  if (options.strings !== undefined) parts['xl/sharedStrings.xml'] = root('sst', options.strings);
  if (options.styles !== undefined) parts['xl/styles.xml'] = root('styleSheet', options.styles);
  sheets.forEach(({ rows, merged = [] }, i) => {
    const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
    const below = cells === '' ? '' : `<mergeCells>${cells}</mergeCells>`;
    parts[`xl/worksheets/sheet${i + 1}.xml`] = encode(root('worksheet', `<sheetData>${rows}</sheetData>${below}`));
  });
  return zip(parts);
}

/**
 * Escapes text for XML. Carriage returns, and characters that XML cannot contain, become escapes with their code, such
 * as `_x0000_` for NUL. Text that looks like such an escape is escaped, too.
 */
export function xmlText(text: string): string {
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, '_x005F_x$1_')
    .replace(
      /[\0-\x08\x0b-\x1f\r\ufffe\uffff]/g,
      (each) => `_x${each.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

/** Returns the name of a column from its index: `AB` for 27. */
export function columnName(column: number): string {
  return (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** Returns the XML of rows with inline strings. Leaves out empty cells. */
export function textRows(rows: string[][]): string {
  return rows
    .map(
      (cells, i) =>
        `<row r="${i + 1}">${cells
          .map((cell, j) =>
            cell === ''
              ? ''
              : `<c r="${columnName(j)}${i + 1}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`,
          )
          .join('')}</row>`,
    )
    .join('');
}
