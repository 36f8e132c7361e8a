import { UnreadableFile } from '../draft.js';
import type { ReadLimits } from '../limits.js';
import type { RawFile, RawRows, RawTable } from '../rows.js';
import type { Archive } from '../xlsx/archive.js';
import { parseXml, readXml } from '../xlsx/xml.js';
import { TableRows } from './rows.js';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';
/** Maximum number of tables, because each table may be searched for a header. */
const MAX_TABLES = 1000;

/**
 * Opens an OpenDocument spreadsheet (.ods). All its tables are in one document, which is read again as a stream for
 * each table.
 */
export async function openOds(archive: Archive, limits: ReadLimits): Promise<RawFile> {
  if (await isEncrypted(archive))
    throw UnreadableFile.of('password', 'The workbook is protected by a password; save it without one.');
  const names = await tableNames(archive);
  return {
    tables: names.map(({ name, isHidden }, index) => {
      const table: RawTable = { name, isHidden, rows: () => rowsOf(archive, index, limits, table) };
      return table;
    }),
    close: async () => archive.close(),
  };
}

async function isEncrypted(archive: Archive): Promise<boolean> {
  if (!archive.has(MANIFEST)) return false;
  let encrypted = false;
  await readXml(archive.read(MANIFEST), { open: (name) => (encrypted ||= name === 'encryption-data') });
  return encrypted;
}

async function tableNames(archive: Archive): Promise<{ name: string; isHidden: boolean }[]> {
  const tables: { name: string; isHidden: boolean }[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let isSpreadsheet = false;
  let depth = 0;
  await readXml(archive.read(CONTENT), {
    open(name, attributes) {
      if (name === 'spreadsheet') isSpreadsheet = true;
      else if (name === 'style') style = attributes['style:name'] ?? '';
      else if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
      else if (name === 'table' && isSpreadsheet && depth++ === 0) {
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
        tables.push({ name: attributes['table:name'] ?? '', isHidden });
      }
    },
    close(name) {
      if (name === 'table' && depth > 0) depth--;
    },
  });
  if (!isSpreadsheet) {
    throw UnreadableFile.unsupported(
      'The file is an OpenDocument file, but not a spreadsheet; save the table as .ods, .xlsx or .csv.',
    );
  }
  if (tables.length > MAX_TABLES) throw new UnreadableFile(`The workbook has more than ${MAX_TABLES} sheets.`);
  if (tables.length === 0) throw UnreadableFile.of('empty', 'The workbook has no sheet.');
  return tables;
}

async function* rowsOf(archive: Archive, index: number, limits: ReadLimits, table: RawTable): RawRows {
  const reader = new TableRows(index, limits);
  for await (const rows of parseXml(archive.read(CONTENT), reader, () => reader.take())) {
    if (rows.length > 0) yield rows;
    if (reader.isOver) break;
  }
  table.merged = reader.merged;
}
