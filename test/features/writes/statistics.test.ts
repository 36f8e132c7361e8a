import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { csv } from '../imports/files.js';
import { importFile } from '../imports/uploads.js';
import { startService, type Client, type TestService } from '../../support/service.js';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = await service.register();
});
afterAll(() => service?.close());

async function queensKnown(): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select reltuples as known from pg_class where oid = 'queen'::regclass`.execute(
    service.services.orm.database.kysely,
  );
  return Number(rows[0]!.known);
}

let made = 0;

async function make(count: number): Promise<void> {
  const queens = [...Array(count).keys()].map((n) => ({ queen_name: `Queen ${made + n}`, notes: 'calm '.repeat(20) }));
  expect((await client.post('/api/v1/queens/f0/bulk', queens)).status).toBe(201);
  made += count;
}

test('statistics include rows of a bulk request', async () => {
  await make(1000);
  expect(await queensKnown()).toBe(1000);
});

test('statistics include rows of several requests', async () => {
  for (let times = 0; times < 3; times += 1) await make(200);
  expect(await queensKnown()).toBe(1600);
});

test('statistics include rows of an import', async () => {
  const rows = [...Array(1000).keys()].map((n) => ({ queen_name: `Imported ${n}`, notes: 'gentle '.repeat(20) }));
  await importFile(client, 'queens.csv', csv(rows));
  // The import is already completed then.
  while ((await queensKnown()) < 2600);
});
