import { afterEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { hostName, kernelName, lockText } from '../../src/db/embedded/data-dir/lock-file.js';
import { newFolder, removeFolders } from '../support/folders.js';
import { outputOfFailedStart, startProcess } from '../support/process.js';

afterEach(removeFolders);

const startError = async (environment: Record<string, string>) =>
  outputOfFailedStart({ DATA_DIR: await newFolder(), ...environment });

describe('in the environment of the service', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['REGISTRATION', 'perhaps'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CLIENT_IP_HEADER', 'X-Real'],
    ['KEYS_PER_ACCOUNT', '-1'],
    ['ALLOWED_ORIGINS', 'example.org'],
    ['PUBLIC_URL', 'example.org'],
    ['SESSION_SECRET', 'short'],
    ['DEMO', 'yes'],
    ['MIGRATE', 'true'],
    ['WORKERS', '0'],
    ['WORKERS', '2'],
    ['DATA_DIR', '/dev/null'],
    ['DATA_DIR', '/dev/null/below'],
    ['DATA_DIR', '/proc'],
    // Regression: with this value, the start never ended.
    ['DATA_DIR', '/proc/queenbook/data'],
  ])('%s=%s stops the start with one line that names the variable', async (name, value) => {
    const output = await startError({ [name]: value });
    expect(output).toMatch(new RegExp(`^Queenbook cannot start: .*${name}`));
    expect(output.split('\n')).toHaveLength(1);
  });

  test('DATABASE_URL without SESSION_SECRET stops the start', async () => {
    expect(await startError({ DATABASE_URL: 'postgres://127.0.0.1/x' })).toMatch(/SESSION_SECRET is required/);
  });
});

test('an unreachable database stops the start', async () => {
  expect(
    await startError({
      DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x',
      SESSION_SECRET: 'a secret for the tests only',
    }),
  ).toMatch(/^Queenbook cannot start: the database of DATABASE_URL cannot be used \(ECONNREFUSED/);
});

test('a second process on the same data folder is rejected, but a dead process does not block the folder', async () => {
  const DATA_DIR = await newFolder();
  const first = startProcess({ DATA_DIR });
  await first.url;
  const message = `DATA_DIR ${DATA_DIR} is in use by process ${first.child.pid}: only one process at a time can use the embedded database`;
  expect(await startError({ DATA_DIR })).toBe(
    `Queenbook: ${message}; waiting up to 5 s for that process to end\nQueenbook cannot start: ${message}`,
  );
  await first.end('SIGKILL');
  const third = startProcess({ DATA_DIR });
  await third.url;
  expect(await third.end('SIGTERM')).toBe(0);
  // Process ids are reused, so a process with the id in the lock file is not always the holder of the lock.
  const dead = { pid: process.pid, host: hostName(), kernel: kernelName(), id: randomUUID() };
  await writeFile(join(DATA_DIR, 'lock'), lockText(5, dead));
  const fourth = startProcess({ DATA_DIR });
  await fourth.url;
  expect(await readFile(join(DATA_DIR, 'lock'), 'utf8')).toMatch(new RegExp(`^\\d{10} ${fourth.child.pid} `));
  await fourth.end('SIGTERM');
});

test('a port in use stops the start', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as { port: number };
  expect(await startError({ PORT: String(port) })).toMatch(new RegExp(`PORT ${port} .* is in use`));
  listener.close();
});
