import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { csv } from '../imports/files.js';
import { importFile } from '../imports/uploads.js';
import { startService, type Client, type TestService } from '../../support/service.js';

let service: TestService;
let client: Client;
beforeEach(async () => {
  service = await startService();
  // On a database server, autovacuum could otherwise update the statistics before the service does.
  await sql`alter table queen set (autovacuum_enabled = off)`.execute(service.services.orm.database.kysely);
  client = await service.register();
});
afterEach(() => service?.close());

async function queensKnown(): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select reltuples as known from pg_class where oid = 'queen'::regclass`.execute(
    service.services.orm.database.kysely,
  );
  return Number(rows[0]!.known);
}

async function make(count: number, prefix = 'Queen'): Promise<void> {
  const queens = [...Array(count).keys()].map((n) => ({ queen_name: `${prefix} ${n}`, notes: 'calm '.repeat(20) }));
  expect((await client.post('/api/v1/queens/f0/bulk', queens)).status).toBe(201);
}

test('planner statistics include the rows of a bulk request', async () => {
  await make(1000);
  expect(await queensKnown()).toBe(1000);
});

test('planner statistics include the rows of several requests', async () => {
  for (const prefix of ['A', 'B', 'C']) await make(200, prefix);
  expect(await queensKnown()).toBe(600);
});

test('planner statistics include the rows of an import', async () => {
  const rows = [...Array(1000).keys()].map((n) => ({ queen_name: `Imported ${n}`, notes: 'gentle '.repeat(20) }));
  await importFile(client, 'queens.csv', csv(rows));
  // The statistics are updated after the import is completed, so the test waits for them.
  while ((await queensKnown()) < 1000);
});
