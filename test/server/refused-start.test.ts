import { afterEach, describe, expect, test } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { newFolder, removeFolders } from '../support/folders.js';
import { refusedStart, startProcess } from '../support/process.js';

afterEach(removeFolders);

const refusal = async (environment: Record<string, string>) =>
  refusedStart({ DATA_DIR: await newFolder(), ...environment });

describe('an invalid variable', () => {
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
    // Regression: this start never ended.
    ['DATA_DIR', '/proc/queenbook/data'],
  ])('%s=%s stops the start with one line that names it', async (name, value) => {
    const output = await refusal({ [name]: value });
    expect(output).toMatch(new RegExp(`^Queenbook cannot start: .*${name}`));
    expect(output.split('\n')).toHaveLength(1);
  });

  test('DATABASE_URL without SESSION_SECRET stops the start', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://127.0.0.1/x' })).toMatch(/SESSION_SECRET is required/);
  });
});

test('an unreachable or missing database stops the start', async () => {
  expect(
    await refusal({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x', SESSION_SECRET: 'a secret for the tests only' }),
  ).toMatch(/^Queenbook cannot start: the database of DATABASE_URL cannot be reached \(ECONNREFUSED/);
});

test('a second process on the same data folder is rejected, and a dead one does not block it', async () => {
  const DATA_DIR = await newFolder();
  const first = startProcess({ DATA_DIR });
  await first.url;
  const why = `DATA_DIR ${DATA_DIR} is in use by process ${first.child.pid}: only one process at a time can use the embedded database`;
  expect(await refusal({ DATA_DIR })).toBe(
    `Queenbook: ${why}; waiting 5 s for it to end\nQueenbook cannot start: ${why}`,
  );
  await first.end('SIGKILL');
  const third = startProcess({ DATA_DIR });
  await third.url;
  expect(await third.end('SIGTERM')).toBe(0);
  // Process ids are reused: another process with the id of the holder is not the holder.
  await writeFile(join(DATA_DIR, 'lock'), `${process.pid} 1`);
  const fourth = startProcess({ DATA_DIR });
  await fourth.url;
  expect(await readFile(join(DATA_DIR, 'lock'), 'utf8')).toMatch(new RegExp(`^\\d{10} ${fourth.child.pid} `));
  await fourth.end('SIGTERM');
});

test('a port in use stops the start', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => occupant.once('listening', resolve));
  const { port } = occupant.address() as { port: number };
  expect(await refusal({ PORT: String(port) })).toMatch(new RegExp(`PORT ${port} .* is in use`));
  occupant.close();
});
