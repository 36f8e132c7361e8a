import { afterEach, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { newFolder, removeFolders } from '../support/folders.js';
import { outputOfFailedStart, startProcess } from '../support/process.js';

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  await removeFolders();
});

/**
 * The second value is no valid address, so it is resolved as a name. The third value is an address of another machine.
 */
const UNUSABLE_HOSTS = ['nope.invalid', '999.1.1.1', '192.0.2.1'];
test.each(UNUSABLE_HOSTS)(
  'HOST=%s stops the start with one line that names the host, because the service cannot listen there',
  async (HOST) => {
    const database = await createTestDatabase();
    databases.push(database);
    const modes: Record<string, string>[] = [
      {},
      ...(database.environment.DATABASE_URL ? [{ WORKERS: '2', PORT: HOST === UNUSABLE_HOSTS[0] ? '4999' : '0' }] : []),
    ];
    for (const mode of modes) {
      const output = await outputOfFailedStart({ ...database.environment, ...mode, HOST });
      expect(output).toMatch(/^Queenbook cannot start: /);
      expect(output).toContain(`HOST ${HOST}`);
      const reason = HOST === UNUSABLE_HOSTS[2] ? /: cannot listen on/ : /neither an address nor a resolvable name/;
      if (!mode.WORKERS) expect(output).toMatch(reason);
      expect(output).not.toContain('DATABASE_URL');
      expect(output.split('\n')).toHaveLength(1);
    }
  },
);

test('an unmigrated database stops the start, unless MIGRATE is on', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const { environment } = database;
  if (!environment.DATABASE_URL) environment.MIGRATE = 'off';
  // A new data folder corresponds to an empty database on a server.
  const empty = environment.DATABASE_URL
    ? await dropSchemas(environment)
    : { ...environment, DATA_DIR: await newFolder() };
  expect(await outputOfFailedStart(empty)).toMatch(/not up to date: run "npm run migrate"/);
  const service = startProcess({ ...empty, MIGRATE: 'on' });
  const url = await service.url;
  for (const path of ['/readyz', '/healthz']) {
    const { status, headers } = await fetch(url + path);
    expect([path, status, headers.get('Cache-Control')]).toEqual([path, 200, 'no-store']);
  }
  await service.end('SIGTERM');
  if (!environment.DATABASE_URL) return;
  // Regression: if only the tables of the job queue were missing, the start ended with a stack trace of pg-boss.
  await query(environment, 'drop schema jobs cascade');
  const output = await outputOfFailedStart({ ...empty, MIGRATE: 'off' });
  expect(output).toMatch(/not up to date: run "npm run migrate"/);
  expect(output.split('\n')).toHaveLength(1);
});

// Regression: a start deleted the folders `backups` and `exports` in DATA_DIR, in which operators had stored files.
test('in the data folder, a start deletes only the unfinished backups and exports of a killed process', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const { environment } = database;
  const filesIn = (...folders: string[]) => folders.map((folder) => join(environment.DATA_DIR!, folder, 'monday.zip'));
  const [stored, unfinished] = [filesIn('backups', 'exports'), filesIn('backups-in-progress', 'exports-in-progress')];
  for (const file of [...stored, ...unfinished]) {
    await mkdir(dirname(file));
    await writeFile(file, '');
  }
  const service = startProcess(environment);
  await service.url;
  await service.end('SIGTERM');
  expect(stored.map((file) => existsSync(file))).toEqual([true, true]);
  // Without the embedded database, the service does not use the folders.
  const isServer = environment.DATABASE_URL !== undefined;
  expect(unfinished.map((file) => existsSync(file))).toEqual([isServer, isServer]);
});

async function query(environment: Record<string, string>, text: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function dropSchemas(environment: Record<string, string>): Promise<Record<string, string>> {
  await query(environment, 'drop schema public cascade; drop schema jobs cascade; create schema public');
  return environment;
}
