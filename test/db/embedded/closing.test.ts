import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { readConfig } from '../../../src/core/config.js';
import { openDatabase } from '../../../src/db/database.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-closing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Regression: the pool's last message checked the lock of the data folder after its release, and the process ended.
test('closing the database does not end the process, even if the event loop was busy', async () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  for (let round = 0; round < 12; round += 1) {
    const database = await openDatabase(readConfig({ DATA_DIR: folder }));
    await database.pool.query('select 1');
    await setImmediate();
    for (const startedAt = performance.now(); performance.now() - startedAt < 15;);
    await database.release();
    await setTimeout(10);
  }
  expect(exit).not.toHaveBeenCalled();
  exit.mockRestore();
});
