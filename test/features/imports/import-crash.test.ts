import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../../src/core/config.js';
import { openDatabase } from '../../../src/db/database.js';
import { Client } from '../../support/client.js';
import { createTestDatabase } from '../../support/database.js';
import { startProcess } from '../../support/process.js';
import { beginningOf, DATENIMPORT } from './files.js';
import { importFile, waitForEnd, type ImportBody } from './uploads.js';

const account = { email: 'anna@example.org', password: 'a good long password', name: 'Anna' };
const FILE = beginningOf(DATENIMPORT, 301);

/**
 * The moments at which the process is killed: during the upload (`null`), or this number of milliseconds after the
 * upload. The import is then queued or is being applied.
 */
const MOMENTS_MS = [null, 0, 200, 600];

test('if a process is killed during an import, the next process completes the whole import', async () => {
  const database = await createTestDatabase();
  let service = startProcess(database.environment);
  try {
    const uninterrupted = new Client(await service.url);
    expect((await uninterrupted.post('/api/accounts', account)).status).toBe(201);
    const { created } = await importFile(uninterrupted, DATENIMPORT, FILE);
    expect(created.queens).toBeGreaterThanOrEqual(300);
    for (const moment of MOMENTS_MS) {
      const email = `anna-${moment}@example.org`;
      const before = new Client(await service.url);
      expect((await before.post('/api/accounts', { ...account, email })).status).toBe(201);
      const upload = before.upload('/api/imports', DATENIMPORT, FILE).catch(() => undefined);
      if (moment !== null) expect(await upload).toMatchObject({ status: 202 });
      await new Promise((resolve) => setTimeout(resolve, moment ?? 50));
      await service.end('SIGKILL');
      const isAccepted = (await upload)?.status === 202;

      service = startProcess(database.environment);
      const client = new Client(await service.url);
      expect((await client.post('/api/session', { email, password: account.password })).status).toBe(200);
      const { body } = await client.get('/api/v1/imports');
      const imports = body.data as ImportBody[];
      if (isAccepted) expect(imports).toHaveLength(1);
      for (const { id } of imports)
        expect(await waitForEnd(client, id)).toMatchObject({ status: 'completed', errors: [] });
      const { body: queens } = await client.get('/api/v1/queens');
      expect([moment, queens.page.total]).toEqual([moment, imports.length * created.queens!]);
    }
    expect(await service.end('SIGTERM')).toBe(0);
    // Regression: rows of an interrupted upload were never deleted.
    expect(await staged(database.environment)).toBe(0);
  } finally {
    await service.end('SIGKILL');
    await database.drop();
  }
});

test('if a process is killed after a decision about a checked file, the next process imports the file once', async () => {
  const database = await createTestDatabase();
  let service = startProcess(database.environment);
  try {
    for (const moment of [0, 200, 600]) {
      const email = `anna-${moment}@example.org`;
      const before = new Client(await service.url);
      expect((await before.post('/api/accounts', { ...account, email })).status).toBe(201);
      const checked = await importFile(before, DATENIMPORT, FILE, { dry_run: 'true' });
      const { id } = checked;
      const decisions = `/api/v1/imports/${id}/decisions`;
      expect((await before.post(decisions, { rows: [{ row: 2, skip: true }], dry_run: false })).status).toBe(202);
      await new Promise((resolve) => setTimeout(resolve, moment));
      await service.end('SIGKILL');

      service = startProcess(database.environment);
      const client = new Client(await service.url);
      expect((await client.post('/api/session', { email, password: account.password })).status).toBe(200);
      const { status, rows, created } = await waitForEnd(client, id);
      expect([moment, status, rows]).toEqual([moment, 'completed', checked.rows - 1]);
      const { body: queens } = await client.get('/api/v1/queens');
      expect([moment, queens.page.total]).toEqual([moment, created.queens]);
    }
    expect(await service.end('SIGTERM')).toBe(0);
    expect(await staged(database.environment)).toBe(0);
  } finally {
    await service.end('SIGKILL');
    await database.drop();
  }
});

// Regression: if the process ended after the last row was staged and before the import was queued, the rows remained
// for a day.
(process.env.TEST_DATABASE_URL ? test : test.skip)(
  'the staged rows are committed together with the status that queues their import',
  async () => {
    const database = await createTestDatabase();
    const watcher = new pg.Client({ connectionString: database.environment.DATABASE_URL });
    // If the test fails, its database is dropped during the import.
    watcher.on('error', () => undefined);
    try {
      await watcher.connect();
      // Makes the last step wait while the watcher has the lock.
      await watcher.query(`
        create function wait_for_watcher() returns trigger language plpgsql as
          'begin perform pg_advisory_xact_lock(0); return new; end';
        create trigger wait_for_watcher before update on import for each row when (new.status = 'queued')
          execute function wait_for_watcher();
        select pg_advisory_lock(0)`);
      const service = startProcess(database.environment);
      const client = new Client(await service.url);
      expect((await client.post('/api/accounts', account)).status).toBe(201);
      const upload = client.upload('/api/imports', DATENIMPORT, FILE).catch(() => undefined);
      const waiting = `
        from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      while (!(await watcher.query(`select ${waiting}`)).rowCount)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await service.end('SIGKILL');
      await upload;
      await watcher.query(`select pg_terminate_backend(pid, 10000) ${waiting}`);
      expect((await watcher.query('select status from import')).rows).toEqual([{ status: 'receiving' }]);
      expect(await staged(database.environment)).toBe(0);
    } finally {
      await watcher.end();
      await database.drop();
    }
  },
);

/** Counts the staged rows in a database that no process uses. */
async function staged(environment: Record<string, string>): Promise<number> {
  const { kysely, release } = await openDatabase(readConfig(environment));
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from import_draft`.execute(kysely);
  await kysely.destroy();
  await release();
  return rows[0]!.count;
}
