import { describe, expect, test } from '@jest/globals';
import { file, readAll, refusal, zip } from './reading-files.js';

describe('in an OpenDocument spreadsheet', () => {
  const xmlns = ['office', 'table', 'text', 'style', 'calcext', 'draw']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  const ods = async (tables: string, { styles = '', body = 'spreadsheet', manifest = '<m/>' } = {}) =>
    file(
      await zip({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'META-INF/manifest.xml': manifest,
        'content.xml': `<office:document-content ${xmlns}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${body}>${tables}</office:${body}></office:body></office:document-content>`,
      }),
      'ods',
    );
  const cell = (attributes: string, text: string) =>
    `<table:table-cell ${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;
  const string = (text: string) => cell('office:value-type="string"', text);
  const row = (cells: string[], attributes = '') =>
    `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`;
  const sheet = (name: string, rows: string[], attributes = '') =>
    `<table:table table:name="${name}" ${attributes}>${rows.join('')}</table:table>`;
  const header = row(['name', 'a', 'b', 'c'].map(string));
  /** Returns the texts of the cells after the name. */
  const cellsOf = async (...cells: string[]) =>
    (await readAll(await ods(sheet('A', [header, row([string('Anna'), ...cells])])))).drafts[0]!.cells.slice(1);

  test('numbers, percentages and dates are read from their values, and not as they are shown', async () => {
    expect(
      await cellsOf(
        cell('office:value-type="float" office:value="35.899999999999999"', '36'),
        cell('office:value-type="percentage" office:value="0.57"', '57,0 %'),
        cell('office:value-type="date" office:date-value="2023-05-30T00:00:00"', '30.5.23'),
      ),
    ).toEqual(['35.9', '57%', '2023-05-30']);
    expect(
      await cellsOf(
        cell('office:value-type="date" office:date-value="2023-05-30"', '2023'),
        cell('office:value-type="date" office:date-value="2023-05-30T14:30:00"', '30.5.23'),
        cell('office:value-type="float" office:value="7"', '007'),
      ),
    ).toEqual(['2023', '2023-05-30T14:30:00', '7']);
    expect(await cellsOf(cell('office:value-type="currency" office:value="12.5"', '12,50 €'))).toEqual([
      '12.5',
      '',
      '',
    ]);
  });

  test('texts have their blanks, tabs, line breaks and paragraphs, but no comments', async () => {
    expect(
      await cellsOf(
        string('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p><text:p>e'),
        '<table:table-cell office:value-type="string"><office:annotation><text:p>comment</text:p></office:annotation><text:p>text</text:p><draw:custom-shape><text:p>arrow</text:p></draw:custom-shape></table:table-cell>',
        cell('office:value-type="string" office:string-value="hidden"', ''),
      ),
    ).toEqual(['a   b\tc\nd\ne', 'text', 'hidden']);
  });

  test('repeated cells and rows are repeated, and blank repeated rows count', async () => {
    const path = await ods(
      sheet('A', [
        header,
        row([string('Anna'), cell('table:number-columns-repeated="2" office:value-type="string"', 'x'), string('y')]),
        row([cell('table:number-columns-repeated="4"', '')], 'table:number-rows-repeated="3"'),
        row(
          [string('Bea'), cell('table:number-columns-repeated="2"', ''), string('z')],
          'table:number-rows-repeated="2"',
        ),
        row([string('Cora')]),
      ]),
    );
    expect((await readAll(path)).drafts.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, 'Anna', 'x', 'x', 'y'],
      [6, 'Bea', '', '', 'z'],
      [7, 'Bea', '', '', 'z'],
      [8, 'Cora', '', '', ''],
    ]);
  });

  test('names have the leading zeros that are shown; dates instead of identifiers and formulas without a value are errors', async () => {
    const day = cell('office:value-type="date" office:date-value="2023-05-30"', '30.05.23');
    const { drafts, faults } = await readAll(
      await ods(
        sheet('A', [
          row(['Nr', 'Name', 'Rasse', 'Linie'].map(string)),
          row([cell('office:value-type="float" office:value="7"', '007'), string('Anna')]),
          row([day, string('Bea')]),
          row([
            string('9'),
            string('Cora'),
            '<table:table-cell table:formula="of:=1"/>',
            // The result of this formula is an empty text.
            '<table:table-cell table:formula="of:=1"><text:p/></table:table-cell>',
          ]),
          row([
            string('10'),
            string('Dora'),
            cell('office:value-type="float" office:value="0" calcext:value-type="error"', '#REF!'),
          ]),
        ]),
      ),
    );
    expect(drafts[0]).toMatchObject({ external_id: '007', name: 'Anna' });
    expect(faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'Nr', 'date_in_identifier'],
      [4, 'Rasse', 'formula_without_value'],
      [5, 'Rasse', 'spreadsheet_error'],
    ]);
  });

  test('names that are shown with a thousands separator or with fewer digits are read from their values', async () => {
    const number = (shown: string) => row([cell('office:value-type="float" office:value="2022"', shown), string('C')]);
    const { drafts } = await readAll(
      await ods(sheet('A', [row(['Nr', 'Rasse'].map(string)), number('2.022'), number('2E+03'), number('22')])),
    );
    expect(drafts.map((draft) => draft.external_id)).toEqual(['2022', '2022', '2022']);
  });

  test('cells after merged cells stay in their columns, and only cells in the merged range cause warnings', async () => {
    const merged = cell('office:value-type="string" table:number-rows-spanned="2"', 'Mona');
    const { drafts, warnings } = await readAll(
      await ods(
        sheet('A', [
          row(['Name', 'Mutter', 'Rasse'].map(string)),
          row([string('Anna'), merged, string('C')]),
          row([string('Bea'), '<table:covered-table-cell/>', string('M')]),
          row([string('Cora'), cell('', ''), string('L')]),
        ]),
      ),
    );
    expect(drafts.map(({ name, race }) => [name, race])).toEqual([
      ['Anna', 'C'],
      ['Bea', 'M'],
      ['Cora', 'L'],
    ]);
    expect(warnings.map(({ row, column, code }) => [row, column, code])).toEqual([[3, 'Mutter', 'merged_cell']]);
  });

  test('the size of each row is limited, but not the size of all rows together', async () => {
    const long = (length: number) => row([string('Anna'), string('x'.repeat(length))]);
    const rows = [header, long(500_000), long(500_000), long(500_000)];
    expect((await readAll(await ods(sheet('A', rows)))).drafts).toHaveLength(3);
    expect((await refusal(await ods(sheet('A', [header, long(1_100_000)])))).message).toMatch(/^Row 2 is larger/);
  });

  test('a cell with too many repetitions, and too many sheets, are errors', async () => {
    const repeated = cell('office:value-type="string" table:number-columns-repeated="2000"', 'x');
    expect((await refusal(await ods(sheet('A', [header, row([repeated])])))).message).toMatch(
      /^Row 2 has too many columns/,
    );
    expect((await refusal(await ods(sheet('A', []).repeat(1001)))).message).toMatch(/more than 1000 sheets/);
  });

  test('hidden sheets come last, and tables inside drawings are not sheets', async () => {
    const inner = `<table:table-cell><draw:frame>${sheet('Inner', [row([string('x')])])}</draw:frame></table:table-cell>`;
    const styles = '<style:style style:name="ta1"><style:table-properties table:display="false"/></style:style>';
    const hidden = sheet('Hidden', [header, row([string('Anna')])], 'table:style-name="ta1"');
    const path = await ods(hidden + sheet('Shown', [header, row([string('Bea'), inner])]), { styles });
    const { head, drafts } = await readAll(path);
    expect([head.sheet, head.sheets, drafts.map(({ name }) => name)]).toEqual(['Shown', ['Hidden', 'Shown'], ['Bea']]);
    expect((await readAll(path, { sheet: 'Hidden' })).drafts.map(({ name }) => name)).toEqual(['Anna']);
  });

  test('a password, a text document and a missing sheet are errors', async () => {
    const table = sheet('A', [header, row([string('Anna')])]);
    const manifest = '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
    expect((await refusal(await ods(table, { manifest }))).message).toMatch(/protected by a password/);
    expect(await refusal(await ods(table, { body: 'text' }))).toMatchObject({ code: 'unsupported_media_type' });
    expect((await refusal(await ods(''))).message).toMatch(/has no sheet/);
  });
});
