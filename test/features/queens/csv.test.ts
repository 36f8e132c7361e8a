import { beforeAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { exported } from '../imports/archives.js';
import { all, importFile } from '../imports/uploads.js';
import { sharedService, type TestResponse, type SharedService } from '../../support/service.js';

type Row = Record<string, string>;

let service: SharedService;
let anna: Awaited<ReturnType<SharedService['register']>>;
beforeAll(async () => {
  service = await sharedService();
  anna = await service.register();
  await createRows();
});

async function createRows(): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const response = await anna.post(path, body);
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    return response.body.data;
  };
  const drone = await post('/api/queens/f0', { queen_name: 'Drone', external_id: 'DE-44-1-9-2019' });
  const dam = await post('/api/queens/f0', {
    queen_name: 'Dam, the "first"',
    external_id: 'DE-44-1-1-2020',
    external_identifiers: [{ system: 'ring', value: '7' }],
    birth_date: '2020-05-01',
    race: 'Carnica',
    life_status: 'production',
    mated_to_id: drone.id,
    mating_type: 'island_station',
    notes: 'Two lines\nof text; häufig',
  });
  const nameless = await post('/api/queens/f0', { queen_name: 'Älteste', birth_date: '2019' });
  await post(
    '/api/queens/f0/bulk',
    Array.from({ length: 230 }, (_, n) => ({
      queen_name: `Queen ${n % 40}`,
      external_id: `DE-44-1-${n}-2022`,
      birth_date: n % 3 ? `2022-06-${String((n % 28) + 1).padStart(2, '0')}` : '2022',
      mother_id: n % 2 ? dam.id : nameless.id,
      ...(n % 5 === 0 && { race: 'Carnica', life_status: 'testing' }),
    })),
  );
  await post('/api/queens/f1', { queen_name: 'Daughter', mother_id: dam.id, birth_date: '2023' });
}

const rowsOf = ({ body }: TestResponse) => parse(body as string, { columns: true, record_delimiter: '\r\n' }) as Row[];

test('a CSV list is in UTF-8 with a byte order mark and CRLF line ends, and its name contains the date', async () => {
  const { status, headers } = await anna.get('/api/queens/f0.csv');
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="queens-f0-\d{4}-\d\d-\d\d\.csv"$/);
  expect(headers.get('Cache-Control')).toBe('no-store');
  const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const bytes = Buffer.from(
    await (await fetch(`${service.url}/api/v1/queens/f1.csv`, { headers: { cookie } })).arrayBuffer(),
  );
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString().split('\r\n')).toHaveLength(3);
  expect(bytes.toString()).toMatch(/^.id,generation,queen_name,external_id,/);
});

test.each([
  '',
  '?sort=-birth_date',
  '?sort=race',
  '?race=Carnica',
  '?life_status=testing&sort=external_id',
  '?search=queen%201',
  '?search=44-1-1&born_from=2021&born_to=2022',
  '?year=2020',
  '?search=nobody-is-called-so',
])('/queens/f0.csv%s contains all rows of the list in the same order', async (query) => {
  const listed = await all<Record<string, unknown>>(anna, `/api/queens/f0${query}`);
  for (const prefix of ['/api', '/api/v1']) {
    const rows = rowsOf(await anna.get(`${prefix}/queens/f0.csv${query}`));
    expect(rows.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    for (const [index, row] of rows.entries()) {
      for (const [member, value] of Object.entries(listed[index]!)) {
        if (typeof value !== 'object' && member in row) expect([member, row[member]]).toEqual([member, String(value)]);
      }
    }
  }
});

test('a CSV list names a relative by her identifier or, if she has none, by her name', async () => {
  const rows = rowsOf(await anna.get('/api/queens/f0.csv'));
  const rowOf = (identifier: string) => rows.find(({ external_id }) => external_id === identifier);
  const [dam, drone] = ['DE-44-1-1-2020', 'DE-44-1-9-2019'];
  expect(rowOf(dam)).toMatchObject({ mother: '', mated_to: drone, drone_sire_id: drone });
  expect([dam, drone].map((identifier) => rowOf(identifier)!.external_identifiers)).toEqual([
    '[{"system":"ring","value":"7"}]',
    '',
  ]);
  expect(rowOf('DE-44-1-1-2022')).toMatchObject({
    ...{ mother: dam, dam_external_id: dam },
    ...{ father: drone, father_external_id: drone },
  });
  expect(rowOf('DE-44-1-2-2022')).toMatchObject({ mother: 'Älteste', dam_external_id: '', father: '' });
});

test('an import of a CSV list changes nothing in its account, and creates the same queens in an empty account', async () => {
  const file = (await anna.get('/api/queens/f0.csv')).body as string;
  const again = await importFile(anna, 'queens-f0.csv', file);
  expect(again).toMatchObject({ status: 'completed', errors: [] });
  expect([again.created.queens, again.updated.queens, again.unchanged.queens]).toEqual([0, 0, 233]);

  const bea = await service.register();
  for (const list of ['f0', 'f1']) {
    const { body } = await anna.get(`/api/queens/${list}.csv`);
    expect(await importFile(bea, `${list}.csv`, body as string)).toMatchObject({ status: 'completed', errors: [] });
  }
  for (const list of ['f0', 'f1']) {
    const bare = async (client: typeof anna) =>
      rowsOf(await client.get(`/api/queens/${list}.csv?sort=external_id`)).map((row) => {
        const { id, created_at, updated_at, ...members } = row;
        expect([id, created_at, updated_at]).not.toContain('');
        return members;
      });
    expect(await bare(bea)).toEqual(await bare(anna));
  }
});

test('a CSV list with decimal commas has semicolons between its columns, and an import of it changes nothing', async () => {
  const client = await service.register();
  const post = async (queen: object) => (await client.post('/api/queens/f0', queen)).body.data.id as string;
  const dam = await post({ queen_name: 'Dam', external_identifiers: [{ system: 'ring', value: '7' }], notes: 'a, b' });
  const daughter = await post({ queen_name: 'Daughter', mother_id: dam });
  await post({ queen_name: 'Inbred', mother_id: daughter, father_id: dam, notes: '-1,5' });
  const table = async (query: string) => (await client.get(`/api/queens/f0.csv${query}`)).body as string;
  const read = (text: string, delimiter: string) => parse(text, { columns: true, bom: true, delimiter }) as Row[];
  const [points, commas] = [await table(''), await table('?decimal_sign=comma')];
  const rows = read(points, ',');
  expect(rows.some(({ inbreeding }) => /^0\.\d+$/.test(inbreeding!))).toBe(true);
  expect(read(commas, ';')).toEqual(rows.map((row) => ({ ...row, inbreeding: row.inbreeding!.replace('.', ',') })));
  expect(await importFile(client, 'queens-f0.csv', commas)).toMatchObject({
    status: 'completed',
    errors: [],
    created: { queens: 0 },
    updated: { queens: 0 },
    unchanged: { queens: 3 },
  });
  expect((await client.get('/api/queens/f0.csv?decimal_sign=semicolon')).body.errors).toMatchObject([
    { path: 'decimal_sign' },
  ]);
});

test('a CSV list can contain both generations', async () => {
  const listed = await all<{ id: string }>(anna, '/api/queens?sort=-birth_date');
  const rows = rowsOf(await anna.get('/api/v1/queens/all.csv?sort=-birth_date'));
  expect(rows.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
  expect(new Set(rows.map(({ generation }) => generation))).toEqual(new Set(['F0', 'F1']));
  const { headers } = await anna.get('/api/queens/all.csv?search=Daughter');
  expect(headers.get('Content-Disposition')).toMatch(/"queens-all-/);
});

test('a CSV list contains nothing that a spreadsheet would execute', async () => {
  const eve = await service.register();
  const name = '=HYPERLINK("https://evil.example")';
  const queen = { queen_name: name, notes: '+1', marking: '@x', line: '|calc', race: "'|calc" };
  expect((await eve.post('/api/queens/f0', queen)).status).toBe(201);
  const { body } = await eve.get('/api/queens/f0.csv');
  const [row] = rowsOf({ body } as TestResponse);
  expect(row).toMatchObject({
    queen_name: `'${name}`,
    notes: "'+1",
    marking: "'@x",
    line: "'|calc",
    race: "''|calc",
  });
  const table = (await exported(eve))['queens.csv']!;
  expect(rowsOf({ body: table } as TestResponse)[0]).toMatchObject({ line: "'|calc", race: "''|calc" });
  // An import removes the added apostrophe again, both from the list and from the table of the export.
  for (const file of [body as string, table]) {
    const other = await service.register();
    expect(await importFile(other, 'queens.csv', file)).toMatchObject({ status: 'completed', errors: [] });
    expect((await other.get('/api/queens/f0')).body.data[0]).toMatchObject(queen);
  }
});

test('a CSV list requires a session', async () => {
  const { key } = await makeKey(anna);
  for (const path of ['/api/queens/f0.csv', '/api/v1/queens/f1.csv']) {
    const byKey = await clientWithKey(service, key).get(path);
    expect([byKey.status, byKey.body.code]).toEqual([401, 'session_required']);
    const byNobody = await service.visitor().get(`${path}?limit=5`);
    expect([byNobody.status, byNobody.body.code]).toEqual([401, 'unauthenticated']);
  }
  const bea = await service.register();
  expect(rowsOf(await bea.get('/api/queens/f0.csv'))).toEqual([]);
});

test('a CSV list reports all invalid parameters, including page parameters', async () => {
  const { status, body } = await anna.get('/api/queens/f0.csv?limit=5&cursor=x&year=soon&sort=id&generation=F1');
  expect(status).toBe(400);
  expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'cursor',
    'generation',
    'limit',
    'sort',
    'year',
  ]);
});

test('a CSV list returns no rows for HEAD, and 405 for other methods', async () => {
  const head = await anna.request('HEAD', '/api/queens/f0.csv');
  expect([head.status, head.body, head.headers.get('Content-Type')]).toEqual([200, '', 'text/csv; charset=utf-8']);
  const { status, headers } = await anna.delete('/api/queens/f0.csv');
  expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
