import { beforeAll, describe, expect, test } from '@jest/globals';
import { openTable } from '../../../src/features/imports/reading/read-table.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { bytesOf, DATENIMPORT, REGINE, STOCKKARTEN, ZUCHTWERTE } from './files.js';
import { file, workbook } from './reading-files.js';
import { all, importFile } from './uploads.js';

/** Tests of the preview of a file, and of the options of an import. */
interface ImportField {
  name: string;
  alias: string | null;
  group: string;
  title: string;
  description: string;
  headers: string[];
}

let service: SharedService;
let client: Client;
let fields: ImportField[];
beforeAll(async () => {
  // The tests check files without waiting for the results, so more than ten imports can be unfinished at the same time.
  // The shared service allows this.
  service = await sharedService();
  client = await service.register();
  fields = (await client.get('/api/v1/imports/fields')).body.data;
});

const dryRun = async (name: string, content: string | Uint8Array, options: Record<string, string> = {}) =>
  (await client.upload('/api/imports', name, content, { dry_run: 'true', ...options })).body;

const columnsOf = async (content: string | Uint8Array) => {
  const table = await openTable(file(content), { filename: 'a.csv' });
  await table.close();
  return table.head.columns;
};

describe('the listed fields for a mapping', () => {
  test('are exactly the fields that a mapping accepts', async () => {
    const { detail } = await dryRun('a.csv', 'Name;x\nAnna;1', { mapping: '{"x":"nonsense"}' });
    const accepted = /A column can be mapped to (.*), or to null/.exec(detail)![1]!.split(', ');
    expect(fields.map(({ name }) => name).sort()).toEqual(accepted.sort());
    for (const { alias } of fields.filter((field) => field.alias !== null)) {
      const response = await dryRun('a.csv', 'Name;x\nAnna;1', { mapping: JSON.stringify({ x: alias }) });
      expect([alias, response.detail]).toEqual([alias, undefined]);
    }
  });

  test('have titles and descriptions, and are ordered by group', () => {
    const groups = fields.map(({ group }) => group);
    expect(groups).toEqual([...groups].sort((one, other) => groups.indexOf(one) - groups.indexOf(other)));
    expect(new Set(groups).size).toBe(6);
    expect(new Set(fields.map(({ title }) => title)).size).toBe(fields.length);
    for (const { description } of fields) expect(description).toMatch(/\.$/);
  });

  test('are recognized by their listed headers', async () => {
    const recognized = fields.filter(({ group }) => group !== 'reliabilities');
    // Each file has one header for every field. The loop ends when every header has been used.
    const maxHeaders = Math.max(...recognized.map(({ headers }) => headers.length));
    for (let turn = 0; turn < maxHeaders; turn++) {
      const columns = recognized.map(({ name, headers }) => [headers[turn % headers.length]!, name] as const);
      const row = columns.map(([, name]) => (name === 'queen_name' ? 'Anna' : '')).join(';');
      const found = await columnsOf(`${columns.map(([header]) => header).join(';')}\n${row}`);
      expect(found.map(({ header, field }) => [header, field])).toEqual(columns);
    }
  });

  test('include every field of the sample files', async () => {
    const names = new Set(fields.flatMap(({ name, alias }) => [name, alias]));
    for (const name of [DATENIMPORT, STOCKKARTEN, REGINE, ZUCHTWERTE]) {
      const found = (await columnsOf(bytesOf(name))).flatMap(({ field }) => field ?? []);
      expect(found.length).toBeGreaterThan(2);
      expect(found.filter((field) => !names.has(field))).toEqual([]);
    }
  });
});

describe('a dry run', () => {
  test('shows up to three values of each column, and an import stores unknown columns in the origin data', async () => {
    const rows = [
      'Königin;Schlupf;Lieblingsblume',
      'Anna;2023;Linde',
      'Berta;2024;Raps',
      'Carla;2024;',
      'Dora;2021;Klee',
      'Ella;2020;Heide',
    ];
    const { columns } = await importFile(client, 'bees.csv', rows.join('\n'), { dry_run: 'true' });
    expect(columns).toEqual([
      { header: 'Königin', field: 'queen_name', samples: ['Anna', 'Berta', 'Carla'] },
      { header: 'Schlupf', field: 'birth_date', samples: ['2023', '2024', '2021'] },
      { header: 'Lieblingsblume', field: null, samples: ['Linde', 'Raps', 'Klee'] },
    ]);
    expect(await all(client, '/api/queens')).toEqual([]);
    const other = await service.register();
    await importFile(other, 'bees.csv', rows.join('\n'));
    const [anna] = await all<{ id: string }>(other, '/api/queens?search=anna');
    const { body } = await other.get(`/api/queens/${anna!.id}`);
    expect(body.data.origin_data).toEqual({ Königin: 'Anna', Schlupf: '2023', Lieblingsblume: 'Linde' });
  });

  // Regression: a text that was shortened in the middle of an emoji could not be stored, so the upload failed.
  test('shortens values and filenames between whole characters', async () => {
    const content = `queen;number;notes\nEmma;E-1;${'a'.repeat(99)}🐝 good\n`;
    const { data } = await dryRun(`${'f'.repeat(254)}🐝.csv`, content);
    expect(data).toMatchObject({ filename: 'f'.repeat(254), columns: [{}, {}, { samples: ['a'.repeat(99)] }] });
  });

  test('quotes invalid values in its errors, shortened between whole characters', async () => {
    const content = `queen;number;year;honey\nEmma;E-1;2024;${'a'.repeat(59)}🐝 good\n`;
    const { errors } = await importFile(client, 'a.csv', content, { dry_run: 'true' });
    expect(errors).toMatchObject([{ column: 'honey', message: expect.stringContaining(`"${'a'.repeat(59)}…"`) }]);
  });

  test('can be selected or excluded in the list of imports', async () => {
    const other = await service.register();
    await importFile(other, 'checked.csv', 'Name\nAnna', { dry_run: 'true' });
    await importFile(other, 'done.csv', 'Name\nAnna');
    const listed = async (query: string) =>
      (await all<{ filename: string }>(other, `/api/imports${query}`)).map(({ filename }) => filename);
    expect(await listed('')).toEqual(['done.csv', 'checked.csv']);
    expect(await listed('?dry_run=true')).toEqual(['checked.csv']);
    expect(await listed('?dry_run=false')).toEqual(['done.csv']);
    const { body } = await other.get('/api/imports?dry_run=perhaps');
    expect(body).toMatchObject({ errors: [{ path: 'dry_run', message: 'must be true or false' }] });
  });

  // Regression: a value such as `constructor`, a property of every object, was accepted as a boolean and caused a 500.
  test.each(['constructor', '__proto__', 'perhaps'])('is refused if dry_run is %s', async (value) => {
    const { status, body } = await client.upload('/api/imports', 'bees.csv', 'Name\nAnna', { dry_run: value });
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'dry_run', message: 'must be true or false' }] }]);
  });

  test('lists the sheets of a workbook, and another sheet can be chosen', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const sheet = (name: string, rows: string[]) => ({
      name,
      rows: rows.map((row) => `<row>${cell(row)}</row>`).join(''),
    });
    const book = await workbook([
      sheet('Read me', []),
      sheet('Queens', ['Name', 'Anna']),
      sheet('More', ['Name', 'Berta']),
    ]);
    const sheets = ['Read me', 'Queens', 'More'];
    const first = await dryRun('bees.xlsx', book);
    expect(first.data).toMatchObject({ sheet: 'Queens', sheets, columns: [{ samples: ['Anna'] }] });
    const other = await dryRun('bees.xlsx', book, { sheet: 'More' });
    expect(other.data).toMatchObject({ sheet: 'More', sheets, columns: [{ samples: ['Berta'] }] });
    expect((await dryRun('bees.csv', 'Name\nAnna')).data).toMatchObject({ sheet: null, sheets: [] });
  });

  test('shows the columns if none of them identifies queens, so that the user can map one of them', async () => {
    const text = 'Tier;Schlupf\nAnna;2023\nBerta;2024';
    const response = await client.upload('/api/imports', 'bees.csv', text, { dry_run: 'true' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'file' }],
      sheet: null,
      sheets: [],
      columns: [
        { header: 'Tier', field: null, samples: ['Anna', 'Berta'] },
        { header: 'Schlupf', field: 'birth_date', samples: ['2023', '2024'] },
      ],
    });
    const mapped = await importFile(client, 'bees.csv', text, { dry_run: 'true', mapping: '{"Tier":"queen_name"}' });
    expect(mapped).toMatchObject({ status: 'completed', created: { queens: 2 } });
    const damaged = await dryRun('bees.csv', '');
    expect(damaged).not.toHaveProperty('columns');
  });
});
