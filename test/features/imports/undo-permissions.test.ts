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
  await make.breedingValue(owner.account.id, await make.run(owner.account.id), queen);
  const refusal = async (client: Client) => {
    const { status, body } = await client.post(`/api/imports/${id}/undo`);
    return [status, body.errors.map(({ message }: { message: string }) => message)];
  };
  expect(await refusal(owner)).toEqual([
    409,
    [
      '2 evaluations that the import did not create are for queens that the import created',
      '1 hive (Secret 7) is headed by queens that the import created',
      '1 queen that the import created (Mona) has breeding values',
    ],
  ]);
  expect(await refusal(await program(owner, { queens: 'write' }))).toEqual([
    409,
    [
      'evaluations that the import did not create are for queens that the import created',
      'hives are headed by queens that the import created',
      'queens that the import created have breeding values',
    ],
  ]);
});
