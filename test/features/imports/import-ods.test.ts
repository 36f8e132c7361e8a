import { beforeAll, expect, test } from '@jest/globals';
import { sharedService, type SharedService } from '../../support/service.js';
import { pack } from './archives.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const NAMESPACES = ['office', 'table', 'text']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const text = (value: string) =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;

/** A sheet as LibreOffice writes it: with repeated blank rows and columns at the end. */
const SHEET = `<?xml version="1.0"?><office:document-content ${NAMESPACES}><office:body><office:spreadsheet>
<table:table table:name="Bees">
${row(text('Name'), text('Mutter'), text('geboren'))}
${row(text('Anna'), text('unbekannt'), '<table:table-cell office:value-type="date" office:date-value="2023-05-30"><text:p>30.05.2023</text:p></table:table-cell>')}
<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>`;
const CSV = 'Name;Mutter;geboren\nAnna;unbekannt;30.05.2023\n';

test('an .ods sheet is read, and the same table as .csv changes nothing', async () => {
  const client = await service.register();
  const sheet = await pack({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': SHEET });
  expect(await importFile(client, 'bees.ods', sheet)).toMatchObject({ status: 'completed', created: { queens: 1 } });
  expect(await all(client, '/api/queens')).toMatchObject([
    { queen_name: 'Anna', mother_id: null, birth_date: '2023-05-30' },
  ]);
  expect(await importFile(client, 'bees.csv', CSV)).toMatchObject({
    status: 'completed',
    created: { queens: 0 },
    updated: { queens: 0 },
    unchanged: { queens: 1 },
  });
});
