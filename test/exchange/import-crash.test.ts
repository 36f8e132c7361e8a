import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../src/config.js';
import { openDatabase } from '../../src/database.js';
import { Client } from '../support/client.js';
import { createTestDatabase } from '../support/database.js';
import { startProcess } from '../support/process.js';
import { bytesOf, DATENIMPORT } from './files.js';
import { settled, type ImportBody } from './uploads.js';

const account = { email: 'anna@example.org', password: 'a good long password', name: 'Anna' };
const QUEENS = 2389;

// Once for a moment in each stretch of the work: while the file comes in, while it waits, while it is applied, after.
test.each([0, 100, 250, 450, 900])(
  'a process killed %d ms into an import leaves all of it or nothing, and the next one finishes it',
  async (delay) => {
    const database = await createTestDatabase();
    try {
      const first = startProcess(database.environment);
      const before = new Client(await first.url);
      expect((await before.post('/api/accounts', account)).status).toBe(201);
      const upload = before.upload('/api/imports', DATENIMPORT, bytesOf(DATENIMPORT)).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, delay));
      await first.end('SIGKILL');
      const accepted = (await upload)?.status === 202;

      const second = startProcess(database.environment);
      const client = new Client(await second.url);
      expect((await client.post('/api/session', { email: account.email, password: account.password })).status).toBe(
        200,
      );
      const { body } = await client.get('/api/v1/imports');
      const imports = body.data as ImportBody[];
      if (accepted) expect(imports).toHaveLength(1);
      for (const { id } of imports)
        expect(await settled(client, id)).toMatchObject({ status: 'completed', errors: [] });
      const { body: queens } = await client.get('/api/v1/queens');
      expect(queens.page.total).toBe(imports.length * QUEENS);
      expect(await second.end('SIGTERM')).toBe(0);
      // Once, rows of a file that was cut off while it came in stayed behind for ever.
      expect(await staged(database.environment)).toBe(0);
    } finally {
      await database.drop();
    }
  },
  120_000,
);

/** Rows that wait to be applied, in a database that no process uses. */
async function staged(environment: Record<string, string>): Promise<number> {
  const { kysely, release } = await openDatabase(readConfig(environment));
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from import_draft`.execute(kysely);
  await kysely.destroy();
  await release();
  return rows[0]!.count;
}
