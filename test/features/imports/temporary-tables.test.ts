import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { sharedService, type SharedService } from '../../support/service.js';
import { importFile } from './uploads.js';

/**
 * A test that needs the rows of the temporary tables of imports. Only the session of an import can read these rows, and
 * only the embedded database has a single session.
 */
const embedded = process.env.TEST_DATABASE_URL ? test.skip : test;

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
  const client = await service.register();
  await importFile(client, 'new.csv', 'queen_name;mother\nAnna;Berta\n');
  await importFile(client, 'checked.csv', 'queen_name;mother\nCarla;Berta\n', { dry_run: 'true' });
  await importFile(client, 'faulty.csv', 'queen_name;mother\nDora;Dora\n');
});

async function tables(persistence: 'p' | 't'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct relname::text as name from pg_class
    where relkind = 'r' and relpersistence = ${persistence}`.execute(service.services.orm.database.kysely);
  return rows.map(({ name }) => name);
}

embedded('the temporary tables of an import are empty after the import', async () => {
  const names = await tables('t');
  expect(names).toEqual(expect.arrayContaining(['fact', 'next_queen', 'fault']));
  for (const name of names) {
    const { rows } = await sql`select * from pg_temp.${sql.id(name)}`.execute(service.services.orm.database.kysely);
    expect([name, rows]).toEqual([name, []]);
  }
});

test('no temporary table of an import has the name of a table of the service', async () => {
  const lasting = new Set(await tables('p'));
  expect((await tables('t')).filter((name) => lasting.has(name))).toEqual([]);
});
