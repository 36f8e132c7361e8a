import { gzipSync } from 'node:zlib';
import { small, compressibleData, zip } from './zip.js';

const MIB = 1024 * 1024;
const NAMES = [
  [
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  ],
  [
    '_rels/.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  ],
  [
    'xl/workbook.xml',
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Q" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ],
  [
    'xl/_rels/workbook.xml.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  ],
];
const EMPTY = small('');
const HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>queen_name</t></is></c></row>';
const sheet = (inner) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${HEAD}${inner}</sheetData></worksheet>`;
const frame = () => NAMES.map(([name, text]) => ({ name, ...small(text) }));
const workbook = (inner, ...others) =>
  zip([...frame(), { name: 'xl/worksheets/sheet1.xml', ...small(inner) }, ...others]);

const LAUGHS = `<!DOCTYPE l [<!ENTITY a "ha">${'bcdefghijkl'
  .split('')
  .map((name, n) => `<!ENTITY ${name} "${`&${'abcdefghijk'[n]};`.repeat(10)}">`)
  .join('')}]>`;
const OUTSIDE = '<!DOCTYPE l [<!ENTITY l SYSTEM "file:///etc/passwd">]>';
const named = (text) => `<row r="2"><c r="A2" t="inlineStr"><is><t>${text}</t></is></c></row>`;

/**
 * Files that are large or unpack to large data, that are malformed or deeply nested, or that have dangerous names or
 * cells. The service rejects some files at the upload and other files in the import job, and accepts the rest.
 */
const files = (most) => ({
  'sheet.xlsx': zip([...frame(), { name: 'xl/worksheets/sheet1.xml', ...compressibleData(most) }]),
  'lies.xlsx': zip([...frame(), { name: 'xl/worksheets/sheet1.xml', ...compressibleData(most), declaredSize: 100 }]),
  'strings.xlsx': workbook(sheet(named('A')), {
    name: 'xl/sharedStrings.xml',
    ...compressibleData(most, '<si><t>a</t></si>'),
  }),
  'rows.xlsx': zip([
    ...frame(),
    { name: 'xl/worksheets/sheet1.xml', ...compressibleData(most, '<row><c><v>1</v></c></row>') },
  ]),
  'laughs.xlsx': workbook(`${LAUGHS}${sheet(named('&l;'))}`),
  'outside.xlsx': workbook(`${OUTSIDE}${sheet(named('&l;'))}`),
  'far.xlsx': workbook(sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
  'farther.xlsx': workbook(sheet('<row r="99999999999"><c r="ZZZZZZZZ9"><v>1</v></c></row>')),
  'deep.xlsx': workbook(sheet('<a>'.repeat(200_000))),
  'attributes.xlsx': workbook(sheet(`<row ${'a="b" '.repeat(200_000)}/>`)),
  'wide.xlsx': workbook(sheet(`<row>${'<c t="inlineStr"><is><t>x</t></is></c>'.repeat(200_000)}</row>`)),
  'many.xlsx': zip([
    ...frame(),
    ...Array.from({ length: 60_000 }, (_, n) => ({ name: `xl/worksheets/sheet${n}.xml`, ...EMPTY })),
  ]),
  'shared.xlsx': zip(
    Array.from({ length: 5000 }, (_, n) => ({
      name: `xl/worksheets/sheet${n}.xml`,
      ...(n === 0 ? compressibleData(Math.min(most, 64)) : EMPTY),
    })),
    { shared: true },
  ),
  'nested.zip': zip([{ name: 'a.zip', ...small(zip([{ name: 'b.zip', ...compressibleData(Math.min(most, 64)) }])) }]),
  'export.zip': zip([{ name: 'queenbook.json', ...compressibleData(most, '[') }]),
  'export2.zip': zip([
    { name: 'manifest.json', ...small('{"format":"queenbook","version":1}') },
    { name: 'queens.json', ...compressibleData(most, '{"a":') },
  ]),
  'cut.xlsx': workbook(sheet(named('A'))).subarray(0, 300),
  'q.csv.gz': gzipSync(Buffer.alloc(most * MIB, 'queen_name\n')),
  'line.csv': Buffer.alloc(Math.min(most, 150) * MIB, 'a'),
  'quote.csv': Buffer.concat([Buffer.from('queen_name\n"'), Buffer.alloc(Math.min(most, 150) * MIB, 'a,\n')]),
  'commas.csv': Buffer.alloc(Math.min(most, 100) * MIB, ','),
  'columns.csv': Buffer.from(`${Array.from({ length: 300_000 }, (_, n) => `c${n}`).join(',')}\n1\n`),
  'empty.csv': Buffer.concat([Buffer.from('queen_name\n'), Buffer.alloc(Math.min(most, 50) * MIB, '\n')]),
  'nuls.csv': Buffer.alloc(Math.min(most, 20) * MIB, 0),
  'formula.csv': Buffer.from('queen_name,notes\nA,"=HYPERLINK(""http://evil.example"")"\n'),
  '../../../../tmp/name.csv': Buffer.from('queen_name\nA\n'),
  'bad\u0000name\r\nX: y.csv': Buffer.from('queen_name\nA\n'),
});

export const fileBombs = {
  name: 'large, malformed and dangerous files',
  async run({ program, short, responseLog, check, print }) {
    const outcomes = [];
    for (const [name, content] of Object.entries(files(short ? 16 : 2200))) {
      const startedAt = performance.now();
      const response = await program.upload(name, content).catch((error) => {
        throw new Error(`${JSON.stringify(name)}: ${error.cause?.message ?? error.message}`);
      });
      const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
      responseLog.add(
        { status: response.status, type: response.headers.get('Content-Type'), text },
        `the file ${JSON.stringify(name)}`,
      );
      let outcome = response.status;
      if (response.status === 202) {
        const { status, errors } = await program.waitForEnd(`/api/v1/imports/${response.body.data.id}`);
        outcome = status;
        check(!/root:/.test(JSON.stringify(errors)), `${name} exposed a file of the server`);
      }
      const duration = Math.round(performance.now() - startedAt);
      if (duration > 5000) print(`${name}: ${outcome} after ${duration} ms`);
      outcomes.push(`${name.replace(/^.*\//, '').slice(0, 15)} ${outcome}`);
    }
    return outcomes.join(', ');
  },
};
