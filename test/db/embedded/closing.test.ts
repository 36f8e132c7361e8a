import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-closing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compiled = (path: string) => new URL(`../../../dist/src/${path}`, import.meta.url).href;
/** Opens and closes the database repeatedly. The event loop is busy just before the database is closed. */
const SCRIPT = `
  import 'reflect-metadata';
  import { setImmediate } from 'node:timers/promises';
  import { readConfig } from '${compiled('core/config.js')}';
  import { openDatabase } from '${compiled('db/database.js')}';
  for (let round = 0; round < 24; round += 1) {
    const database = await openDatabase(readConfig({ DATA_DIR: process.argv[1] }));
    await database.pool.query('select 1');
    await setImmediate();
    for (const startedAt = performance.now(); performance.now() - startedAt < 15;);
    await database.release();
  }
  console.log('closed');
`;

// Regression: the pool sent its last message after the data folder was unlocked. The check of the lock before each
// message then ended the process.
test('closing the database does not end the process, even if the event loop was busy', async () => {
  const args = ['--input-type=module', '-e', SCRIPT, folder];
  expect(await promisify(execFile)(process.execPath, args)).toEqual({ stdout: 'closed\n', stderr: '' });
});
