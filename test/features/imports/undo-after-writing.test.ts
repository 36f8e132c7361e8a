import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import { brokenRules } from '../queens/pedigree-invariants.js';
import { sharedService, type AccountClient, type SharedService, type TestResponse } from '../../support/service.js';
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
    {
      code: 'undo_blocked',
      params: {
        kind: 'changed_queens',
        count: 1,
        names: ['Mona'],
        obstacle: '1 queen (Mona) was changed after the import',
      },
    },
  ]);
});

/** Returns kind, number and names of the obstacles in a refusal. */
const obstacles = ({ status, body }: TestResponse): unknown[] => {
  expect(status).toBe(409);
  return body.errors.map(({ params: { kind, count, names } }: { params: Record<string, unknown> }) => [
    kind,
    count,
    names,
  ]);
};
const created = async (path: string, body: object): Promise<string> => {
  const response = await client.post(path, body);
  expect(response.status).toBe(201);
  return response.body.data.id;
};

test('changes of an evaluation, a hive and an apiary after the import block the undo', async () => {
  const id = await importText(
    'queen_name;apiary;hive;life_status;eval_year;honey_yield_kg\nMona;Hill;1;production;2023;20\n',
  );
  for (const [path, body] of [
    ['/api/queens/evaluations', { honey_yield_kg: 21 }],
    ['/api/hives', { name: '1a' }],
    ['/api/apiaries', { name: 'High hill' }],
  ] as const) {
    const [row] = (await client.get(path)).body.data;
    expect((await client.put(`${path}/${row.id}`, body)).status).toBe(200);
  }
  expect(obstacles(await undo(id))).toEqual([
    ['changed_evaluations', 1, undefined],
    ['changed_hives', 1, ['1a']],
    ['changed_apiaries', 1, ['High hill']],
  ]);
});

test('rows that refer to queens, apiaries and hives of the import block the undo', async () => {
  const id = await importText('queen_name;apiary;hive\nMona;Hill;\nBerta;;7\n');
  const mona = (await queen('Mona')).id as string;
  const [apiary] = (await client.get('/api/apiaries')).body.data;
  const [hive] = (await client.get('/api/hives')).body.data;
  await make({ queen_name: 'Daughter', mother_id: mona });
  await make({ queen_name: 'Daughter of sire', father_id: mona });
  const mate = await make({ queen_name: 'Mate', mated_to_id: mona });
  await created('/api/queens/evaluations', { queen_id: mona, eval_year: 2022, honey_yield_kg: 20 });
  await created('/api/queens/evaluations', { queen_id: mate, eval_year: 2022, apiary_id: apiary.id, vigor: 3 });
  await created('/api/queens/evaluations', { queen_id: mate, eval_year: 2023, hive_id: hive.id, vigor: 3 });
  await created('/api/hives', { name: '8', apiary_id: apiary.id });
  await created('/api/hives', { name: '9', queen_id: mona });
  expect(obstacles(await undo(id))).toEqual([
    ['daughters', 1, ['Daughter']],
    ['daughters_of_sire', 1, ['Daughter of sire']],
    ['mated_queens', 1, ['Mate']],
    ['tests_of_queens', 1, undefined],
    ['tests_at_apiaries', 1, undefined],
    ['tests_in_hives', 1, undefined],
    ['hives_at_apiaries', 1, ['8']],
    ['hives_of_queens', 1, ['9']],
  ]);
});

test('a queen to whom a later import gave a mate of the import blocks the undo', async () => {
  const id = await importText('queen_name\nLine\n');
  await make({ queen_name: 'Mona' });
  await importFile(client, 'later.csv', 'queen_name;mated_to\nMona;Line\n');
  expect(obstacles(await undo(id))).toEqual([['mated_queens', 1, ['Mona']]]);
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
  const earlier = '2020-01-01T00:00:00.000Z';
  const { id: daughter } = await queen('Daughter');
  await sql`update queen set updated_at = ${earlier} where id = ${daughter}`.execute(
    service.services.orm.database.kysely,
  );
  expect((await undo(id)).status).toBe(200);
  // Clients find changed records by `updated_at`.
  expect(await queen('Daughter')).toMatchObject({ father_id: old, updated_at: expect.not.stringMatching(earlier) });
});

test('after an undo, a queen whose former mother was mated to another queen after the import has the new mate as father', async () => {
  const [old, other] = [await make({ queen_name: 'Old line' }), await make({ queen_name: 'New line' })];
  const dam = await make({ queen_name: 'Dam', mated_to_id: old });
  await make({ queen_name: 'Mona', mother_id: dam });
  const id = await importText('queen_name;mother\nMona;Other dam\n');
  await change('Dam', { mated_to_id: other });
  expect((await undo(id)).status).toBe(200);
  expect(await queen('Mona')).toMatchObject({ mother_id: dam, father_id: other });
});

test('a former father who was deleted after the import blocks the undo', async () => {
  const old = await make({ queen_name: 'Old line' });
  await make({ queen_name: 'Mona', father_id: old });
  const id = await importText('queen_name;father\nMona;New line\n');
  expect((await client.delete(`/api/queens/${old}`)).status).toBe(204);
  const refused = await undo(id);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The import cannot be undone: the former father of Mona was deleted or merged after the import.',
  ]);
});

test('an undo is refused if a mother would be younger than a daughter who was created after the import', async () => {
  const mona = await make({ queen_name: 'Mona', birth_date: '2020' });
  const { id } = await importFile(client, 'queens.csv', 'queen_name;birth_date\nMona;2018\n', { decisions: 'same' });
  await make({ queen_name: 'Daughter', birth_date: '2019', mother_id: mona });
  const refused = await undo(id);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringMatching(/Mona was born \(2020\) after her daughter Daughter \(2019\)/),
  ]);
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

test('an undo is refused if it would create a cycle through the former father', async () => {
  const sire = await make({ queen_name: 'Sire' });
  await make({ queen_name: 'Mona', father_id: sire });
  const id = await importText('queen_name;father\nMona;Other\n');
  await change('Sire', { mother_id: (await queen('Mona')).id });
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

test('an undo is refused if the former kind of mating would contradict a later mating', async () => {
  const dam = await make({ queen_name: 'Dam' });
  const mona = await make({ queen_name: 'Mona', mated_to_id: dam });
  const id = await importText('queen_name;mating_type\nMona;single_queen\n');
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

test('later rows with similar values do not block the undo if they can exist beside the restored rows', async () => {
  await make({ queen_name: 'DE-3' });
  await make({ queen_name: 'Lea', external_id: 'DE-4' });
  const mona = await make({ queen_name: 'Mona' });
  const evaluation = { queen_id: mona, eval_year: 2023, honey_yield_kg: 20 };
  await created('/api/queens/evaluations', evaluation);
  const id = await importText(
    'queen_name;external_id;apiary;eval_year;honey_yield_kg\nThree;DE-3;;;\nFour;DE-4;;;\nMona;;Hill;2023;20\n',
  );
  const apiary_id = await created('/api/apiaries', { name: 'Dale' });
  await make({ queen_name: 'DE-3', external_id: 'AT-3' });
  await make({ queen_name: 'Lea' });
  await created('/api/queens/evaluations', { ...evaluation, eval_year: 2022 });
  await created('/api/queens/evaluations', { ...evaluation, apiary_id });
  expect((await undo(id)).status).toBe(200);
});

test('a later import that describes queens of the import blocks the undo, even if it changed nothing', async () => {
  const id = await importText('queen_name;race\nMona;C\nBerta;C\n');
  await importFile(client, 'later.csv', 'queen_name;race;notes\nMona;C;\nBerta;C;\n');
  expect(obstacles(await undo(id))).toEqual([['later_imports', 1, ['later.csv']]]);
});
