import { afterEach, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { queenbook } from '../support/command.js';
import { createTestDatabase } from '../support/database.js';
import { startProcess } from '../support/process.js';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a service in a separate process. Returns the service, and the environment variables of its database. */
async function startSeparately(overrides: Record<string, string> = {}) {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const service = startProcess({ ...database.environment, ...overrides });
  cleanups.push(() => service.end('SIGTERM'));
  return { environment: database.environment, service, url: await service.url };
}

test('commands work while the service runs, on both kinds of database', async () => {
  const { environment, service, url } = await startSeparately({ PUBLIC_URL: 'http://queens.example.org' });
  const result = await queenbook(['account', 'add', 'anna@example.org'], environment);
  expect(result).toMatchObject({ code: 0, err: '' });
  const token = /#token=(\S+)/.exec(result.out)![1];
  const set = await fetch(`${url}/api/account/password-link`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, new_password: 'a good long password' }),
  });
  expect(set.status).toBe(204);
  const status = JSON.parse((await queenbook(['status', '--json'], environment)).out);
  expect(status).toMatchObject({ rows: { account: 1 }, running: environment.DATABASE_URL ? null : service.child.pid });
  expect((await queenbook(['account', 'reset', 'bea@example.org'], environment)).err).toBe(
    'There is no account with the address bea@example.org.\n',
  );
  expect((await queenbook(['account', 'add', 'no address'], environment)).err).toBe(
    'email: must be an email address\n',
  );
  if (environment.DATABASE_URL) return;
  // The link contains the public address of the service.
  expect(result.out).toMatch(/\nhttp:\/\/queens\.example\.org\/password#/);
  expect((await stat(join(environment.DATA_DIR!, 'desk.sock'))).mode & 0o777).toBe(0o600);
});

test('a dead service does not block a command or the next start, which deletes its unfinished files', async () => {
  const { environment, service } = await startSeparately();
  await service.end('SIGKILL');
  expect(await queenbook(['account', 'list'], environment)).toEqual({
    code: 0,
    out: 'No accounts.\n',
    err: '',
  });
  // A service that is killed during a backup or an export leaves such files.
  const folders = ['backups-in-progress', 'exports-in-progress'].map((name) => join(environment.DATA_DIR!, name));
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'unfinished'), 'all rows');
  }
  const next = startProcess(environment);
  cleanups.push(() => next.end('SIGTERM'));
  await next.url;
  if (!environment.DATABASE_URL) expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  expect((await queenbook(['account', 'list'], environment)).code).toBe(0);
});
