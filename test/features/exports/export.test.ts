import { beforeAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { factories, type Factories } from '../../support/factories.js';
import { exported } from '../imports/archives.js';

let service: SharedService;
let make: Factories;
let client: Awaited<ReturnType<SharedService['register']>>;

beforeAll(async () => {
  service = await sharedService();
  make = factories(service.services.orm.database.kysely);
  client = await service.register();
});

test('the export of a new account is a complete document in which every table is empty', async () => {
  const client = await service.register();
  const files = await exported(client);
  const document = JSON.parse(files['queenbook.json']!);
  expect(document).toMatchObject({
    format: 'queenbook',
    version: 1,
    account: { email: client.account.email, api_keys: [] },
  });
  const lists = [
    'imports',
    'apiaries',
    'queens',
    'hives',
    'evaluations',
    'ebv_runs',
    'breeding_values',
    'index_weights',
  ];
  for (const name of lists) {
    expect(document[name]).toEqual([]);
    expect(files[`${name}.csv`]).toMatch(/^\uFEFF[a-z0-9_,]+\r\n$/);
  }
});

test('every exported row has the member names of REST, in JSON and in CSV', async () => {
  const owner: Client & { account: { id: string } } = await service.register();
  const { id } = owner.account;
  const mate = await make.queen(id, { name: 'Drone mother', external_id: 'DE-9' });
  const dam = await make.queen(id, { name: '=1+1', external_id: null, mated_to_id: mate });
  const queen = await make.queen(id, { name: 'Änne "the\nbest"', mother_id: dam, father_id: mate, birth_date: '2023' });
  await make.identifier(id, queen, 'X-7', 'herdbook');
  const apiary = await make.apiary(id, { name: 'Heide', latitude: 52.5 });
  const hive = await make.hive(id, { name: '1', apiary_id: apiary, queen_id: queen });
  await make.evaluation(id, queen, { apiary_id: apiary, hive_id: hive, honey: 0.1, non_swarming: 2.5 });
  const run = await make.run(id, { source: 'import', traits: ['non_swarming', 'honey'], report: '{"note": "x"}' });
  await make.breedingValue(id, run, queen, { trait: 'non_swarming', raw: null });
  await make.import(id, { headers: ['Name', 'Extra'], columns: '[]' }, [[queen, 'Änne', 'x"y']]);
  await make.import(id, { filename: 'nothing left.csv' });
  const files = await exported(owner);
  const document = JSON.parse(files['queenbook.json']!);
  expect(document.queens[2]).toMatchObject({
    id: queen,
    queen_name: 'Änne "the\nbest"',
    birth_date: '2023',
    mother_id: dam,
    father_id: mate,
    external_identifiers: [{ system: 'herdbook', value: 'X-7' }],
    origin: [{ import_id: document.imports[0].id, row: 2, cells: ['Änne', 'x"y'] }],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(document.imports).toHaveLength(1);
  expect(document.imports[0]).toMatchObject({ filename: 'queens.csv', headers: ['Name', 'Extra'] });
  expect(document.evaluations[0]).toMatchObject({ honey_yield_kg: 0.1, swarming: 2.5, hive_id: hive });
  expect(document.ebv_runs[0]).toMatchObject({ traits: ['swarming', 'honey'], report: { note: 'x' } });
  expect(document.breeding_values[0]).toMatchObject({ trait: 'swarming', raw_value: null, queen_id: queen });
  expect(files['queenbook.json']!.split('\n').filter((line) => line.startsWith('{"id"'))).toHaveLength(8);

  const [, damRow, queenRow] = parse(files['queens.csv']!, { columns: true, bom: true }) as Record<string, string>[];
  expect(damRow).toMatchObject({ queen_name: "'=1+1", external_id: '', drone_sire_id: 'DE-9' });
  expect(queenRow).toMatchObject({
    mother: '=1+1'.replace('=', "'="),
    father: 'DE-9',
    dam_external_id: '',
    father_external_id: 'DE-9',
  });
  expect(queenRow!.external_identifiers).toBe('[{"system":"herdbook","value":"X-7"}]');
  expect(parse(files['evaluations.csv']!, { columns: true, bom: true })[0]).toMatchObject({
    apiary: 'Heide',
    hive: '1',
  });
});

test('every row is exported once, even if rows are larger than a batch', async () => {
  const owner = await service.register();
  const names = Array.from({ length: 45 }, (_, index) => `Queen ${index}`);
  await make.queens(
    owner.account.id,
    names.map((name) => ({ name, notes: 'x'.repeat(140_000) })),
  );
  const { queens } = JSON.parse((await exported(owner))['queenbook.json']!) as { queens: { queen_name: string }[] };
  expect(queens.map(({ queen_name }) => queen_name).sort()).toEqual([...names].sort());
});

test('exported keys equal the entries in the list of keys, without hashes or passwords', async () => {
  const owner = await service.register();
  const { body } = await owner.post('/api/api-keys', { name: 'Script', permissions: { queens: 'read' } });
  await owner.post('/api/api-keys', { name: 'Archive', permissions: { queens: 'read' } });
  const text = (await exported(owner))['queenbook.json']!;
  const { api_keys } = JSON.parse(text).account;
  expect(api_keys).toEqual((await owner.get('/api/api-keys')).body.data);
  expect(text).not.toContain(body.data.key);
  expect(text).not.toMatch(/hash|password|argon/i);
});

test('rows of other accounts are not exported', async () => {
  const other = await service.register();
  await make.queen(other.account.id, { name: 'Hidden' });
  expect(JSON.stringify(await exported(client))).not.toContain('Hidden');
});

test('an export requires a session and refuses keys; HEAD returns its headers', async () => {
  for (const path of ['/api/account/export', '/api/v1/account/export']) {
    const head = await client.request('HEAD', path);
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('application/zip');
    expect(head.headers.get('cache-control')).toBe('no-store');
    expect(head.headers.get('content-disposition')).toMatch(/^attachment; filename="queenbook-\d{4}-\d\d-\d\d\.zip"$/);
    expect(await service.visitor().get(path)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  }
  const { body } = await client.post('/api/api-keys', { name: 'All', permissions: { account: 'write' } });
  const program = service.visitor();
  program.headers.Authorization = `Bearer ${body.data.key}`;
  expect(await program.get('/api/account/export')).toMatchObject({ status: 401, body: { code: 'session_required' } });
  expect((await client.post('/api/account/export')).status).toBe(405);
});
