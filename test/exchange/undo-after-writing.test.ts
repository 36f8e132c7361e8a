import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Kysely } from 'kysely';
import { brokenRules } from '../queens/sound-pedigree.js';
import { startService, type Client, type TestService } from '../support/service.js';
import { importFile } from './uploads.js';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await service.register();
});
afterEach(async () => {
  expect(await brokenRules(service.services.orm.database.kysely as Kysely<unknown>)).toEqual([]);
});

const queen = async (name: string) => (await client.get(`/api/queens?search=${encodeURIComponent(name)}`)).body.data[0];
const make = async (body: object) => (await client.post('/api/queens/f0', body)).body.data.id as string;
const change = async (name: string, body: object) =>
  expect((await client.put(`/api/queens/${(await queen(name)).id}`, body)).status).toBe(200);
const bring = async (csv: string) => (await importFile(client, 'queens.csv', csv)).id;
const undo = (id: string) => client.post(`/api/v1/imports/${id}/undo`);

test('what was written again keeps an import from being taken back', async () => {
  const id = await bring('queen_name;race\nMona;C\n');
  await change('Mona', { race: 'M' });
  const refused = await undo(id);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The import cannot be taken back: 1 queen (Mona) was changed since.',
  ]);
});

test('what was deleted since is not missed', async () => {
  const id = await bring('queen_name;race\nMona;C\nBerta;C\n');
  expect((await client.delete(`/api/queens/${(await queen('Mona')).id}`)).status).toBe(204);
  expect((await undo(id)).status).toBe(200);
  expect((await client.get('/api/queens')).body.page.total).toBe(0);
});

test('a mate who was deleted since cannot be given back', async () => {
  const old = await make({ queen_name: 'Old line' });
  await make({ queen_name: 'Mona', mated_to_id: old });
  const id = await bring('queen_name;mated_to\nMona;New line\n');
  expect((await client.delete(`/api/queens/${old}`)).status).toBe(204);
  const refused = await undo(id);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The import cannot be taken back: what it changed would refer again to something that has been deleted or merged since.',
  ]);
});

test('a daughter entered since gets the father back that her mother was mated to', async () => {
  const old = await make({ queen_name: 'Old line' });
  await make({ queen_name: 'New line' });
  const mona = await make({ queen_name: 'Mona', mated_to_id: old });
  const id = await bring('queen_name;mated_to\nMona;New line\n');
  await make({ queen_name: 'Daughter', mother_id: mona });
  expect((await undo(id)).status).toBe(200);
  expect((await queen('Daughter')).father_id).toBe(old);
});

test('a circle that would come of it is said', async () => {
  const dam = await make({ queen_name: 'Dam' });
  await make({ queen_name: 'Mona', mother_id: dam });
  const id = await bring('queen_name;mother\nMona;Other\n');
  await change('Dam', { mother_id: (await queen('Mona')).id });
  const refused = await undo(id);
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toMatch(/would be her own ancestor/);
});
