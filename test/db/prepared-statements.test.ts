import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { startService, type TestService } from '../support/service.js';

describe('prepared statements', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.close());

  test('still work after a newer version of the service alters a table', async () => {
    const anna = await service.register();
    const created = await anna.post('/api/v1/queens', { generation: 'F0', queen_name: 'Änne' });
    const { id } = (created.body as { data: { id: string } }).data;
    const db = service.services.orm.database.kysely;
    const countPrepared = async () => {
      const { rows } = await sql`select from pg_prepared_statements where name like 'queenbook%'`.execute(db);
      return rows.length;
    };
    const read = async (round: number) => {
      // Each query is different, because the service caches the response to a repeated query.
      const query = `{ queen(id: "${id}") { name evaluations { year } ebv { raw } t${round}: id } }`;
      const { status, body } = await anna.graphql(query);
      expect([status, body]).toMatchObject([200, { data: { queen: { name: 'Änne', evaluations: [], ebv: [] } } }]);
    };
    for (let round = 0; round < 8; round += 1) await read(round);
    expect(await countPrepared()).toBeGreaterThan(0);
    await sql`alter table evaluation add column newer integer`.execute(db);
    await sql`alter table breeding_value add column newer integer`.execute(db);
    for (let round = 8; round < 24; round += 1) await read(round);
  });
});
