import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
let path: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-hosts-'));
  path = join(folder, 'lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/**
 * Returns the lock file of a process on another host. The operating-system lock of that process is not visible here.
 */
const ofAnotherHost = (beats: number) =>
  `${String(beats).padStart(10, '0')} 7 elsewhere 5f0c954e-0000-4000-8000-000000000000 0b8c3f2a-0000-4000-8000-000000000000`;

/**
 * Starts a process that locks the folder, sends a message, and then waits for messages.
 * @param then code that runs for each message, and can use the `lock`
 */
async function startHolder(then = '') {
  const script = join(folder, 'take.mjs');
  await writeFile(
    script,
    `import { lockDataDir } from ${JSON.stringify(new URL('../../../../dist/src/db/embedded/data-dir/lock.js', import.meta.url).href)};
    try {
      const lock = await lockDataDir(${JSON.stringify(folder)});
      process.send('locked');
      process.on('message', () => { ${then} });
    } catch (error) {
      process.send(error.message);
      process.disconnect();
    }`,
  );
  const child = fork(script, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  children.push(child);
  let output = '';
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const response = once(child, 'message').then(([message]) => message as string);
  const exit = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  return { child, response, exit, output: () => output };
}

describe('the lock of a data folder', () => {
  test('is respected while its holder on another host is alive', async () => {
    let beats = 5;
    writeFileSync(path, ofAnotherHost(beats));
    const timer = setInterval(() => writeFileSync(path, ofAnotherHost(++beats)), 1000);
    try {
      const { response, output } = await startHolder();
      expect(await response).toBe(
        `DATA_DIR ${folder} is in use by process 7 on elsewhere: only one process at a time can use the embedded database`,
      );
      expect(output()).toMatch(
        /^Queenbook: DATA_DIR \S+ was in use by process 7 on elsewhere; waiting 10 s for a heartbeat/,
      );
      expect(readFileSync(path, 'utf8')).toBe(ofAnotherHost(beats));
    } finally {
      clearInterval(timer);
    }
  });

  test('is replaced if its holder on another host is dead', async () => {
    writeFileSync(path, ofAnotherHost(5));
    const { response } = await startHolder();
    expect(await response).toBe('locked');
    expect(readFileSync(path, 'utf8')).not.toContain('elsewhere');
  });

  test('can be acquired immediately after another host has released it', async () => {
    writeFileSync(path, ofAnotherHost(5));
    const { response, output } = await startHolder();
    const isWaiting = () => output().includes('waiting');
    while (!isWaiting()) await new Promise(setImmediate);
    await rm(path);
    expect(await response).toBe('locked');
    expect((await readdir(folder)).sort()).toEqual(['lock', 'take.mjs']);
  });

  test('has heartbeats, even during a long statement', async () => {
    const { child, response } = await startHolder('for (;;);');
    await response;
    child.send('continue');
    const first = await readFile(path, 'utf8');
    while ((await readFile(path, 'utf8')).slice(0, 10) === first.slice(0, 10));
    expect((await readFile(path, 'utf8')).slice(10)).toBe(first.slice(10));
  });
});

describe('a process that has lost its lock to another host', () => {
  test('ends and reports the reason', async () => {
    const { response, exit, output } = await startHolder();
    await response;
    writeFileSync(path, ofAnotherHost(0));
    expect(await exit).toEqual([1, null]);
    expect(output()).toMatch(new RegExp(`^Queenbook stops at once: another process took DATA_DIR ${folder}`));
    // A late heartbeat may change only the counter.
    expect((await readFile(path, 'utf8')).slice(10)).toBe(ofAnotherHost(0).slice(10));
  });

  test('ends if its lock file was removed, for example together with the data folder', async () => {
    const { response, exit, output } = await startHolder();
    await response;
    await rm(path);
    expect(await exit).toEqual([1, null]);
    expect(output()).toMatch(
      new RegExp(`^Queenbook stops at once: another process took DATA_DIR ${folder} or removed`),
    );
    expect(await readdir(folder)).toEqual(['take.mjs']);
  });

  test('ends even during a long statement', async () => {
    const { child, response, exit, output } = await startHolder('for (;;);');
    await response;
    child.send('continue');
    writeFileSync(path, ofAnotherHost(0));
    expect(await exit).toEqual([null, 'SIGKILL']);
    expect(output()).toContain('Queenbook stops at once');
  });

  test('writes nothing more, and does not release the lock of the other host', async () => {
    const { child, response, exit, output } = await startHolder(
      `lock.check(); process.stderr.write('continued'); void lock.release();`,
    );
    await response;
    await rm(path);
    writeFileSync(path, ofAnotherHost(0));
    child.send('continue');
    expect(await exit).toEqual([1, null]);
    expect(output()).not.toContain('continued');
    expect(await readFile(path, 'utf8')).toBe(ofAnotherHost(0));
  });
});
