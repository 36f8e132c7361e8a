import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { faults, sharedService, type Client, type SharedService } from '../../support/service.js';

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

async function make(path: string, body: object) {
  const response = await client.post(path, body);
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body.data;
}

test('an apiary is created, changed and deleted, except while it has hives', async () => {
  const apiary = await make('/api/apiaries', { name: 'Forest', latitude: 48.5, elevation_m: 600 });
  const path = `/api/apiaries/${apiary.id}`;
  expect((await client.put(path, { notes: 'sunny', latitude: null })).body.data).toMatchObject({
    name: 'Forest',
    latitude: null,
    elevation_m: 600,
    notes: 'sunny',
  });
  const hive = await make('/api/hives', { name: '1', apiary_id: apiary.id });
  const refused = await client.delete(path);
  expect([refused.status, refused.body.detail]).toEqual([409, 'id: has 1 hive (1)']);
  expect((await client.delete(`/api/hives/${hive.id}`)).status).toBe(204);
  expect((await client.delete(path)).status).toBe(204);
});

test('all errors of an apiary are reported at once', async () => {
  await make('/api/apiaries', { name: 'Forest' });
  const wrong = await client.post('/api/apiaries', {
    latitude: 91,
    longitude: 'east',
    elevation_m: 'x'.repeat(61),
    postal_code: 12345,
    updated_at: '2024-01-01T00:00:00.000Z',
  });
  expect([wrong.status, faults(wrong)]).toEqual([
    400,
    {
      name: 'is required',
      latitude: 'must be a number from -90 to 90 degrees, not 91',
      longitude: 'must be a number from -180 to 180 degrees, not "east"',
      elevation_m: expect.stringMatching(/^must be a number from .*, not "x{60}…"$/),
      postal_code: 'must be text, not 12345',
      updated_at: 'is read-only: omit it or send it unchanged',
    },
  ]);
  const duplicate = await client.post('/api/apiaries', { name: ' Forest ' });
  expect([duplicate.status, faults(duplicate)]).toEqual([409, { name: '"Forest" is the name of another apiary' }]);
});

test('at most 50 unknown members of an apiary are reported, with the beginnings of their names', async () => {
  const members = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}`.padStart(1000, 'x'), n]));
  const { status, body } = await client.post('/api/apiaries', { name: 'Forest', ...members });
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    Array(50).fill('x'.repeat(200)),
  ]);
});

// macOS often writes an accent as a separate character.
test('texts of an apiary are stored with composed accents, a country code in upper case, and blank texts as null', async () => {
  const { id } = await make('/api/apiaries', { name: ' Mu\u0308hle', country_code: ' de ', notes: ' ' });
  const path = `/api/apiaries/${id}`;
  expect((await client.get(path)).body.data).toMatchObject({ name: 'M\u00fchle', country_code: 'DE', notes: null });
  expect((await client.post('/api/apiaries', { name: 'M\u00fchle' })).status).toBe(409);
  expect((await client.put(path, { country_code: ' ' })).body.data.country_code).toBe(null);
});

test('an id in a body can be in upper case', async () => {
  const { id } = await make('/api/apiaries', { name: 'Forest' });
  expect((await make('/api/hives', { name: '1', apiary_id: id.toUpperCase() })).apiary_id).toBe(id);
});

test('a queen heads one hive at a time, and only while she is alive', async () => {
  const queen = await make('/api/queens/f0', { queen_name: 'Mona', life_status: 'testing' });
  const hive = await make('/api/hives', { name: '1', queen_id: queen.id });
  const second = await client.post('/api/hives', { name: '2', queen_id: queen.id });
  expect([second.status, faults(second)]).toEqual([
    409,
    { queen_id: 'already heads another hive; a queen can head only one' },
  ]);
  await client.put(`/api/queens/${queen.id}`, { life_status: 'dead' });
  expect((await client.get(`/api/hives/${hive.id}`)).body.data.queen_id).toBe(null);
  expect(faults(await client.put(`/api/hives/${hive.id}`, { queen_id: queen.id }))).toEqual({
    queen_id: 'must be a living queen, but she is dead',
  });
  // The message does not reveal the status of the queen to a key that may not read queens.
  const beekeeper = await client.post('/api/api-keys', { name: 'hives', permissions: { hive: 'write' } });
  const headers = { Authorization: `Bearer ${beekeeper.body.data.key}` };
  expect(faults(await client.put(`/api/hives/${hive.id}`, { queen_id: queen.id }, { headers }))).toEqual({
    queen_id: 'must be a living queen',
  });
});

test('two hives at different apiaries can have the same name', async () => {
  const apiary = await make('/api/apiaries', { name: 'Forest' });
  await make('/api/hives', { name: '1', apiary_id: apiary.id });
  await make('/api/hives', { name: '1' });
  expect((await client.post('/api/hives', { name: '1', apiary_id: apiary.id })).status).toBe(409);
  expect((await client.post('/api/hives', { name: '1' })).status).toBe(409);
  expect((await client.post('/api/hives/bulk', [{ name: '2' }, { name: '3' }])).body.data.length).toBe(2);
});

test('the name of a hive is not reported as taken if its apiary is invalid', async () => {
  await client.post('/api/hives', { name: '1' });
  for (const apiary_id of ['forest', '00000000-0000-7000-8000-000000000001']) {
    expect(Object.keys(faults(await client.post('/api/hives', { name: '1', apiary_id })))).toEqual(['apiary_id']);
  }
});

test('PUT changes only the members of the profile that the request contains', async () => {
  const changed = await client.put('/api/account', { language: 'de' });
  expect([changed.status, changed.body.data.language]).toEqual([200, 'de']);
  const wrong = await client.put('/api/account', { name: '', language: 'la', email: 'x@example.org' });
  expect([wrong.status, faults(wrong)]).toEqual([
    400,
    {
      name: 'must have 1 to 100 characters',
      language: 'must be one of en, de, fr, it, pl, not "la"',
      email: 'is read-only: omit it or send it unchanged',
    },
  ]);
  const me = (await client.get('/api/account')).body.data;
  expect((await client.put('/api/account', { ...me, name: 'Berta' })).body.data.name).toBe('Berta');
  expect((await client.put('/api/account', { name: null })).status).toBe(400);
});

test('a filter can select hives with or without an apiary', async () => {
  const apiary = await make('/api/apiaries', { name: 'Forest' });
  await make('/api/hives', { name: 'there', apiary_id: apiary.id });
  await make('/api/hives', { name: 'nowhere' });
  const found = async (filter: string) => {
    const { body } = await client.graphql(`{ hives(filter: { ${filter} }) { nodes { name } } }`);
    return body.data.hives.nodes.map(({ name }: { name: string }) => name);
  };
  expect(await found('placed: true')).toEqual(['there']);
  expect(await found('placed: false')).toEqual(['nowhere']);
  expect(await found(`placed: false, apiaryId: "${apiary.id}"`)).toEqual([]);
});
