import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import { brokenRules } from '../queens/pedigree-invariants.js';
import { sharedService, type AccountClient, type SharedService } from '../../support/service.js';
import { importFile } from './uploads.js';

let service: SharedService;
let client: AccountClient;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});
afterEach(async () => {
  expect(await brokenRules(service.services.orm.database.kysely as Kysely<unknown>, client.account.id)).toEqual([]);
});

const queen = async (name: string) => (await client.get(`/api/queens?search=${encodeURIComponent(name)}`)).body.data[0];
const make = async (body: object) => (await client.post('/api/queens/f0', body)).body.data.id as string;
const change = async (name: string, body: object) =>
  expect((await client.put(`/api/queens/${(await queen(name)).id}`, body)).status).toBe(200);
const importText = async (csv: string) => (await importFile(client, 'queens.csv', csv)).id;
const undo = (id: string) => client.post(`/api/v1/imports/${id}/undo`);

test('a row that was changed after the import blocks the undo', async () => {
  const id = await importText('queen_name;race\nMona;C\n');
  await change('Mona', { race: 'M' });
  const refused = await undo(id);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The import cannot be undone: 1 queen (Mona) was changed after the import.',
  ]);
  expect(refused.body.errors).toMatchObject([
    { code: 'undo_blocked', params: { kind: 'changed_queens', count: 1, names: ['Mona'] } },
  ]);
});

test('rows that were deleted after the import do not block the undo', async () => {
  const id = await importText('queen_name;race\nMona;C\nBerta;C\n');
  expect((await client.delete(`/api/queens/${(await queen('Mona')).id}`)).status).toBe(204);
  expect((await undo(id)).status).toBe(200);
  expect((await client.get('/api/queens')).body.page.total).toBe(0);
});

test('a former mate who was deleted after the import blocks the undo', async () => {
  const old = await make({ queen_name: 'Old line' });
  await make({ queen_name: 'Mona', mated_to_id: old });
  const id = await importText('queen_name;mated_to\nMona;New line\n');
  expect((await client.delete(`/api/queens/${old}`)).status).toBe(204);
  const refused = await undo(id);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The import cannot be undone: rows that the import changed would refer to rows that were deleted or merged later.',
  ]);
});

test('after an undo, a daughter who was created after the import has the restored mate of her mother as father', async () => {
  const old = await make({ queen_name: 'Old line' });
  await make({ queen_name: 'New line' });
  const mona = await make({ queen_name: 'Mona', mated_to_id: old });
  const id = await importText('queen_name;mated_to\nMona;New line\n');
  await make({ queen_name: 'Daughter', mother_id: mona });
  expect((await undo(id)).status).toBe(200);
  expect((await queen('Daughter')).father_id).toBe(old);
});

test('an undo is refused if it would create a cycle in the pedigree', async () => {
  const dam = await make({ queen_name: 'Dam' });
  await make({ queen_name: 'Mona', mother_id: dam });
  const id = await importText('queen_name;mother\nMona;Other\n');
  await change('Dam', { mother_id: (await queen('Mona')).id });
  const refused = await undo(id);
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toMatch(/would be her own ancestor/);
});

test('an undo is refused if it would create contradictory matings', async () => {
  const dam = await make({ queen_name: 'Dam' });
  const mona = await make({ queen_name: 'Mona', mated_to_id: dam });
  const id = await importText('queen_name;mated_to\nMona;Other\n');
  await change('Dam', { mated_to_id: mona });
  const refused = await undo(id);
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toMatch(/contradicts the mating of Dam, who is mated to Mona/);
});

// Regression: contradictory matings from earlier versions blocked every undo.
test('contradictions that are older than the import do not block the undo', async () => {
  const [ada, bea] = [await make({ queen_name: 'Ada' }), await make({ queen_name: 'Bea' })];
  for (const [one, other] of [
    [ada, bea],
    [bea, ada],
  ]) {
    await sql`update queen set mated_to_id = ${other} where id = ${one}`.execute(service.services.orm.database.kysely);
  }
  const id = await importText('queen_name;race\nAda;C\nBea;C\n');
  expect((await undo(id)).status).toBe(200);
  await change('Ada', { mated_to_id: null });
});

// Regression: an undo put dead and sold queens back into hives.
test('an undo is refused if it would put a dead or sold queen into a hive', async () => {
  await importText('queen_name;apiary;hive;life_status\nMona;Hill;1;production\n');
  const moved = await importText('queen_name;apiary;hive;life_status\nBerta;Hill;1;production\n');
  await change('Mona', { life_status: 'dead' });
  const refused = await undo(moved);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The import cannot be undone: Mona would be dead and would head hive 1.',
  ]);
  await change('Mona', { life_status: 'testing' });
  expect((await undo(moved)).status).toBe(200);

  await make({ queen_name: 'Ada', life_status: 'sold' });
  const revived = await importText('queen_name;life_status\nAda;production\n');
  const { body } = await client.post('/api/hives', { name: 'Mine', queen_id: (await queen('Ada')).id });
  const again = await undo(revived);
  expect([again.status, again.body.detail]).toEqual([
    409,
    'The import cannot be undone: Ada would be sold and would head hive Mine.',
  ]);
  const { body: created } = await client.post('/api/api-keys', { name: 'Program', permissions: { queens: 'write' } });
  const program = service.visitor();
  program.headers.Authorization = `Bearer ${created.data.key}`;
  const unnamed = await program.post(`/api/imports/${revived}/undo`);
  expect([unnamed.status, unnamed.body.detail]).toEqual([
    409,
    'The import cannot be undone: Ada would be sold and would head a hive.',
  ]);
  expect((await client.put(`/api/hives/${body.data.id}`, { queen_id: null })).status).toBe(200);
  expect((await undo(revived)).status).toBe(200);
});

// Regression: the message did not name the values that other rows use.
test('an undo is refused if other rows now use values that the undo would restore', async () => {
  await importText('queen_name;apiary;hive;life_status\nAda;Hill;1;production\n');
  await make({ queen_name: 'DE-3' });
  const test = { queen_id: await make({ queen_name: 'Mona' }), eval_year: 2023, honey_yield_kg: 20 };
  expect((await client.post('/api/queens/evaluations', test)).status).toBe(201);
  const id = await importText(
    [
      'queen_name;external_id;apiary;hive;life_status;eval_year;honey_yield_kg',
      'Three;DE-3;;;;;',
      'Berta;;Hill;1;production;;',
      'Mona;;Hill;;;2023;20',
    ].join('\n'),
  );
  await make({ queen_name: 'DE-3' });
  expect((await client.post('/api/queens/evaluations', test)).status).toBe(201);
  expect((await client.post('/api/hives', { name: '3', queen_id: (await queen('Ada')).id })).status).toBe(201);
  const refused = await undo(id);
  expect([refused.status, refused.body.errors.map(({ message }: { message: string }) => message)]).toEqual([
    409,
    [
      '1 name that the undo would restore (DE-3) is now used by another queen without an identifier',
      '1 queen who would head a hive again (Ada, at the head of hive 3) now heads another hive',
      '1 evaluation that the import moved to another apiary (Mona in 2023) cannot return, because the queen now has another evaluation at the former apiary',
    ],
  ]);
});
