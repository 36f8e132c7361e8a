import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MeasuredTable } from '../../src/backups/tables.js';
import { runCommand, queenbook } from '../support/command.js';
import { startProcess } from '../support/process.js';
import { accountsOf, contentsOf, empty, filled, type Place } from './filled-database.js';

/** Skipped on a PostgreSQL server, because a restore there is one transaction without intermediate states. */
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
/** A copy of the original database for each test. */
let to: Place | undefined;
beforeEach(async () => {
  if (process.env.TEST_DATABASE_URL) return;
  to = await empty();
  await cp(original!.environment.DATA_DIR!, to.environment.DATA_DIR!, { recursive: true });
});
afterEach(() => to?.drop());

/**
 * Creates the state that a killed restore leaves behind. The restore had already moved the old database away.
 * @param restoredFrom contains the complete new database; if absent, there is no new database
 */
async function interruptRestore(restoredFrom?: Place): Promise<string> {
  const folder = to!.environment.DATA_DIR!;
  await mkdir(join(folder, 'restoring'));
  if (restoredFrom)
    await cp(join(restoredFrom.environment.DATA_DIR!, 'database'), join(folder, 'restoring/database'), {
      recursive: true,
    });
  await rename(join(folder, 'database'), join(folder, 'restoring/replaced'));
  return folder;
}

// Regression: the service started with an empty database, and the next restore deleted the old database.
embedded('the start of the service completes an interrupted restore if the new database is complete', async () => {
  const folder = await interruptRestore(from);
  const service = startProcess({ ...to!.environment, DEMO: 'on' });
  await service.url;
  await service.end('SIGTERM');
  expect(service.output()).toContain(`Queenbook: an interrupted restore into ${folder} was completed\n`);
  expect(await contentsOf(to!)).toEqual(restored);
  expect(await readdir(folder)).not.toContain('restoring');
});

embedded('the start of the service adds no sample data to the database of an interrupted restore', async () => {
  const withoutAccounts = await empty();
  try {
    expect((await runCommand(['migrate'], withoutAccounts.environment)).code).toBe(0);
    await interruptRestore(withoutAccounts);
  } finally {
    await withoutAccounts.drop();
  }
  const service = startProcess({ ...to!.environment, DEMO: 'on' });
  await service.url;
  expect(await service.end('SIGTERM')).toBe(0);
  expect(await accountsOf(to!)).toBe(0);
});

embedded('the next command brings back the old database if an interrupted restore has no new database', async () => {
  await interruptRestore();
  const { code, err } = await queenbook(['migrate'], to!.environment);
  expect(code).toBe(0);
  expect(err).toMatch(/^Queenbook: an interrupted restore into .* was undone: .*\n$/);
  expect(await contentsOf(to!)).toEqual(before);
});

embedded('a second restore requires --replace, because the interrupted restore has created accounts', async () => {
  const good = join(from!.folder, 'good.zip');
  const withoutAccounts = await empty();
  try {
    const opened = await runCommand(['migrate'], withoutAccounts.environment);
    expect(opened.code).toBe(0);
    expect((await runCommand(['backup', good], withoutAccounts.environment)).code).toBe(0);
  } finally {
    await withoutAccounts.drop();
  }
  await interruptRestore(from);
  const refused = await queenbook(['restore', good], to!.environment);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/interrupted restore into .* was completed\n.*not empty/),
  ]);
  expect(await contentsOf(to!)).toEqual(restored);
  expect((await runCommand(['restore', good, '--replace'], to!.environment)).code).toBe(0);
  expect(await accountsOf(to!)).toBe(0);
});
