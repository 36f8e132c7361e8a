import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { columnName, file, readAll, refusal, contents, textRows, workbook, xmlText, zip } from './reading-files.js';
import type { WorkbookParts } from './reading-files.js';
import { shownByFormat } from '../../../src/features/imports/reading/xlsx/number-format.js';
import { runs } from '../../support/fuzz.js';

const xlsx = async (rows: string, parts: WorkbookParts = {}) =>
  file(await workbook([{ name: 'Sheet', rows }], parts), 'xlsx');
const table = [
  ['name', 'race', 'notes'],
  ['Anna', 'C', 'x'],
];

/** Encodes the XML of a part as UTF-16 with a byte order mark. */
const utf16 = (xml: string) => Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');

/**
 * Reads a sheet with one row, which contains a name and these cells as XML. Returns the texts of the cells after the
 * name.
 */
const cellsOf = async (cells: string, parts: WorkbookParts = {}) => {
  const path = await xlsx(
    `${textRows([['name', 'a', 'b', 'c', 'd', 'e']])}<row r="2"><c r="A2" t="str"><v>Anna</v></c>${cells}</row>`,
    parts,
  );
  return (await readAll(path)).drafts[0]!.cells.slice(1);
};

describe('in a workbook', () => {
  test('inline and shared text is unchanged', async () => {
    const cell = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed());
    const tricky = fc.constantFrom('_x0041_', '_x005F_', '&amp;', '<t>', ']]>', '\r\n', ' ', '  x ', '_x000D_', '"');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.oneof(cell, tricky), fc.oneof(cell, tricky)), { minLength: 1, maxLength: 6 }),
        async (cells) => {
          const rows = [['name', 'x', 'y'], ...cells.map(([a, b]) => ['Q', a, b])];
          const inline = await readAll(await xlsx(textRows(rows)));
          expect(inline.drafts.map((draft) => draft.cells)).toEqual(rows.slice(1));

          const strings = rows.flat();
          const shared = await readAll(
            await xlsx(
              rows
                .map(
                  (cells, i) =>
                    `<row r="${i + 1}">${cells.map((_, j) => `<c r="${columnName(j)}${i + 1}" t="s"><v>${i * 3 + j}</v></c>`).join('')}</row>`,
                )
                .join(''),
              { strings: strings.map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`).join('') },
            ),
          );
          expect(shared.drafts).toEqual(inline.drafts);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  test('numbers are read in their shortest form, booleans as displayed, and formula results unchanged', async () => {
    const cells = await cellsOf(
      '<c r="B2"><v>35.899999999999999</v></c><c r="C2"><v>1E-3</v></c><c r="D2" t="b"><v>1</v></c><c r="E2" t="str"><f>A1</f><v>both</v></c><c r="F2" t="n"><f>1+1</f><v>22002033</v></c>',
    );
    expect(cells).toEqual(['35.9', '0.001', 'TRUE', 'both', '22002033']);
    expect(await cellsOf('<c r="B2"><v>9.9999999999999995E-8</v></c>')).toContain('0.0000001');
  });

  test('the parts of a rich text are joined; phonetic readings are left out', async () => {
    const cells = await cellsOf(
      '<c r="B2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><r><t>half</t></r><r><rPr><b/></rPr><t> bold</t></r></is></c>',
      { strings: '<si><r><t>Kö</t></r><r><t>nigin</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>' },
    );
    expect(cells.slice(0, 2)).toEqual(['Königin', 'half bold']);
  });

  test('text in a CDATA section is read', async () => {
    expect((await cellsOf('<c r="B2" t="str"><v>A <![CDATA[& <B>]]></v></c>'))[0]).toBe('A & <B>');
  });

  test('the size of each row is limited, but not the size of all rows together', async () => {
    const rows = [['name', 'x'], ...['Anna', 'Bea', 'Cora'].map((name) => [name, 'x'.repeat(500_000)])];
    expect((await readAll(await xlsx(textRows(rows)))).drafts).toHaveLength(3);
  });

  // A sheet is read several times: for its header, its kinds of values and its rows.
  test('the unpacked size of a sheet counts once', async () => {
    const blanks = `${' '.repeat(1024 * 1024)}<row/>`.repeat(20);
    expect((await readAll(await xlsx(textRows(table) + blanks))).drafts).toHaveLength(1);
  });

  test('cells are placed by their reference or, if they have no reference, in sequence', async () => {
    expect(await cellsOf('<c r="D2"><v>4</v></c><c r="F2"><v>6</v></c>')).toEqual(['', '', '4', '', '6']);
    expect(await cellsOf('<c><v>1</v></c><c/><c><v>3</v></c>')).toEqual(['1', '', '3', '', '']);
  });

  const styles =
    '<numFmts count="4"><numFmt numFmtId="164" formatCode="[$-407]dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/>' +
    '<numFmt numFmtId="166" formatCode="[Red]0.00"/><numFmt numFmtId="167" formatCode="hh:mm"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    `<cellXfs>${[0, 14, 164, 165, 166, 167, 22].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;

  test('dates are recognized by their number format, in both date systems', async () => {
    const days = (values: [style: number, value: string][]) =>
      values.map(([style, value], i) => `<c r="${columnName(i + 1)}2" s="${style}"><v>${value}</v></c>`).join('');
    const cells = days([
      [1, '45291'],
      [2, '45291'],
      [6, '45291.604166666664'],
      [3, '3'],
      [4, '45291'],
    ]);
    expect(await cellsOf(cells, { styles })).toEqual(['2023-12-31', '2023-12-31', '2023-12-31T14:30:00', '3', '45291']);
    const mac = { styles, properties: '<workbookPr date1904="1"/>' };
    expect(
      (
        await cellsOf(
          days([
            [1, '43829'],
            [2, '0'],
          ]),
          mac,
        )
      ).slice(0, 2),
    ).toEqual(['2023-12-31', '1904-01-01']);
    expect(
      await cellsOf(
        days([
          [1, '59'],
          [1, '60'],
          [1, '61'],
          [5, '0.5'],
          [1, '-3'],
        ]),
        { styles },
      ),
    ).toEqual(['1900-02-28', '1900-02-29', '1900-03-01', '12:00:00', '-3']);
  });

  test.each([
    ['yyyy', '45291', '2023'],
    ['JJJJ', '45291', '2023'],
    ['aaaa', '45291', '2023'],
    ['mmm', '45291', '2023-12-31'],
    ['dd.mm.yyyy', '45291.999999999', '2024-01-01'],
    ['dd.mm.yyyy', '2958466', '2958466'],
    ['Standard', '45291', '45291'],
    ['0" %"', '5', '5'],
    ['0.00E+00', '12345', '12345'],
    ['0%', '0.05', '5%'],
  ])('the number format %s shows the number %s as %s', async (code, value, text) => {
    const format = `<numFmts count="1"><numFmt numFmtId="164" formatCode="${xmlText(code)}"/></numFmts>`;
    const custom = `${format}<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
    expect((await cellsOf(`<c r="B2" s="1"><v>${value}</v></c>`, { styles: custom }))[0]).toBe(text);
  });

  test('numbers with the built-in formats of percentages are read as percentages', async () => {
    const formats = `<cellXfs>${[0, 9, 10].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const cells = '<c r="B2" s="1"><v>0.05</v></c><c r="C2" s="2"><v>0.057</v></c><c r="D2" s="0"><v>0.05</v></c>';
    expect((await cellsOf(cells, { styles: formats })).slice(0, 3)).toEqual(['5%', '5.7%', '0.05']);
  });

  test('years are shown in both date systems, and times and East Asian dates by built-in formats', async () => {
    const format = '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy"/></numFmts>';
    const custom = `${format}<cellXfs>${[0, 164, 46, 30].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const cells = '<c r="B2" s="1"><v>43829</v></c><c r="C2" s="2"><v>0.5</v></c><c r="D2" s="3"><v>43829</v></c>';
    const mac = { styles: custom, properties: '<workbookPr date1904="true"/>' };
    expect((await cellsOf(cells, mac)).slice(0, 3)).toEqual(['2023', '12:00:00', '2023-12-31']);
    expect((await cellsOf(cells, { styles: custom })).slice(0, 3)).toEqual(['2019', '12:00:00', '2019-12-30']);
  });

  test.each([
    [7, '000', '007'],
    [7, '"DE-"00', 'DE-07'],
    [7, '\\K00', 'K07'],
    [1234, '000', '1234'],
    [1234, '"K-"00-0', 'K-123-4'],
    [0, '000', '000'],
    [0, '0-#', '0-'],
    [7, '000;-000', '007'],
    [7, '[Red]000', '007'],
    [7, '0.0', null],
    [7, '##', null],
    [7, '0" kg"E', null],
    [-7, '000', null],
    [1.5, '000', null],
  ])('the number %d with the format %j is shown as %j (null: not known)', (number, code, shown) => {
    expect(shownByFormat(number, code)).toBe(shown);
  });

  test('a year is not a date where an identifier is expected, but a day is', async () => {
    const format = '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy"/></numFmts>';
    const custom = `${format}<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>`;
    const header = textRows([['Nr', 'Stand']]);
    const row = (number: number, style: number) =>
      `<row r="${number}"><c r="A${number}" s="${style}"><v>45291</v></c><c r="B${number}" s="2"><v>45291</v></c></row>`;
    const { drafts, faults } = await readAll(await xlsx(header + row(2, 1) + row(3, 2), { styles: custom }));
    expect(drafts).toMatchObject([{ external_id: '2023', apiary: '2023-12-31' }]);
    expect(faults).toMatchObject([{ row: 3, column: 'Nr', code: 'date_in_identifier' }]);
  });

  test('a formula without a stored value is an error, but the empty result of a text formula is not', async () => {
    const header = textRows([['name', 'race', 'line', 'notes']]);
    const row =
      '<row r="2"><c r="A2" t="str"><v>Anna</v></c><c r="B2"><f>A1</f></c><c r="C2" t="b"><f>A1</f><v></v></c><c r="D2" t="str"><f>A1</f><v></v></c></row>';
    const { faults } = await readAll(
      await xlsx(`${header}${row}<row r="3"><c r="A3" t="str"><v>Bea</v></c><c r="B3"/></row>`),
    );
    expect(faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'race', 'formula_without_value'],
      [2, 'line', 'formula_without_value'],
    ]);
  });

  test('cell references may be in lower case, and phonetic readings of inline text are left out', async () => {
    const reading = '<is><t>Kö</t><rPh sb="0" eb="1"><t>reading</t></rPh></is>';
    expect(await cellsOf(`<c r="c2" t="inlineStr">${reading}</c>`)).toEqual(['', 'Kö', '', '', '']);
  });

  test('every day of the 1900 date system from March 1900 is read correctly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 61, max: 100_000 }), async (serial) => {
        const [cell] = await cellsOf(`<c r="B2" s="1"><v>${serial}</v></c>`, { styles });
        expect(Date.parse(cell!)).toBe(Date.UTC(1899, 11, 30) + serial * 86_400_000);
      }),
      { numRuns: runs(40) },
    );
  });

  test('a table has the same result as in a CSV file', async () => {
    const header = ['Zuchtbuchnummer', 'Schlupf', 'Stand', 'Prüfjahr', 'Honig [kg]', 'Sanftmut'];
    const text = await readAll(file([header.join(';'), 'DE-44-1-3-2022;31.12.2022;S1;2023;35,9;3,5'].join('\n')));
    const path = await xlsx(
      textRows([header]) +
        '<row r="2"><c r="A2" t="str"><v>DE-44-1-3-2022</v></c><c r="B2" s="1"><v>44926</v></c><c r="C2" t="str"><v>S1</v></c>' +
        '<c r="D2"><v>2023</v></c><c r="E2"><v>35.9</v></c><c r="F2"><v>3.5</v></c></row>',
      { styles },
    );
    expect((await readAll(path)).drafts.map(contents)).toEqual(text.drafts.map(contents));
    expect(contents(text.drafts[0])).toMatchObject({
      birth_date: '2022-12-31',
      honey: 35.9,
      gentleness: 3.5,
      year: 2023,
    });
  });

  test.each<[string, WorkbookParts]>([
    ['the strict namespace', { namespace: 'http://purl.oclc.org/ooxml/spreadsheetml/main' }],
    ['a namespace prefix', { prefix: 'x:' }],
    ['absolute paths of sheets', { target: (number) => `/xl/worksheets/sheet${number}.xml` }],
    ['paths of sheets in another case', { target: (number) => `Worksheets/Sheet${number}.XML` }],
    ['another namespace prefix of relationships', { idPrefix: 'rel' }],
    ['UTF-16 with the low byte first', { encode: (xml) => utf16(xml) }],
    ['UTF-16 with the low byte first, without a byte order mark', { encode: (xml) => utf16(xml).subarray(2) }],
    ['UTF-16 with the high byte first', { encode: (xml) => utf16(xml).swap16() }],
    [
      'UTF-16 with the high byte first, without a byte order mark',
      { encode: (xml) => utf16(xml).swap16().subarray(2) },
    ],
    ['paths of sheets with dots', { target: (number) => `./../xl/worksheets/sheet${number}.xml` }],
  ])('%s can be used', async (_what, parts) => {
    expect((await readAll(await xlsx(textRows(table), parts))).drafts[0]!.cells).toEqual(table[1]);
  });

  test('rows have the row numbers of the sheet', async () => {
    const rows =
      '<row r="3"><c r="A3" t="str"><v>name</v></c></row><row r="7"><c r="A7" t="str"><v>A</v></c></row><row><c t="str"><v>B</v></c></row>';
    expect((await readAll(await xlsx(rows))).drafts.map(({ row }) => row)).toEqual([7, 8]);
  });

  test('a NUL character is an error of the cell that contains it, and too many cells are an error of the row', async () => {
    const rows =
      '<row r="1"><c t="str"><v>name</v></c></row><row r="2"><c t="str"><v>A_x0000_</v></c></row><row r="3"><c t="str"><v>B</v></c><c r="XFD3"><v>1</v></c></row>';
    expect((await readAll(await xlsx(rows))).errors).toEqual([
      { row: 2, column: 'name', message: 'contains a NUL character' },
      { row: 3, column: null, message: 'has 16384 cells, but there are only 1 columns' },
    ]);
  });
});

/** Row, column and first row of each warning of an empty cell that is merged with a filled cell. */
const mergedCells = async (path: string, options = {}) =>
  (await readAll(path, options)).warnings
    .filter(({ code }) => code === 'merged_cell')
    .map(({ row, column, params }) => [row, column, params!['first']]);

describe('merged cells', () => {
  // Regression: queens without dam and tests without apiary were created without any warning.
  test('cause a warning for each empty cell of a column that is read', async () => {
    const rows = [
      ['Liste 2023', '', '', '', ''],
      ['Nr', 'Mutter', 'Stand', 'Rahmen', 'Schlupf'],
      ['', '', '', '', '2023'],
      ['1', '9', 'Nord', '10', '2021'],
      ['2', '', '', '', '2021'],
      ['', '', '', '', ''],
      ['3', '8', '', '', '2022'],
      ['4', '', '', '', ''],
      ['Summe', '', '', '', '4'],
      ['5', '', '', '', ''],
    ];
    const merged = ['A1:E1', 'A2:A3', 'B4:B6', 'C4:C8', 'D4:D8', 'E7:F8', 'B9:B10', 'B7:C7'];
    const path = file(await workbook([{ name: 'Liste', rows: textRows(rows), merged }]), 'xlsx');
    expect(await mergedCells(path)).toEqual([
      [5, 'Mutter', 4],
      [5, 'Stand', 4],
      [7, 'Stand', 4],
      [8, 'Stand', 4],
      [8, 'Schlupf', 7],
    ]);
    const edits = { skipped: [], cells: { 5: { Mutter: '9', Stand: 'Nord' }, 7: { Stand: 'Nord' } } };
    expect(await mergedCells(path, { edits })).toEqual([
      [8, 'Stand', 4],
      [8, 'Schlupf', 7],
    ]);
  });

  test('cause the same warnings if the file lists the ranges in another order', async () => {
    const rows = [
      ['Nr', 'Mutter'],
      ['1', '9'],
      ['2', ''],
      ['3', '8'],
      ['4', ''],
    ];
    const merged = ['B4:B5', 'B2:B3'];
    const path = file(await workbook([{ name: 'Liste', rows: textRows(rows), merged }]), 'xlsx');
    expect(await mergedCells(path)).toEqual([
      [3, 'Mutter', 2],
      [5, 'Mutter', 4],
    ]);
  });

  test('in an .ods file cause the same warnings', async () => {
    const cell = (text: string, rows = 1) =>
      `<table:table-cell office:value-type="string" table:number-rows-spanned="${rows}"><text:p>${text}</text:p></table:table-cell>`;
    const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
    const covered = '<table:covered-table-cell/>';
    const namespaces = ['office', 'table', 'text']
      .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
      .join(' ');
    const content = `<?xml version="1.0"?><office:document-content ${namespaces}><office:body><office:spreadsheet><table:table table:name="A">${row(
      cell('Nr'),
      cell('Mutter'),
    )}${row(cell('1'), cell('9', 2))}${row(cell('2'), covered)}${row(cell('3'), cell('8'))}</table:table></office:spreadsheet></office:body></office:document-content>`;
    const mimetype = 'application/vnd.oasis.opendocument.spreadsheet';
    expect(await mergedCells(file(await zip({ mimetype, 'content.xml': content }), 'ods'))).toEqual([[3, 'Mutter', 2]]);
  });
});

describe('in a workbook with several sheets', () => {
  const sheets = [
    { name: 'Info', rows: textRows([['Bees & more'], ['of 2024']]) },
    { name: 'Empty', rows: '' },
    { name: 'Queens', rows: textRows(table) },
    {
      name: 'More',
      rows: textRows([
        ['Königin', 'Rasse'],
        ['Berta', 'B'],
      ]),
    },
  ];

  test('the first sheet with a table is read', async () => {
    const { head } = await readAll(file(await workbook(sheets), 'xlsx'));
    expect(head.sheet).toBe('Queens');
  });

  // Regression: the tests on other sheets were lost without a warning.
  test('a warning names the other visible sheets with a table, unless the sheet was requested', async () => {
    const given = async (options?: Parameters<typeof readAll>[1]) =>
      (
        await readAll(
          file(await workbook([...sheets, { ...sheets[2]!, name: 'Old', state: 'hidden' }]), 'xlsx'),
          options,
        )
      ).warnings
        .filter(({ code }) => code === 'other_sheets')
        .map(({ params }) => params);
    expect([await given(), await given({ sheet: 'More' })]).toEqual([[{ given: 'More' }], []]);
  });

  test('a sheet that is a chart is not a table', async () => {
    const chart = { name: 'Chart', rows: '', kind: 'chartsheet' };
    expect((await readAll(file(await workbook([chart, ...sheets]), 'xlsx'))).head.sheets).toEqual(
      sheets.map(({ name }) => name),
    );
    expect((await refusal(file(await workbook([chart]), 'xlsx'))).message).toMatch(/has no sheet/);
  });

  // Regression: a hidden list was imported instead of the table.
  test('a visible sheet with a table is read rather than a hidden sheet', async () => {
    const [, , queens, more] = sheets;
    for (const state of ['hidden', 'veryHidden'] as const) {
      const path = file(await workbook([{ ...queens!, state }, more!]), 'xlsx');
      const { head } = await readAll(path);
      expect([head.sheet, head.sheets]).toEqual(['More', ['Queens', 'More']]);
      expect((await readAll(path, { sheet: 'Queens' })).head.sheet).toBe('Queens');
    }
    expect((await readAll(file(await workbook([{ ...queens!, state: 'hidden' }]), 'xlsx'))).head.sheet).toBe('Queens');
  });

  test('the requested sheet is read; if it does not exist, the existing sheets are listed', async () => {
    const path = file(await workbook(sheets), 'xlsx');
    expect((await readAll(path, { sheet: 'More' })).drafts[0]!.name).toBe('Berta');
    const error = await refusal(path, { sheet: 'Bees' });
    expect(error).toMatchObject({ path: 'sheet' });
    expect(error.message).toMatch(/"Info", "Empty", "Queens", "More"/);
    expect((await refusal(path, { sheet: 'Empty' })).message).toMatch(/"Empty" is empty/);
    expect(await refusal(file('name\nA'), { sheet: 'Queens' })).toMatchObject({ path: 'sheet' });
  });

  test('the sheet that has the headers of the mapping is read', async () => {
    const path = file(await workbook(sheets), 'xlsx');
    expect((await readAll(path, { mapping: { Rasse: 'line' } })).head.sheet).toBe('More');
    expect(await refusal(path, { mapping: { Nowhere: 'line' } })).toMatchObject({ path: 'mapping' });
  });
});

test('a workbook with any changed byte is either read or refused, without an internal error', async () => {
  const whole = await workbook([{ name: 'S', rows: textRows(table) }]);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= change;
      try {
        await readAll(file(damaged, 'xlsx'));
      } catch (error) {
        expect(error).toHaveProperty('path', 'file');
      }
    }),
    { numRuns: runs(200) },
  );
});

describe('an unreadable workbook', () => {
  const row = (cells: string) => `<row><c t="str"><v>name</v></c></row><row>${cells}</row>`;

  test('is refused if it is truncated', async () => {
    const whole = await workbook([{ name: 'S', rows: textRows(table) }]);
    for (const part of [0.1, 0.5, 0.9, 0.99]) {
      expect((await refusal(file(whole.subarray(0, whole.length * part), 'xlsx'))).message).toMatch(
        /damaged|not complete/,
      );
    }
  });

  test('is refused if its unpacked size is too large, even if the declared sizes are false', async () => {
    const bomb = await zip({
      'xl/workbook.xml': '<workbook/>',
      'xl/worksheets/sheet1.xml': Buffer.alloc(400 * 1024 * 1024, 32),
    });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    const error = await refusal(file(bomb, 'xlsx'));
    expect(error).toMatchObject({ code: 'payload_too_large' });
    expect(error.message).toMatch(/The unpacked size of .* is more than/);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);

    // The same archive with a false directory, which declares small sizes.
    const falseSizes = Buffer.from(bomb);
    for (
      let at = falseSizes.indexOf('PK\x01\x02', 0, 'latin1');
      at >= 0;
      at = falseSizes.indexOf('PK\x01\x02', at + 1, 'latin1')
    ) {
      falseSizes.writeUInt32LE(Math.min(falseSizes.readUInt32LE(at + 24), 1000), at + 24);
    }
    expect((await refusal(file(falseSizes, 'xlsx'))).path).toBe('file');
  });

  test('is refused if its parts are encrypted', async () => {
    const whole = await workbook([{ name: 'S', rows: textRows(table) }]);
    // The lowest bit of the flags in the header of each part means that the part is encrypted.
    for (const [header, flags] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const) {
      for (let at = whole.indexOf(header, 0, 'latin1'); at >= 0; at = whole.indexOf(header, at + 1, 'latin1'))
        whole[at + flags]! |= 1;
    }
    expect((await refusal(file(whole, 'xlsx'))).message).toMatch(/protected by a password/);
  });

  test('is refused if it has more than 10,000 parts', async () => {
    const whole = await workbook([{ name: 'S', rows: textRows(table) }]);
    // The end of the directory contains the number of parts.
    whole.writeUInt16LE(10_001, whole.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 10);
    expect((await refusal(file(whole, 'xlsx'))).message).toMatch(/more than 10000 parts/);
  });

  test('is refused if a cell is too large', async () => {
    expect((await refusal(await xlsx(row(`<c t="str"><v>${'x'.repeat(2_000_000)}</v></c>`)))).message).toMatch(
      /^Row 2 is larger than 1 MiB/,
    );
    expect((await refusal(await xlsx(row(`<c t="str"><v>${'x'.repeat(20_000_000)}</v></c>`)))).message).toMatch(
      /larger than/,
    );
  });

  // Regression: millions of nested elements filled the memory of the process.
  test('is refused if elements are nested more than 256 levels deep', async () => {
    const deep = `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`;
    expect((await refusal(await xlsx(deep + row('<c t="str"><v>A</v></c>')))).message).toMatch(
      /more than 256 levels deep/,
    );
  });

  test('is refused if it has a document type declaration, with or without entities', async () => {
    for (const prolog of [
      '<!DOCTYPE worksheet>',
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>',
    ]) {
      expect((await refusal(await xlsx(row('<c t="str"><v>A</v></c>'), { prolog }))).message).toMatch(/DOCTYPE/);
    }
    expect((await refusal(await xlsx(row('<c t="str"><v>&lol;</v></c>')))).message).toMatch(/not well-formed/);
  });

  test.each([
    ['malformed XML', row('<c t="str"><v>A</x>'), /not well-formed/],
    ['a missing shared string', row('<c t="s"><v>7</v></c>'), /row 2 refers to a missing text/],
    ['a column after the last possible column', row('<c r="XFE2"><v>7</v></c>'), /has a cell XFE2/],
    ['an invalid row number', '<row r="1e999"><c t="str"><v>name</v></c></row>', /row 1e999 follows row 0/],
    ['a row number that cannot be stored', '<row r="2147483648"><c t="str"><v>name</v></c></row>', /row 2147483648 /],
    ['too many columns', `<row>${'<c t="str"><v>name</v></c>'.repeat(2000)}</row>`, /has 2000 columns/],
    [
      'a NUL character in the header',
      textRows([
        ['name', 'a\0'],
        ['A', 'b'],
      ]),
      /NUL character in its header/,
    ],
    ['no rows', '', /is empty/],
    ['a header without rows', textRows([['name']]), /no row of data/],
    [
      'no known column',
      textRows([
        ['foo', 'bar'],
        ['1', '2'],
      ]),
      /No column identifies queens/,
    ],
  ])('is refused: %s', async (_what, rows, message) => {
    expect((await refusal(await xlsx(rows))).message).toMatch(message);
  });

  test.each([
    ['no workbook', { 'word/document.xml': '<w/>' }, /not an Excel workbook/],
    [
      'a binary workbook',
      {
        '_rels/.rels': '<R><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></R>',
        'xl/workbook.bin': 'x',
      },
      /\.xlsb/,
    ],
    ['a Numbers document', { 'Index/Document.iwa': 'x' }, /Numbers document/],
    ['a Numbers document of an old version', { 'Index.zip': 'x' }, /Numbers document/],
  ])('is refused if the archive contains %s', async (_what, parts, message) => {
    expect(await refusal(file(await zip(parts as unknown as Record<string, string>), 'xlsx'))).toMatchObject({
      message: expect.stringMatching(message) as never,
      code: 'unsupported_media_type',
    });
  });
});
