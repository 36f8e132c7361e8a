import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../src/core/config.js';
import { openDatabase } from '../../../src/db/database.js';
import { copyClusterTemplate } from '../../../src/db/embedded/cluster-template.js';

let folder: string;
let database: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-cluster-'));
  database = join(folder, 'database');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const TEMPLATE = fileURLToPath(new URL('../../../dist/cluster', import.meta.url));

test('a new database is a copy of the template, even after an interrupted start', async () => {
  await mkdir(`${database}.new/base`, { recursive: true });
  await writeFile(`${database}.new/PG_VERSION`, 'half of it');
  copyClusterTemplate(database);
  expect(await readdir(folder)).toEqual(['database']);
  expect(await readFile(join(database, 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/);
  const opened = await openDatabase(readConfig({ DATA_DIR: folder }));
  const { rows } = await opened.pool.query<{ lists: unknown }>(
    `select array['a', 'b,c'] || null::text as lists, current_setting('server_encoding') as encoding`,
  );
  await opened.release();
  expect(rows).toEqual([{ lists: ['a', 'b,c', null], encoding: 'UTF8' }]);
  // The first bytes are the identifier of the database cluster. Only copies have the same identifier.
  const control = (place: string) =>
    readFile(join(place, 'global', 'pg_control')).then((bytes) => bytes.subarray(0, 8));
  expect(await control(database)).toEqual(await control(TEMPLATE));
});

test('an existing database is not changed; if the template is missing, no database is created', async () => {
  await mkdir(database);
  await writeFile(join(database, 'PG_VERSION'), 'of somebody');
  copyClusterTemplate(database);
  expect(await readFile(join(database, 'PG_VERSION'), 'utf8')).toBe('of somebody');
  const elsewhere = join(folder, 'elsewhere');
  copyClusterTemplate(elsewhere, join(folder, 'no build'));
  expect(existsSync(elsewhere)).toBe(false);
});
