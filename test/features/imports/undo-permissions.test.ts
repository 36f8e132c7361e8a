import { beforeAll, expect, test } from '@jest/globals';
import { factories, type Factories } from '../../support/factories.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { download } from './archives.js';
import { importFile } from './uploads.js';

let service: SharedService;
let make: Factories;
beforeAll(async () => {
  service = await sharedService();
  make = factories(service.services.orm.database.kysely);
});

/** Returns the status and the messages of a refused undo. */
async function refusal(client: Client, id: string): Promise<unknown> {
  const { status, body } = await client.post(`/api/imports/${id}/undo`);
  return [status, body.errors.map(({ message }: { message: string }) => message)];
}

/** Returns a client with a key that has only these permissions. */
async function program(client: Client, permissions: Record<string, string>): Promise<Client> {
  const { body } = await client.post('/api/api-keys', { name: 'Program', permissions });
  const visitor = service.visitor();
  visitor.headers.Authorization = `Bearer ${body.data.key}`;
  return visitor;
}

// Regression: an undo deleted breeding values without checking the permissions of the key.
test.each([
  [
    'a breeding-value run without values',
    (id: string) => make.run(id, { status: 'failed', error: 'It failed.', computed_at: null }),
  ],
  ['index weights', undefined],
])('the undo of an imported export with %s needs permission to write breeding values', async (_, fill) => {
  const owner = await service.register();
  await make.queen(owner.account.id, { name: 'Mona' });
  if (fill) await fill(owner.account.id);
  else expect((await owner.put('/api/ebv/index-weights', { weights: { honey: 2 } })).status).toBe(200);
  const client = await service.register();
  const { id } = await importFile(client, 'queenbook.zip', await download(owner));
  const refused = await (await program(client, { queens: 'write', blup: 'read' })).post(`/api/imports/${id}/undo`);
  expect(refused).toMatchObject({ status: 403, body: { required: { resource: 'blup', level: 'write' } } });
  const undone = await (await program(client, { queens: 'write', blup: 'write' })).post(`/api/imports/${id}/undo`);
  expect(undone.status).toBe(200);
});

test.each([
  ['an evaluation', 'evaluations', 'Mona;production;2023;Hill;;;H 1;21'],
  ['the address of an apiary', 'hive', ';;;Hill;34117;;;'],
  ['the queen of a hive', 'hive', 'Zoe;production;;Hill;;;H 1;'],
])('the undo of an import that changed %s needs permission to write %s', async (_, resource, row) => {
  const owner = await service.register();
  const file = (line: string) =>
    `queen_name;life_status;eval_year;apiary;postal_code;country_code;hive;honey_yield_kg\n${line}\n`;
  await importFile(owner, 'first.csv', file('Mona;production;2023;Hill;;;H 1;20\nZoe;testing;;;;;;'));
  const { id } = await importFile(owner, 'second.csv', file(row.startsWith(';') ? `Zoe${row}` : row));
  const others = { queens: 'write', evaluations: 'write', hive: 'write', blup: 'write' };
  const refused = await (await program(owner, { ...others, [resource]: 'read' })).post(`/api/imports/${id}/undo`);
  expect(refused).toMatchObject({ status: 403, body: { required: { resource, level: 'write' } } });
  const key = { queens: 'write', [resource]: 'write' };
  expect((await (await program(owner, key)).post(`/api/imports/${id}/undo`)).status).toBe(200);
});

// Regression: a key with permission only for queens received the names of hives and the number of evaluations.
test('the obstacles of an undo are described without data that the caller may not read', async () => {
  const owner = await service.register();
  const { id } = await importFile(owner, 'queens.csv', 'queen_name;life_status\nMona;production\n');
  const queen = (await owner.get('/api/queens')).body.data[0].id as string;
  await owner.post('/api/hives', { name: 'Secret 7', queen_id: queen });
  for (const year of [2023, 2024]) {
    const { status } = await owner.post('/api/queens/evaluations', {
      queen_id: queen,
      eval_year: year,
      honey_yield_kg: 20,
    });
    expect(status).toBe(201);
  }
  // The queen is one obstacle, even if she has values of several runs.
  const { id: account } = owner.account;
  for (const run of [await make.run(account), await make.run(account)]) await make.breedingValue(account, run, queen);
  expect(await refusal(owner, id)).toEqual([
    409,
    [
      '2 evaluations that the import did not create are for queens that the import created',
      '1 hive (Secret 7) is headed by queens that the import created',
      '1 queen that the import created (Mona) has breeding values',
    ],
  ]);
  expect(await refusal(await program(owner, { queens: 'write' }), id)).toEqual([
    409,
    [
      'evaluations that the import did not create are for queens that the import created',
      'hives are headed by queens that the import created',
      'queens that the import created have breeding values',
    ],
  ]);
});

test('if an import removed a sold queen from her hive, the obstacles name hives only to a caller who may read them', async () => {
  const owner = await service.register();
  await importFile(owner, 'queens.csv', 'queen_name;hive;life_status\nMona;Secret 7;production\n');
  const { id } = await importFile(owner, 'sold.csv', 'queen_name;life_status\nMona;sold\n');
  const [queen] = (await owner.get('/api/queens')).body.data;
  const [hive] = (await owner.get('/api/hives')).body.data;
  expect(hive.queen_id).toBeNull();
  expect((await owner.put(`/api/hives/${hive.id}`, { name: 'Secret 8' })).status).toBe(200);
  expect((await owner.put(`/api/queens/${queen.id}`, { life_status: 'production' })).status).toBe(200);
  expect((await owner.post('/api/hives', { name: 'Secret 9', queen_id: queen.id })).status).toBe(201);
  expect(await refusal(owner, id)).toEqual([
    409,
    [
      '1 queen (Mona) was changed after the import',
      '1 hive (Secret 8) was changed after the import',
      '1 queen who would head a hive again (Mona, at the head of hive Secret 9) now heads another hive',
    ],
  ]);
  expect(await refusal(await program(owner, { queens: 'write' }), id)).toEqual([
    409,
    [
      '1 queen (Mona) was changed after the import',
      'hives were changed after the import',
      'queens who would head a hive again now head other hives',
    ],
  ]);
});
