import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../src/core/config.js';
import { openDatabase } from '../../src/db/database.js';
import { csv } from '../features/imports/files.js';
import { importFile } from '../features/imports/uploads.js';
import { Client } from '../support/client.js';
import { createTestDatabase } from '../support/database.js';
import { startProcess } from '../support/process.js';

const NON_DEFAULT = {
  default_transaction_isolation: 'repeatable read',
  datestyle: 'German',
  timezone: 'Asia/Tokyo',
  intervalstyle: 'iso_8601',
  extra_float_digits: '-15',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
};

const account = { email: 'anna@example.org', password: 'a good long password', name: 'Anna' };

// Regression: with these settings, some concurrent writes failed with the SQL state 40001, and requests that stored a
// date got status 500.
(process.env.TEST_DATABASE_URL ? test : test.skip)(
  'the service works on a server with non-default settings, and applies settings in DATABASE_URL',
  async () => {
    const { environment, drop } = await createTestDatabase();
    try {
      const url = new URL(environment.DATABASE_URL!);
      const owner = new pg.Client({ connectionString: url.href });
      await owner.connect();
      for (const [name, value] of Object.entries(NON_DEFAULT))
        await owner.query(`alter database ${url.pathname.slice(1)} set ${name} = '${value}'`);
      await owner.end();
      url.searchParams.set('options', '-c work_mem=7MB');
      environment.DATABASE_URL = url.href;

      const service = startProcess(environment);
      const client = new Client(await service.url);
      expect((await client.post('/api/accounts', account)).status).toBe(201);
      const birth = { generation: 'F0', birth_date: '2021-05-13' };
      const created = await Promise.all(
        Array.from({ length: 12 }, (_, n) => client.post('/api/v1/queens', { ...birth, queen_name: `Q ${n}` })),
      );
      expect(created.map(({ status, body }) => [status, body.data?.birth_date])).toEqual(
        created.map(() => [201, birth.birth_date]),
      );
      const file = csv([{ queen_name: 'Anna', birth_date: '2020-04-03', eval_year: 2022, honey_yield_kg: '20.1' }]);
      expect(await importFile(client, 'queens.csv', file)).toMatchObject({ status: 'completed', errors: [] });
      const { body } = await client.get('/api/queens/evaluations');
      expect(body.data).toMatchObject([{ honey_yield_kg: 20.1 }]);
      await service.end('SIGTERM');

      const { kysely, release } = await openDatabase(readConfig(environment));
      expect((await sql`show work_mem`.execute(kysely)).rows).toEqual([{ work_mem: '7MB' }]);
      await kysely.destroy();
      await release();
    } finally {
      await drop();
    }
  },
);
