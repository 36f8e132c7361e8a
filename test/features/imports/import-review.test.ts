import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Permissions } from '../../../src/auth/permissions.js';
import { deleteOldFiles } from '../../../src/features/imports/stored-file.js';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { textRows, workbook } from './reading-files.js';
import { all, importFile, waitForEnd, type Finding, type ImportBody } from './uploads.js';

interface Row {
  row: number | null;
  state: string;
  doubtful: boolean;
  queen_id: string | null;
  found_by: string | null;
  name: string | null;
  identifier: string | null;
  cells: Record<string, string>;
  corrections: Record<string, string>;
  changes: { record: string; member: string; from: string | null; to: string | null }[];
  errors: Finding[];
  warnings: Finding[];
}

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});

const check = (content: string, fields: Record<string, string> = {}, of = client) =>
  importFile(of, 'queens.csv', content, { dry_run: 'true', ...fields });
const rowsOf = (id: string, query = '', of = client) => all<Row>(of, `/api/v1/imports/${id}/rows${query}`);
const stateByRow = (rows: readonly Row[]) => rows.map(({ row, state }) => [row, state]);

async function decide(id: string, body: object, of = client): Promise<ImportBody> {
  const response = await of.post(`/api/v1/imports/${id}/decisions`, body);
  if (response.status !== 202) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  expect(response.headers.get('location')).toBe(`/api/v1/imports/${id}`);
  return waitForEnd(of, id);
}

describe('review of a dry run', () => {
  const KNOWN = 'Name;Nummer;Schlupf;Linie\nAnna;DE-1-1-1-2020;2020;Nord\nBerta;DE-1-1-2-2020;2020;Nord';
  const FILE = [
    'Name;Nummer;Schlupf;Linie;Mutter;Blume',
    'Anna;DE-1-1-1-2020;2020;Süd;;Linde',
    'Berta;DE-1-1-2-2020;2020;Nord;;',
    'Carla;DE-1-1-3-2022;2022;;Bertha;Raps',
    'Dora;DE-1-1-4-2022;31.02.2022;;Anna;',
    'Summe;;4;;;',
  ].join('\n');
  let checked: ImportBody;
  let rows: Row[];
  beforeEach(async () => {
    client = await service.register();
    await importFile(client, 'known.csv', KNOWN);
    checked = await check(FILE);
    rows = await rowsOf(checked.id);
  });

  test('shows for each row what the import would do', () => {
    expect(checked.status).toBe('failed');
    expect(stateByRow(rows)).toEqual([
      [2, 'changed'],
      [3, 'unchanged'],
      [4, 'new'],
      [5, 'faulty'],
      [6, 'set_aside'],
      [null, 'new'],
    ]);
    expect(checked).toMatchObject({
      review: { new: 1, changed: 1, unchanged: 1, faulty: 1, set_aside: 1, skipped: 0, doubtful: 1, without_row: 1 },
    });
  });

  test('lists changed fields with their former values, and all fields of new queens', () => {
    const [anna, berta, carla, , , bertha] = rows as [Row, Row, Row, Row, Row, Row];
    expect(anna.changes).toEqual([{ record: 'queen', member: 'line', from: 'Nord', to: 'Süd' }]);
    expect(anna.queen_id).not.toBeNull();
    expect(berta).toMatchObject({ changes: [], name: 'Berta', identifier: 'DE-1-1-2-2020' });
    expect(Object.fromEntries(carla.changes.map(({ member, to }) => [member, to]))).toEqual({
      queen_name: 'Carla',
      external_id: 'DE-1-1-3-2022',
      generation: 'F0',
      birth_date: '2022',
      mother: 'Bertha',
    });
    expect(carla).toMatchObject({ name: 'Carla', identifier: 'DE-1-1-3-2022', queen_id: null });
    expect(bertha).toMatchObject({ row: null, name: 'Bertha', state: 'new', cells: expect.anything() });
  });

  test('has the cells, errors and warnings of each row, also of rows that are not imported', () => {
    expect(rows[3]!.cells).toEqual({
      Name: 'Dora',
      Nummer: 'DE-1-1-4-2022',
      Schlupf: '31.02.2022',
      Linie: '',
      Mutter: 'Anna',
      Blume: '',
    });
    expect(rows[3]!.errors).toMatchObject([{ row: 5, column: 'Schlupf', code: 'no_such_day' }]);
    expect(rows[4]!.cells).toMatchObject({ Name: 'Summe', Schlupf: '4' });
    expect(rows[2]!.warnings).toMatchObject([{ code: 'near_match', params: { given: 'Bertha', found: 'Berta' } }]);
    expect(rows[2]!.doubtful).toBe(true);
  });

  // Regression: both rows had the name of the last row.
  test('shows each row of a new queen with the name in this row', async () => {
    const { id } = await check('Name;Nummer\nVera;DE-1-9\nWaltraud;DE-1-9');
    expect((await rowsOf(id)).map(({ row, name }) => [row, name])).toEqual([
      [2, 'Vera'],
      [3, 'Waltraud'],
    ]);
  });

  test('shows whether the queen of a row was found by her identifier or by her name', async () => {
    const { id } = await check('Name;Nummer;Linie\nAnna;DE-1-1-1-2020;Süd\nBerta;;Süd\nNeu;DE-9;');
    expect((await rowsOf(id)).map((row) => [row.name, row.found_by])).toEqual([
      ['Anna', 'identifier'],
      ['Berta', 'name'],
      ['Neu', null],
    ]);
  });

  test('shows no changes for the rows of a file that was imported before', async () => {
    const { id, status } = await check(KNOWN);
    const found = await rowsOf(id);
    expect([status, stateByRow(found)]).toEqual([
      'completed',
      [
        [2, 'unchanged'],
        [3, 'unchanged'],
      ],
    ]);
    expect(found.map(({ name, identifier }) => [name, identifier])).toEqual([
      ['Anna', 'DE-1-1-1-2020'],
      ['Berta', 'DE-1-1-2-2020'],
    ]);
    expect(found[0]!.queen_id).toBe(rows[0]!.queen_id);
  });

  test('lists a queen of the account without a row of her own, whose mate the parents of her daughter determine', async () => {
    const { id, review } = (await check(
      'Name;Nummer;Mutter;Vater\nTina;DE-9;DE-1-1-1-2020;DE-1-1-2-2020',
    )) as ImportBody & { review: object };
    const [tina, anna] = (await rowsOf(id)) as [Row, Row];
    expect(tina.changes).toContainEqual({ record: 'queen', member: 'father', from: null, to: 'Berta' });
    expect(anna).toMatchObject({ row: null, state: 'changed', name: 'Anna', queen_id: rows[0]!.queen_id });
    expect(anna.changes).toContainEqual({ record: 'queen', member: 'mated_to', from: null, to: 'Berta' });
    expect(review).toMatchObject({ new: 1, changed: 0, without_row: 1 });
  });

  test('can be filtered and paged, in REST and GraphQL', async () => {
    expect(stateByRow(await rowsOf(checked.id, '?state=faulty'))).toEqual([[5, 'faulty']]);
    expect(stateByRow(await rowsOf(checked.id, '?doubtful=true'))).toEqual([[4, 'new']]);
    expect((await rowsOf(checked.id, '?doubtful=false')).map(({ row }) => row)).toEqual([2, 3, 5, 6, null]);
    const { body } = await client.get(`/api/v1/imports/${checked.id}/rows?limit=2&offset=1`);
    expect(body.page.total).toBe(6);
    expect(stateByRow(body.data)).toEqual([
      [3, 'unchanged'],
      [4, 'new'],
    ]);
    const { body: response } = await client.graphql(
      `query ($id: ID!) { importRows(importId: $id, filter: { state: changed }) { totalCount nodes { row changes { member from to } } } }`,
      { id: checked.id },
    );
    expect(response.data.importRows).toEqual({
      totalCount: 1,
      nodes: [{ row: 2, changes: [{ member: 'line', from: 'Nord', to: 'Süd' }] }],
    });
  });

  test('is not visible to other accounts', async () => {
    const other = await service.register();
    expect((await other.get(`/api/v1/imports/${checked.id}/rows`)).status).toBe(404);
    expect((await other.post(`/api/v1/imports/${checked.id}/decisions`, { skip_faulty: true })).status).toBe(404);
  });

  test('writes nothing to the account', async () => {
    expect((await client.get('/api/v1/queens')).body.page.total).toBe(2);
  });

  test('leads to an import after one cell was corrected, one name was replaced by a similar name, and one row was left out', async () => {
    const again = await decide(checked.id, {
      rows: [
        { row: 5, cells: { Schlupf: '28.02.2022' } },
        { row: 4, cells: { Mutter: 'Berta' } },
        { row: 2, skip: true },
      ],
    });
    expect(again).toMatchObject({ status: 'completed', created: { queens: 2 }, updated: { queens: 0 } });
    const now = await rowsOf(checked.id);
    expect(stateByRow(now)).toEqual([
      [2, 'skipped'],
      [3, 'unchanged'],
      [4, 'new'],
      [5, 'new'],
      [6, 'set_aside'],
    ]);
    expect(now[3]).toMatchObject({
      corrections: { Schlupf: '28.02.2022' },
      cells: { Schlupf: '31.02.2022' },
      errors: [],
    });
    expect((await client.get('/api/v1/queens')).body.page.total).toBe(2);

    const imported = await decide(checked.id, { dry_run: false });
    expect(imported).toMatchObject({ status: 'completed', dry_run: false, created: { queens: 2 }, review: null });
    const queens = (await client.get('/api/v1/queens?sort=queen_name')).body.data as {
      queen_name: string;
      id: string;
    }[];
    expect(queens.map(({ queen_name }) => queen_name)).toEqual(['Anna', 'Berta', 'Carla', 'Dora']);
    const dora = (await client.get(`/api/v1/queens/${queens[3]!.id}`)).body.data;
    expect(dora).toMatchObject({ birth_date: '2022-02-28', origin_data: { Schlupf: '31.02.2022' } });
    const refused = await client.post(`/api/v1/imports/${checked.id}/decisions`, {});
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'import_applied']);
  });
});

// Regression: the cells after the corrected cell moved by one column in the origin data.
test('a corrected cell with a NUL character leaves the other cells of the origin data in their columns', async () => {
  const owner = await service.register();
  const checked = await check('Name;Linie;Blume\nAnna;N\0rd;Linde', {}, owner);
  expect(checked).toMatchObject({ status: 'failed', errors: [{ row: 2, column: 'Linie' }] });
  const rows = [{ row: 2, cells: { Linie: 'Nord' } }];
  expect(await decide(checked.id, { rows, dry_run: false }, owner)).toMatchObject({ status: 'completed' });
  const { body } = await owner.get('/api/v1/queens');
  const { body: anna } = await owner.get(`/api/v1/queens/${body.data[0].id}`);
  expect(anna.data).toMatchObject({ line: 'Nord', origin_data: { Name: 'Anna', Linie: 'N\uFFFDrd', Blume: 'Linde' } });
});

describe('evaluations, apiaries and hives of a row', () => {
  const FILE = [
    'Name;Nummer;life_status;apiary;hive;eval_year;honey_yield_kg;gentleness',
    'Mona;1;testing;Garden;H 1;2024;25;3',
    'Nora;2;testing;Garden;H 2;2024;30;99',
  ].join('\n');

  test('are listed as changes', async () => {
    const otherClient = await service.register();
    const { id } = await check(FILE, {}, otherClient);
    const [mona, nora] = (await rowsOf(id, '', otherClient)) as [Row, Row];
    const changes = mona.changes.filter(({ record }) => record !== 'queen');
    expect(changes).toEqual([
      { record: 'evaluation', member: 'eval_year', from: null, to: '2024' },
      { record: 'evaluation', member: 'apiary', from: null, to: 'Garden' },
      { record: 'evaluation', member: 'hive', from: null, to: 'H 1' },
      { record: 'evaluation', member: 'honey_yield_kg', from: null, to: '25' },
      { record: 'evaluation', member: 'gentleness', from: null, to: '3' },
      { record: 'apiary', member: 'name', from: null, to: 'Garden' },
      { record: 'hive', member: 'name', from: null, to: 'H 1' },
      { record: 'hive', member: 'queen', from: null, to: 'Mona' },
    ]);
    expect(nora).toMatchObject({ state: 'faulty', errors: [{ column: 'gentleness' }] });
  });

  test('are listed with their former values if they change', async () => {
    const otherClient = await service.register();
    await importFile(otherClient, 'first.csv', FILE.replace('99', '4'));
    const { id } = await check(FILE.replace('25;3', '26;2').replace('99', '4'), {}, otherClient);
    const rows = await rowsOf(id, '', otherClient);
    expect(stateByRow(rows)).toEqual([
      [2, 'changed'],
      [3, 'unchanged'],
    ]);
    expect(rows[0]!.changes).toEqual([
      { record: 'evaluation', member: 'honey_yield_kg', from: '25', to: '26' },
      { record: 'evaluation', member: 'gentleness', from: '3', to: '2' },
    ]);
  });

  test('make all rows of a changed evaluation changed, but not the rows of evaluations at other apiaries', async () => {
    const otherClient = await service.register();
    const header = 'Name;Nummer;apiary;eval_year;honey_yield_kg;gentleness';
    const known = [header, 'Mona;1;Garden;2024;25;', 'Mona;1;Hill;2024;30;'];
    await importFile(otherClient, 'first.csv', known.join('\n'));
    const file = [header, 'Mona;1;Garden;2024;26;', 'Mona;1;Garden;2024;;3', 'Mona;1;Hill;2024;30;'];
    const { id } = await check(file.join('\n'), {}, otherClient);
    expect(stateByRow(await rowsOf(id, '', otherClient))).toEqual([
      [2, 'changed'],
      [3, 'changed'],
      [4, 'unchanged'],
    ]);
  });

  test('are hidden from keys that may not read them; keys that may not write them cannot send decisions', async () => {
    const otherClient = await service.register();
    const { id } = await check(FILE, {}, otherClient);
    await decide(id, { rows: [{ row: 3, cells: { gentleness: '98' } }] }, otherClient);
    const keyed = async (permissions: Partial<Permissions>) => {
      const none = { queens: 'none', evaluations: 'none', blup: 'none', hive: 'none', account: 'none' } as const;
      return clientWithKey(service, (await makeKey(otherClient, { permissions: { ...none, ...permissions } })).key);
    };
    const reader = await keyed({ queens: 'write', evaluations: 'read' });
    const [mona, nora] = (await rowsOf(id, '', reader)) as [Row, Row];
    expect(mona.cells).toEqual({
      Name: 'Mona',
      Nummer: '1',
      life_status: 'testing',
      eval_year: '2024',
      honey_yield_kg: '25',
      gentleness: '3',
    });
    expect(new Set(mona.changes.map(({ record }) => record))).toEqual(new Set(['queen', 'evaluation']));
    const blind = await keyed({ queens: 'write' });
    const [seen, hidden] = (await rowsOf(id, '', blind)) as [Row, Row];
    expect(new Set(seen.changes.map(({ record }) => record))).toEqual(new Set(['queen']));
    expect([nora.corrections, hidden.corrections]).toEqual([{ gentleness: '98' }, {}]);
    expect(Object.keys(hidden.cells)).toEqual(['Name', 'Nummer', 'life_status']);
    expect(hidden.errors[0]!.code).toBe('insufficient_permission');
    expect(nora.errors[0]!.code).not.toBe('insufficient_permission');
    for (const [permissions, status] of [
      [{ queens: 'none', evaluations: 'write', hive: 'write' }, 403],
      [{ queens: 'read', evaluations: 'write', hive: 'write' }, 403],
      [{ queens: 'write', evaluations: 'read', hive: 'write' }, 403],
      [{ queens: 'write', evaluations: 'write', hive: 'read' }, 403],
      [{ queens: 'write', evaluations: 'write', hive: 'write' }, 202],
    ] as const) {
      const key = await keyed(permissions);
      const response = await key.post(`/api/v1/imports/${id}/decisions`, { skip_faulty: true });
      expect([permissions, response.status]).toEqual([permissions, status]);
    }
    const values = await check('1A;ZW Honig\nDE-1-2-3-2020;105', {}, otherClient);
    const recordsOf = async (of: Client) =>
      new Set((await rowsOf(values.id, '', of)).flatMap(({ changes }) => changes.map(({ record }) => record)));
    expect(await recordsOf(blind)).toEqual(new Set(['queen']));
    expect(await recordsOf(otherClient)).toEqual(new Set(['queen', 'breeding_value']));
    const noQueens = await keyed({ evaluations: 'read' });
    expect((await noQueens.get(`/api/v1/imports/${id}/rows`)).status).toBe(403);
  });
});

describe('decisions', () => {
  const FILE = 'Name;Nummer;Schlupf\nAnna;1;2020\nBerta;2;wrong\nCarla;3;wrong too\nDora;4;2021';

  test('can leave out all rows with errors at once, and restore single rows', async () => {
    const otherClient = await service.register();
    const { id } = await check(FILE, {}, otherClient);
    const good = await decide(id, { skip_faulty: true }, otherClient);
    expect(good).toMatchObject({ status: 'completed', created: { queens: 2 }, review: { new: 2, skipped: 2 } });
    const fewer = await decide(id, { rows: [{ row: 2, skip: true }] }, otherClient);
    expect(fewer).toMatchObject({ review: { new: 1, skipped: 3 }, left_out: { rows: 3, faulty: 2 } });
    const leftOut = await rowsOf(id, '?state=skipped', otherClient);
    expect(leftOut.map(({ row, errors }) => [row, errors.length])).toEqual([
      [2, 0],
      [3, 1],
      [4, 1],
    ]);
    await decide(id, { rows: [{ row: 2, skip: false }] }, otherClient);
    const again = await decide(id, { rows: [{ row: 4, skip: false }] }, otherClient);
    expect(again).toMatchObject({ status: 'failed', error_count: 1, review: { faulty: 1, skipped: 1 } });
  });

  test('about a cell change neither the earlier corrections of the row nor whether it is left out, and import nothing', async () => {
    const otherClient = await service.register();
    const { id } = await check(FILE, {}, otherClient);
    const first = [
      { row: 2, skip: true },
      { row: 3, cells: { Schlupf: '2020' } },
      { row: 4, cells: { Schlupf: '2020' } },
    ];
    await decide(id, { rows: first }, otherClient);
    const second = [2, 3].map((row) => ({ row, cells: { Name: 'Nora' } }));
    const again = await decide(id, { rows: second }, otherClient);
    expect(again).toMatchObject({ status: 'completed', dry_run: true, review: { new: 3, skipped: 1 } });
    expect((await rowsOf(id, '', otherClient)).map(({ corrections }) => corrections)).toEqual([
      { Name: 'Nora' },
      { Name: 'Nora', Schlupf: '2020' },
      { Schlupf: '2020' },
      {},
    ]);
    const { body } = await otherClient.get('/api/v1/account/audit?action=import_started');
    expect(body.data).toEqual([]);
  });

  test('with the value null remove a correction', async () => {
    const otherClient = await service.register();
    const { id } = await check(FILE, {}, otherClient);
    const rows = [3, 4].map((row) => ({ row, cells: { Schlupf: '2020' } }));
    expect((await decide(id, { rows }, otherClient)).status).toBe('completed');
    // Regression: an import with errors had the counts of the previous check.
    const again = await decide(id, { rows: [{ row: 4, cells: { Schlupf: null } }] }, otherClient);
    expect(again).toMatchObject({ status: 'failed', error_count: 1, created: { queens: 0 } });
  });

  test('can be "another" for one identifier and "same" for all other identifiers', async () => {
    const otherClient = await service.register();
    await importFile(otherClient, 'old.csv', 'Name;Nummer;Schlupf\nAnna;1;2019\nBerta;2;2019', {});
    const { id, error_count } = await check('Name;Nummer;Schlupf\nAlma;1;2022\nBerta;2;2018', {}, otherClient);
    expect(error_count).toBe(2);
    const decided = await decide(id, { identifiers: { 1: 'another', '*': 'same' } }, otherClient);
    expect(decided).toMatchObject({ status: 'completed', created: { queens: 1 }, updated: { queens: 1 } });
    expect(await decide(id, { skip_faulty: false }, otherClient)).toMatchObject({
      status: 'completed',
      choices: { identifiers: { 1: 'another', '*': 'same' } },
    });
    expect((await decide(id, { identifiers: { '*': null } }, otherClient)).error_count).toBe(1);
  });

  // Regression: after a failed import, no row counted as faulty, so that `skip_faulty` left out nothing.
  test('can leave out all rows with errors after a failed import, and list the rows', async () => {
    const otherClient = await service.register();
    const file = 'queen;number;born\nA;X-1;2020\nB;X-2;2021-99-99\nC;X-3;2022\nTotal;;3';
    const { id } = await check(file, {}, otherClient);
    const failed = await decide(id, { dry_run: false }, otherClient);
    const review = { new: 2, faulty: 1, set_aside: 1, skipped: 0 };
    expect(failed).toMatchObject({ status: 'failed', dry_run: false, error_count: 1, review });
    const rows = await rowsOf(id, '', otherClient);
    expect(stateByRow(rows)).toEqual([
      [2, 'new'],
      [3, 'faulty'],
      [4, 'new'],
      [5, 'set_aside'],
    ]);
    expect(rows.map(({ cells }) => cells.number)).toEqual(['X-1', 'X-2', 'X-3', '']);
    // A decision without `dry_run` does not repeat the import.
    const again = await decide(id, { generation: 'F0' }, otherClient);
    expect(again).toMatchObject({ status: 'failed', dry_run: true, error_count: 1 });
    expect((await otherClient.get('/api/v1/queens')).body.page.total).toBe(0);
    const imported = await decide(id, { skip_faulty: true, dry_run: false }, otherClient);
    expect(imported).toMatchObject({ status: 'completed', created: { queens: 2 }, left_out: { rows: 1, faulty: 1 } });
    expect(imported).toMatchObject({ review: null });
    expect(stateByRow(await rowsOf(id, '', otherClient))).toEqual([[3, 'skipped']]);
  });

  // Regression: decisions about two spellings of an identifier were both stored, and one of them was used.
  test('replace or remove earlier decisions about another spelling of the identifier', async () => {
    const otherClient = await service.register();
    await importFile(otherClient, 'known.csv', 'queen;number;born\nOlga;Z-1;2018');
    const { id, created } = await check(
      'queen;number;born\nOlga;Z-1;2021',
      { decisions: JSON.stringify({ 'Z-1': 'same' }) },
      otherClient,
    );
    expect(created.queens).toBe(0);
    const another = await decide(id, { identifiers: { 'z – 1': 'another' } }, otherClient);
    expect(another).toMatchObject({ status: 'completed', created: { queens: 1 } });
    expect(another).toMatchObject({ choices: { identifiers: { 'z – 1': 'another' } } });
    const both = await decide(id, { identifiers: { 'z-1': 'another', 'Z-1': 'same' } }, otherClient);
    expect(both).toMatchObject({ created: { queens: 0 }, choices: { identifiers: { 'Z-1': 'same' } } });
    const undecided = await decide(id, { identifiers: { 'z-1': null } }, otherClient);
    expect(undecided).toMatchObject({ status: 'failed', choices: { identifiers: {} } });
    expect(undecided.errors.map(({ code }) => code)).toEqual(['contradicts_account']);
  });

  test('can change the mapping, the generation and the year, and remove the year; an invalid mapping changes nothing', async () => {
    const otherClient = await service.register();
    const { id } = await check('Name;Nummer;Farbe;Sanftmut\nAnna;1;rot;3', {}, otherClient);
    const changed = await decide(id, { eval_year: 2024, generation: 'F0', mapping: { Farbe: 'notes' } }, otherClient);
    expect(changed.status).toBe('completed');
    const [anna] = await rowsOf(id, '', otherClient);
    expect(anna!.changes).toContainEqual({ record: 'queen', member: 'notes', from: null, to: 'rot' });
    expect(anna!.changes).toContainEqual({ record: 'evaluation', member: 'eval_year', from: null, to: '2024' });
    const refused = await otherClient.post(`/api/v1/imports/${id}/decisions`, { mapping: { Farbe: 'nonsense' } });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'mapping']);
    expect((await otherClient.get(`/api/v1/imports/${id}`)).body.data.status).toBe('completed');
    const without = await decide(id, { eval_year: null }, otherClient);
    expect(without.errors[0]!.code).toBe('year_missing');
  });

  test('need permission for the fields that a new mapping adds', async () => {
    const otherClient = await service.register();
    const { id } = await check('Name;Nummer;Note;Jahr\nAnna;1;3;2024', {}, otherClient);
    const permissions = { queens: 'write', evaluations: 'none', blup: 'none', hive: 'none', account: 'none' } as const;
    const key = await clientWithKey(service, (await makeKey(otherClient, { permissions })).key);
    const mapping = { Note: 'gentleness', Jahr: 'eval_year' };
    expect((await key.post(`/api/v1/imports/${id}/decisions`, { mapping })).status).toBe(403);
    expect((await decide(id, { mapping }, otherClient)).status).toBe('completed');
    expect((await key.post(`/api/v1/imports/${id}/decisions`, { dry_run: false })).status).toBe(403);
  });

  // Regression: a decision needed permissions for columns of which the import writes nothing.
  test('need the same permissions as the upload', async () => {
    const otherClient = await service.register();
    const permissions = { queens: 'write', evaluations: 'none', blup: 'none', hive: 'none', account: 'none' } as const;
    const { key } = await makeKey(otherClient, { permissions });
    const keyed = await clientWithKey(service, key);
    const columns = 'queen;number;year;evaluator;postal_code;country_code';
    const { id } = await check(`${columns}\nA;X-1;2024;Eva;34117;DE`, {}, keyed);
    expect(await decide(id, { dry_run: false }, keyed)).toMatchObject({ status: 'completed', created: { queens: 1 } });
    for (const [column, cell, resource] of [
      ['gentleness', '3', 'evaluations'],
      ['apiary', 'Garden', 'hive'],
      ['hive', 'H 1', 'hive'],
      ['ZW Sanftmut', '104', 'blup'],
    ] as const) {
      const file = `queen;number;year;${column}\nA;X-1;2024;${cell}`;
      const refused = await keyed.upload('/api/imports', 'queens.csv', file, { dry_run: 'true' });
      expect([column, refused.status, refused.body.required]).toEqual([column, 403, { resource, level: 'write' }]);
      const of = await check(file, {}, otherClient);
      const decision = await keyed.post(`/api/v1/imports/${of.id}/decisions`, { dry_run: false });
      expect([column, decision.status, decision.body.required]).toEqual([column, 403, { resource, level: 'write' }]);
    }
  });

  test('about the mapping need permission to read all columns, because a column of another field could be read', async () => {
    const otherClient = await service.register();
    const permissions = { queens: 'write', evaluations: 'none', blup: 'none', hive: 'none', account: 'none' } as const;
    const reader = await clientWithKey(
      service,
      (await makeKey(otherClient, { permissions: { ...permissions, evaluations: 'read' } })).key,
    );
    const blind = await clientWithKey(service, (await makeKey(otherClient, { permissions })).key);
    for (const reading of [{ mapping: { evaluator: 'notes' } }, { mapping: { evaluator: null } }, { sheet: null }]) {
      const { id } = await check('queen;number;evaluator\nA;X-1;Eva', {}, otherClient);
      const refused = await blind.post(`/api/v1/imports/${id}/decisions`, reading);
      const required = { resource: 'evaluations', level: 'read' };
      expect([reading, refused.status, refused.body.required]).toEqual([reading, 403, required]);
      expect((await decide(id, reading, reader)).status).toBe('completed');
    }
  });

  test('are refused with the path of each invalid member', async () => {
    const otherClient = await service.register();
    const { id } = await check(FILE, {}, otherClient);
    const response = await otherClient.post(`/api/v1/imports/${id}/decisions`, {
      rows: [
        { row: 0 },
        { row: 2, skip: 'yes' },
        { row: 2, cells: { Schlupf: 1 } },
        { row: 2, colour: 'red' },
        { row: 2, cells: { Schlupf: 'x'.repeat(10_001) } },
      ],
      sheet: 'x'.repeat(256),
      identifiers: { 1: 'maybe' },
      generation: 'F3',
      more: true,
    });
    expect(response.status).toBe(400);
    const paths = (response.body.errors as { path: string }[]).map(({ path }) => path);
    expect(new Set(paths)).toEqual(
      new Set([
        'rows.0.row',
        'rows.1.skip',
        'rows.2.cells',
        'rows.3.colour',
        'rows.4.cells',
        'sheet',
        'identifiers',
        'generation',
        'more',
      ]),
    );
    const many = await otherClient.post(`/api/v1/imports/${id}/decisions`, { rows: Array(1001).fill({ row: 2 }) });
    expect([many.status, many.body.errors[0].path]).toEqual([400, 'rows']);
    const unknown = await otherClient.post(`/api/v1/imports/${id}/decisions`, {
      rows: [{ row: 2, cells: { Farbe: 'x' } }],
    });
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, 'rows.0.cells']);
  });

  test('can correct and repeat a failed import, but not an applied import', async () => {
    const otherClient = await service.register();
    const { id } = await check('Name;Nummer;Schlupf\nAnna;1;2020', {}, otherClient);
    await importFile(otherClient, 'meanwhile.csv', 'Name;Nummer;Schlupf\nAnna;1;2018');
    const failed = await decide(id, { dry_run: false }, otherClient);
    expect(failed).toMatchObject({ status: 'failed', error_count: 1 });
    const done = await decide(id, { dry_run: false, rows: [{ row: 2, cells: { Schlupf: '2018' } }] }, otherClient);
    expect(done).toMatchObject({ status: 'completed', dry_run: false });
    expect(Date.parse(done.started_at!)).toBeGreaterThanOrEqual(Date.parse(failed.finished_at!));
    const refused = await otherClient.post(`/api/v1/imports/${id}/decisions`, { skip_faulty: true });
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'import_applied']);
  });

  test('are refused after an import without a dry run, because its file is not stored', async () => {
    const otherClient = await service.register();
    const { id } = await importFile(otherClient, 'queens.csv', FILE);
    const refused = await otherClient.post(`/api/v1/imports/${id}/decisions`, { skip_faulty: true });
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'file_not_kept']);
    expect(await rowsOf(id, '', otherClient)).toEqual([]);
  });

  test('about rows are discarded when another sheet is chosen', async () => {
    const otherClient = await service.register();
    const sheets = ['Old', 'New'].map((name) => ({
      name,
      rows: textRows([
        ['Name', 'Nummer'],
        [name, '1'],
      ]),
    }));
    const { id } = await importFile(otherClient, 'two.xlsx', await workbook(sheets), { dry_run: 'true' });
    // Regression: if all rows were left out, the file had no table, and no decision could include the rows again.
    const skipped = await decide(id, { rows: [{ row: 2, skip: true }] }, otherClient);
    expect(skipped).toMatchObject({ created: { queens: 0 }, review: { skipped: 1 } });
    expect(await decide(id, { sheet: null }, otherClient)).toMatchObject({ sheet: 'Old', review: { skipped: 1 } });
    const other = await decide(id, { sheet: 'New' }, otherClient);
    expect(other).toMatchObject({ sheet: 'New', created: { queens: 1 }, review: { new: 1, skipped: 0 } });
    await decide(id, { rows: [{ row: 2, skip: true }] }, otherClient);
    expect(await decide(id, { generation: 'F0' }, otherClient)).toMatchObject({ sheet: 'New', review: { skipped: 1 } });
  });

  test('about one file change neither the errors nor the review of another file', async () => {
    const otherClient = await service.register();
    const [one, other] = [await check('Name;Schlupf\nAnna;wrong', {}, otherClient), await check('Name;Schlupf\nBerta;wrong', {}, otherClient)]; // prettier-ignore
    const rows = await rowsOf(other.id, '', otherClient);
    await decide(one.id, { skip_faulty: true, dry_run: false }, otherClient);
    expect((await otherClient.get(`/api/v1/imports/${other.id}`)).body.data).toEqual(other);
    expect(await rowsOf(other.id, '', otherClient)).toEqual(rows);
  });

  test('that are sent concurrently start one import', async () => {
    const otherClient = await service.register();
    const { id } = await check('Name;Nummer;Schlupf\nAnna;1;2020', {}, otherClient);
    const send = () => otherClient.post(`/api/v1/imports/${id}/decisions`, { dry_run: false });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(2);
    expect((await waitForEnd(otherClient, id)).created.queens).toBe(1);
  });

  test('that are repeated with an Idempotency-Key import the file once', async () => {
    const otherClient = await service.register();
    const { id } = await check('Name;Nummer;Schlupf\nAnna;1;2020', {}, otherClient);
    const send = () =>
      otherClient.post(
        `/api/v1/imports/${id}/decisions`,
        { dry_run: false },
        { headers: { 'Idempotency-Key': 'once' } },
      );
    expect((await send()).status).toBe(202);
    expect((await waitForEnd(otherClient, id)).created.queens).toBe(1);
    expect((await send()).status).toBe(202);
    expect((await waitForEnd(otherClient, id)).created.queens).toBe(1);
    const events = (await otherClient.get('/api/v1/account/audit?action=import_started')).body.data as {
      subject_id: string;
    }[];
    expect(events.filter(({ subject_id }) => subject_id === id)).toHaveLength(1);
  });

  // Regression: the repeated request was refused, because the file was being imported or was imported already.
  test('that change how the file is read can be repeated with an Idempotency-Key', async () => {
    const otherClient = await service.register();
    const { id } = await check('foo;number\nA;Y-1\nB;Y-2', {}, otherClient);
    const send = (dry_run = false) =>
      otherClient.post(
        `/api/v1/imports/${id}/decisions`,
        { mapping: { foo: 'queen_name' }, dry_run },
        { headers: { 'Idempotency-Key': 'mapped' } },
      );
    const responses = [...(await Promise.all([send(), send()])), await send()];
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect((await waitForEnd(otherClient, id)).created.queens).toBe(2);
    const repeated = await send();
    expect([repeated.status, repeated.body.data.status]).toEqual([202, 'completed']);
    const other = await send(true);
    expect([other.status, other.body.detail]).toEqual([409, expect.stringContaining('Idempotency-Key')]);
  });
});

test('the correction of a cell of a workbook replaces both the value and the number format of the cell', async () => {
  const otherClient = await service.register();
  // Day 2,958,465 is 31 December 9999, which is in the future.
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell('A1', 'Name')}${cell('B1', 'Nummer')}${cell('C1', 'Schlupf')}</row>
    <row r="2">${cell('A2', 'Anna')}${cell('B2', '1')}<c r="C2" s="1"><v>2958465</v></c></row>`;
  const styles = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
  const sheet = await workbook([{ name: 'Queens', rows }], { styles });
  const response = await importFile(otherClient, 'queens.xlsx', sheet, { dry_run: 'true' });
  expect(response).toMatchObject({ status: 'failed', errors: [{ column: 'Schlupf' }] });
  await decide(response.id, { rows: [{ row: 2, cells: { Schlupf: '2021' } }] }, otherClient);
  const [anna] = await rowsOf(response.id, '', otherClient);
  expect(anna!.changes).toContainEqual({ record: 'queen', member: 'birth_date', from: null, to: '2021' });
});

test('only the last twenty checked files of an account are stored', async () => {
  const otherClient = await service.register();
  const ids: string[] = [];
  for (let number = 0; number < 21; number++)
    ids.push((await check(`Name;Nummer\nAnna ${number};${number}`, {}, otherClient)).id);
  const [oldest, next] = ids as [string, string];
  const response = await otherClient.post(`/api/v1/imports/${oldest}/decisions`, { dry_run: false });
  expect([response.status, response.body.errors[0].code]).toEqual([409, 'file_not_kept']);
  expect(await rowsOf(oldest, '', otherClient)).toEqual([]);
  expect((await decide(next, { dry_run: false }, otherClient)).status).toBe('completed');
});

test('a checked file and its review are deleted after thirty days; the rows that an import left out remain', async () => {
  client = await service.register();
  const { orm } = service.services;
  const age = (id: string, days: number) =>
    sql`update import set created_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
      orm.database.kysely,
    );
  const old = await check('Name;Nummer\nAnna;1');
  const recent = await check('Name;Nummer\nBerta;2');
  const applied = await check('Name;Nummer;Schlupf\nCora;3;2022\nDora;4;31.02.2022');
  expect((await decide(applied.id, { skip_faulty: true, dry_run: false })).status).toBe('completed');
  for (const { id } of [old, applied]) await age(id, 31);
  await age(recent.id, 29);
  await deleteOldFiles({ orm });
  expect(await rowsOf(old.id)).toEqual([]);
  expect(await client.post(`/api/v1/imports/${old.id}/decisions`, { dry_run: false })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'file_not_kept' }] },
  });
  expect(stateByRow(await rowsOf(applied.id, '?state=skipped'))).toEqual([[3, 'skipped']]);
  expect(await rowsOf(recent.id)).toHaveLength(1);
  expect((await decide(recent.id, { dry_run: false })).status).toBe('completed');
});
