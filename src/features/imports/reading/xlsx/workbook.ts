import { posix } from 'node:path';
import { UnreadableFile } from '../draft.js';
import type { Archive } from './archive.js';
import { readXml } from './xml.js';

/** Maximum number of sheets, because each sheet may be searched for a table. */
const MAX_SHEETS = 1000;

/** Contents of the workbook part: its sheets in order, and the names of other parts. */
export interface Workbook {
  sheets: { name: string; isHidden: boolean; part: string }[];
  sharedStrings: string | null;
  styles: string | null;
  /** Whether day 0 is 1 January 1904, as on old Macs. */
  date1904: boolean;
}

interface Relationship {
  /**
   * Last segment of the type: `worksheet`, `styles`, … This segment is the same in the transitional and the strict
   * namespace.
   */
  kind: string;
  part: string;
}

/** Reads the package's relationships and the workbook part (ECMA-376 part 1, 18.2). */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const book = await workbookPart(archive);
  const relationships = await readRelationships(archive, book);
  const workbook: Workbook = {
    sheets: [],
    sharedStrings: partOfKind(archive, relationships, 'sharedStrings'),
    styles: partOfKind(archive, relationships, 'styles'),
    date1904: false,
  };
  await readXml(archive.read(book), {
    open(name, attributes) {
      if (name === 'workbookPr') workbook.date1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const [, id] = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id')) ?? [];
      const target = id === undefined ? undefined : relationships.get(id);
      // Charts and dialogs are also sheets, but have no cells.
      if (target?.kind !== 'worksheet') return;
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      workbook.sheets.push({ name: attributes['name'] ?? '', isHidden, part: target.part });
    },
  });
  if (workbook.sheets.length > MAX_SHEETS) throw new UnreadableFile(`The workbook has more than ${MAX_SHEETS} sheets.`);
  if (workbook.sheets.length === 0) throw UnreadableFile.of('empty', 'The workbook has no sheet.');
  return workbook;
}

async function workbookPart(archive: Archive): Promise<string> {
  let part: string | null = null;
  if (archive.has('_rels/.rels')) {
    part = partOfKind(archive, await readRelationships(archive, ''), 'officeDocument');
  }
  part ??= archive.has('xl/workbook.xml') ? 'xl/workbook.xml' : null;
  if (part !== null && /workbook\.xml$/i.test(part)) return part;
  if (part !== null && /workbook\.bin$/i.test(part)) {
    throw UnreadableFile.unsupported('A binary workbook (.xlsb) cannot be read; save it as .xlsx.');
  }
  throw UnreadableFile.unsupported(
    'The file is an archive, but not an Excel workbook (.xlsx); save the table as .xlsx or .csv.',
  );
}

/** Reads the relationships of a part, by id. For the part '', reads the relationships of the package. */
async function readRelationships(archive: Archive, part: string): Promise<Map<string, Relationship>> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relationships = new Map<string, Relationship>();
  await readXml(archive.read(name), {
    open(tag, attributes) {
      if (tag !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      const target = attributes['Target'] ?? '';
      relationships.set(attributes['Id'] ?? '', {
        kind: (attributes['Type'] ?? '').replace(/^.*\//s, ''),
        part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return relationships;
}

function partOfKind(archive: Archive, relationships: Map<string, Relationship>, kind: string): string | null {
  for (const { kind: its, part } of relationships.values()) if (its === kind && archive.has(part)) return part;
  return null;
}
