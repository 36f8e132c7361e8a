import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../support/fuzz.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { pack } from './archives.js';
import { all, importFile } from './uploads.js';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

interface Queen {
  id: string;
  queen_name: string;
  external_id: string | null;
  dam_external_id: string | null;
  mated_to_id: string | null;
}

const HEADERS = [
  ['Name', 'Zuchtbuchnummer', 'Mutter', 'Anpaarung', 'Bemerkung', 'Farbe der Kiste'],
  ['queen_name', 'external_id', 'mother', 'mated_to', 'notes', 'box'],
  ['Nom', 'Numéro de la reine', 'Mère', 'Accouplée à', 'Remarques', 'Caisse'],
  ['Nome', 'Codice', 'Madre', 'Accoppiata con', 'Note', 'Cassa'],
];
const MISSING = [
  '',
  '-',
  '—',
  '?',
  '.',
  'n/a',
  'NULL',
  'nan',
  'unbekannt',
  'Unknown',
  'inconnue',
  'brak',
  'ohne',
  '(keine)',
  '0',
  'sconosciuta',
];
/** Texts that mean a missing name. Words are excluded, because a word could be the name of a queen. */
const NO_NAME = ['', '-', '—', '?', '.'];
/** Spellings of an identifier that mean the same queen. */
const SPELLINGS: ((number: string) => string)[] = [
  (number) => number,
  (number) => number.toLowerCase(),
  (number) => number.replaceAll('-', '–'),
  (number) => number.replaceAll('-', ' - '),
  (number) => ` ${number} `,
];

const cell = fc.constantFrom('', 'ruhig', 'a "b"', 'Zeile 1\nZeile 2', '1;2', "l'été", '0,5');
const table = fc.record({
  headers: fc.constantFrom(...HEADERS),
  title: fc.boolean(),
  rows: fc.array(
    fc.record({
      hasName: fc.boolean(),
      missingName: fc.constantFrom(...NO_NAME),
      mother: fc.oneof(fc.constantFrom(...MISSING), fc.nat(20)),
      mate: fc.constantFrom(...MISSING),
      spelling: fc.constantFrom(...SPELLINGS),
      notes: cell,
      other: cell,
      blankBefore: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  separator: fc.constantFrom(';', ',', '\t'),
  encoding: fc.constantFrom('utf8', 'bom', 'utf16le'),
});
type Table = typeof table extends fc.Arbitrary<infer T> ? T : never;

const numberOf = (index: number) => `DE-7-${index}-2020`;

/** Returns the rows as displayed in a sheet, and the dam of each queen. */
function sheetOf({ headers, title, rows }: Table) {
  const sheet: string[][] = title ? [['Zuchtbuch', '', '', '', '', ''], ['', '', '', '', '', ''], headers] : [headers];
  const dams: (string | null)[] = [];
  for (const [index, row] of rows.entries()) {
    // The dam is an earlier queen, so there is no cycle.
    const dam = typeof row.mother === 'number' && index > 0 ? numberOf(row.mother % index) : null;
    dams.push(dam);
    const mother = dam === null ? (typeof row.mother === 'number' ? '' : row.mother) : row.spelling(dam);
    if (row.blankBefore && index > 0) sheet.push(['', '', '', '', '', '']);
    sheet.push([
      row.hasName ? `Königin ${index}` : row.missingName,
      numberOf(index),
      mother,
      row.mate,
      row.notes,
      row.other,
    ]);
  }
  return { sheet, dams };
}

function csvOf(sheet: string[][], { separator, encoding }: Table): Buffer {
  const quoted = (text: string) => (/["\n\r;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const text = sheet.map((cells) => cells.map(quoted).join(separator)).join('\r\n');
  return encoding === 'utf8'
    ? Buffer.from(text)
    : Buffer.from(`\ufeff${text}`, encoding === 'bom' ? 'utf8' : 'utf16le');
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function xlsxOf(sheet: string[][]): Promise<Buffer> {
  const rows = sheet.map((cells, row) => {
    const all = cells.map((text, column) => text === '' ? '' : `<c r="${'ABCDEF'[column]}${row + 1}" t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`); // prettier-ignore
    return `<row r="${row + 1}">${all.join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  return pack({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

/** Returns all data about the queens of the account. */
async function account(client: Client) {
  const queens = await all<Queen>(client, '/api/v1/queens');
  const details = await Promise.all(queens.map(({ id }) => client.get(`/api/v1/queens/${id}`)));
  return queens.map(({ queen_name, external_id, dam_external_id, mated_to_id }, index) => ({
    queen_name,
    external_id,
    dam_external_id,
    mated_to_id,
    origin: (details[index]!.body.data as { origin_data: Record<string, string> }).origin_data,
  }));
}

test('in CSV files and workbooks, missing values create no queen, equal identifiers create one queen, and every cell is stored', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (generated) => {
      const { sheet, dams } = sheetOf(generated);
      const [text, book] = [await service.register(), await service.register()];
      const first = await importFile(text, 'a.csv', csvOf(sheet, generated));
      expect([first.status, first.errors, first.created.queens]).toEqual(['completed', [], generated.rows.length]);
      const found = await account(text);
      const cells = sheet.filter(([, number]) => number?.startsWith('DE-'));
      expect(new Set(found)).toEqual(
        new Set(
          generated.rows.map(({ hasName }, index) => ({
            queen_name: hasName ? `Königin ${index}` : numberOf(index),
            external_id: numberOf(index),
            dam_external_id: dams[index],
            mated_to_id: null,
            origin: Object.fromEntries(generated.headers.map((header, column) => [header, cells[index]![column]])),
          })),
        ),
      );
      const workbook = await xlsxOf(sheet);
      expect(await importFile(book, 'a.xlsx', workbook)).toMatchObject({ status: 'completed', errors: [] });
      expect(await account(book)).toEqual(found);
      // The same sheet in the other format changes nothing.
      const nothing = { status: 'completed', created: { queens: 0 }, updated: { queens: 0 } };
      expect(await importFile(text, 'a.xlsx', workbook)).toMatchObject(nothing);
    }),
    { numRuns: runs(5) },
  );
});
