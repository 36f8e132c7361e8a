import { expect, test } from '@jest/globals';
import { Client } from '../support/client.js';
import { createTestDatabase } from '../support/database.js';
import { startProcess } from '../support/process.js';
import { bytesOf, DATENIMPORT } from './files.js';
import { settled, type ImportBody } from './uploads.js';

const account = { email: 'anna@example.org', password: 'a good long password', name: 'Anna' };
const QUEENS = 2389;

// Once for a moment in each stretch of the work: while the file comes in, while it waits, while it is applied, after.
test.each([0, 60, 150, 300, 450, 600, 900])(
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
    } finally {
      await database.drop();
    }
  },
  120_000,
);
