import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { sharedService, type AccountClient, type SharedService } from '../../support/service.js';
import { csv } from './files.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
let client: AccountClient;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const PATHS = ['/api/v1/queens', '/api/queens/evaluations', '/api/apiaries', '/api/hives'];
const records = () => Promise.all(PATHS.map((path) => all<Record<string, unknown>>(client, path)));
const withoutTimes = (rows: Record<string, unknown>[]) => rows.map(({ updated_at: _, ...row }) => row);
const state = async () => (await records()).map(withoutTimes);

const first = [
  {
    queen_name: 'Dam',
    race: 'C',
    mother: '',
    apiary: 'Hill',
    hive: '1',
    life_status: 'production',
    eval_year: 2022,
    honey_yield_kg: 20,
  },
  {
    queen_name: 'Daughter',
    race: 'C',
    mother: 'Dam',
    apiary: 'Hill',
    hive: '2',
    life_status: 'testing',
    eval_year: 2023,
    honey_yield_kg: 25,
  },
];
const second = [
  {
    queen_name: 'Dam',
    race: 'M',
    external_identifiers: '[{"system":"herdbook","value":"HB-7"}]',
    mother: 'Granny',
    mated_to: 'Line',
    apiary: 'Hill',
    hive: '2',
    life_status: 'production',
    eval_year: 2022,
    honey_yield_kg: 21,
  },
  {
    queen_name: 'New',
    race: 'C',
    mother: 'Daughter',
    mated_to: '',
    apiary: 'Dale',
    hive: '1',
    life_status: 'testing',
    eval_year: 2024,
    honey_yield_kg: 30,
  },
  // Moves two queens: one to the former hive of the other, and the other to a new hive.
  { queen_name: 'Daughter', apiary: 'Hill', hive: '1', life_status: 'testing', eval_year: 2024, honey_yield_kg: 26 },
  { queen_name: 'Dam', apiary: 'Dale', hive: '2', life_status: 'production', eval_year: 2025, honey_yield_kg: 22 },
];

test('the undo of an import restores the previous state, and the import can be repeated', async () => {
  await importFile(client, 'first.csv', csv(first));
  const before = await state();
  const created = await importFile(client, 'second.csv', csv(second));
  const after = await state();
  expect(after).not.toEqual(before);
  const undone = await client.post(`/api/v1/imports/${created.id}/undo`);
  expect(undone).toMatchObject({ status: 200 });
  expect(undone.body).toMatchObject({ data: { id: created.id, status: 'cancelled', undone_at: expect.any(String) } });
  expect(await state()).toEqual(before);
  const again = await importFile(client, 'second.csv', csv(second));
  expect(again.created).toEqual(created.created);
  expect((await client.post(`/api/v1/imports/${created.id}/undo`)).status).toBe(409);
});

test('the undo of an import deletes its breeding values, and no others', async () => {
  const file = (value: number) => csv([{ Zuchtbuchnummer: 'DE-1-1-1-2020', 'ZW Honig': value }]);
  await importFile(client, 'first.csv', file(100));
  const { id } = await importFile(client, 'second.csv', file(101));
  expect((await client.post(`/api/v1/imports/${id}/undo`)).status).toBe(200);
  expect((await client.get('/api/ebv/latest')).body.data).toMatchObject([{ trait: 'honey', normalized_value: 100 }]);
});

test('a repeated undo with the same Idempotency-Key returns the first result', async () => {
  const created = await importFile(client, 'first.csv', csv(first));
  const later = await importFile(client, 'second.csv', csv(second));
  const undo = (id: string) =>
    client.post(`/api/imports/${id}/undo`, undefined, { headers: { 'Idempotency-Key': 'undo-1' } });
  const responses = await Promise.all([undo(later.id), undo(later.id)]);
  for (const { status, body } of [...responses, await undo(later.id)]) {
    expect([status, body]).toEqual([200, responses[0]!.body]);
  }
  expect(await undo(created.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/another request/) },
  });
  expect((await client.post(`/api/imports/${later.id}/undo`)).status).toBe(409);
  expect((await client.post(`/api/imports/${created.id}/undo`)).status).toBe(200);
});

test('imports that build on each other must be undone from the last to the first', async () => {
  const one = await importFile(client, 'first.csv', csv(first));
  const two = await importFile(client, 'second.csv', csv(second));
  const refused = await client.post(`/api/v1/imports/${one.id}/undo`);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'conflict', detail: expect.stringMatching(/New/) });
  expect((await client.post(`/api/v1/imports/${two.id}/undo`)).status).toBe(200);
  expect((await client.post(`/api/v1/imports/${one.id}/undo`)).status).toBe(200);
  expect(await state()).toEqual([[], [], [], []]);
});

test('an import that changed nothing, or an import of another account, cannot be undone', async () => {
  const dry = await importFile(client, 'first.csv', csv(first), { dry_run: 'true' });
  const failed = await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', mother: 'Anna' }]));
  for (const { id } of [dry, failed]) expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(409);
  expect((await client.post('/api/imports/00000000-0000-4000-8000-000000000000/undo')).status).toBe(404);
  const other = await service.register();
  const mine = await importFile(client, 'first.csv', csv(first));
  expect((await other.post(`/api/imports/${mine.id}/undo`)).status).toBe(404);
});

// Clients compare `updated_at` before they overwrite a record, and find changed records by it.
test('an import and its undo set updated_at of the records that they change, and of no other record', async () => {
  const earlier = '2020-01-01T00:00:00.000Z';
  const setTimes = async () => {
    for (const table of ['queen', 'evaluation', 'apiary', 'hive'])
      await sql`update ${sql.table(table)} set updated_at = ${earlier} where account_id = ${client.account.id}`.execute(
        service.services.orm.database.kysely,
      );
  };
  const changed = async () =>
    (await records()).map((rows) =>
      rows
        .filter(({ updated_at }) => updated_at !== earlier)
        .map(({ queen_name, eval_year, name }) => queen_name ?? eval_year ?? name),
    );
  await importFile(client, 'first.csv', csv(first));
  const line = { queen_name: 'Dam', race: 'M', life_status: 'sold', apiary: 'Hill', postal_code: '34117' };
  const expected = [['Dam'], [2022], ['Hill'], ['1']];
  await setTimes();
  const { id } = await importFile(client, 'second.csv', csv([{ ...line, eval_year: 2022, vigor: 3 }]));
  expect(await changed()).toEqual(expected);
  await setTimes();
  expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(200);
  expect(await changed()).toEqual(expected);
});
