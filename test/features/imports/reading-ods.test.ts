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
  });

  test('texts have their blanks, tabs, line breaks and paragraphs, but no comments', async () => {
    expect(
      await cellsOf(
        string('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p><text:p>e'),
        '<table:table-cell office:value-type="string"><office:annotation><text:p>comment</text:p></office:annotation><text:p>text</text:p></table:table-cell>',
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
          row([string('9'), string('Cora'), cell('table:formula="of:=1"', '')]),
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
