import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MeasuredTable } from '../../src/backups/tables.js';
import { runCommand, queenbook } from '../support/command.js';
import { startProcess } from '../support/process.js';
import { accountsOf, contentsOf, empty, filled, type Place } from './filled-database.js';

/** Not run on a server, where a restore is one transaction and leaves no intermediate state. */
const embedded = process.env.TEST_DATABASE_URL ? test.skip : test;

let [from, original]: Place[] = [];
let [restored, before]: MeasuredTable[][] = [];
beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) return;
  [from, original] = [await filled(), await filled()];
  [restored, before] = [await contentsOf(from), await contentsOf(original)];
  expect(restored).not.toEqual(before);
});
afterAll(async () => {
  await from?.drop();
  await original?.drop();
});
/** A copy of the original for each test. */
let to: Place | undefined;
beforeEach(async () => {
  if (process.env.TEST_DATABASE_URL) return;
  to = await empty();
  await cp(original!.environment.DATA_DIR!, to.environment.DATA_DIR!, { recursive: true });
});
afterEach(() => to?.drop());

/**
 * Creates the state of a restore that was killed after it had moved the old database away.
 * @param isNewComplete whether the new database was already complete
 */
async function cutShort({ isNewComplete }: { isNewComplete: boolean }): Promise<string> {
  const folder = to!.environment.DATA_DIR!;
  await mkdir(join(folder, 'restoring'));
  if (isNewComplete)
    await cp(join(from!.environment.DATA_DIR!, 'database'), join(folder, 'restoring/database'), { recursive: true });
  await rename(join(folder, 'database'), join(folder, 'restoring/replaced'));
  return folder;
}

// Regression: the service started with an empty database, and the next restore deleted the old one.
embedded('a start completes a restore that was interrupted before its database was in place', async () => {
  const folder = await cutShort({ isNewComplete: true });
  const service = startProcess({ ...to!.environment, DEMO: 'on' });
  await service.url;
  await service.end('SIGTERM');
  expect(service.output()).toContain(`Queenbook: an interrupted restore into ${folder} was completed\n`);
  expect(await contentsOf(to!)).toEqual(restored);
  expect(await readdir(folder)).not.toContain('restoring');
});

embedded('a start restores the previous database if the new one is missing', async () => {
  await cutShort({ isNewComplete: false });
  const { code, err } = await queenbook(['migrate'], to!.environment);
  expect(code).toBe(0);
  expect(err).toMatch(/^Queenbook: an interrupted restore into .* was undone: .*\n$/);
  expect(await contentsOf(to!)).toEqual(before);
});

embedded('a second restore finds the accounts of the interrupted one, and requires --replace', async () => {
  const good = join(from!.folder, 'good.zip');
  const nobody = await empty();
  try {
    const opened = await runCommand(['migrate'], nobody.environment);
    expect(opened.code).toBe(0);
    expect((await runCommand(['backup', good], nobody.environment)).code).toBe(0);
  } finally {
    await nobody.drop();
  }
  await cutShort({ isNewComplete: true });
  const refused = await queenbook(['restore', good], to!.environment);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/interrupted restore into .* was completed\n.*not empty/),
  ]);
  expect(await contentsOf(to!)).toEqual(restored);
  expect((await runCommand(['restore', good, '--replace'], to!.environment)).code).toBe(0);
  expect(await accountsOf(to!)).toBe(0);
});
