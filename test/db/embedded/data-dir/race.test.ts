import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostName, kernelName, lockText } from '../../../../src/db/embedded/data-dir/lock-file.js';
import { CONTAINER } from '../../../support/process.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const PROCESSES = 4;
const ROUNDS = Array.from({ length: 60 }, (_, round) => String(round));

/** Returns the lock file of a process of this kernel that has ended without releasing the lock. */
const abandoned = (pid: number) => lockText(5, { pid, host: hostName(), kernel: kernelName(), id: randomUUID() });

const HEAD = `
  import { rmSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  import { lockDataDir } from ${JSON.stringify(new URL('../../../../dist/src/db/embedded/data-dir/lock.js', import.meta.url).href)};
`;

/** Script that tries to lock each folder at the same moment as the other processes, and does not release the locks. */
const TAKE = `${HEAD}
  process.on('message', async ({ folder, rounds, start }) => {
    const results = [];
    for (const [index, round] of rounds.entries()) {
      const moment = start + 50 * index;
      // A sleep does not end at exactly the same time in all processes. Therefore it ends early, and a busy loop
      // follows.
      await setTimeout(Math.max(0, moment - Date.now() - 5));
      while (Date.now() < moment);
      try {
        await lockDataDir(join(folder, round), 0);
        results.push('locked');
      } catch (error) {
        results.push(error.message);
      }
    }
    process.send({ pid: process.pid, results });
  });
  process.send('ready');`;

/** Script that locks and releases a folder repeatedly. */
const TAKE_TURNS = `${HEAD}
  process.on('message', async ({ folder, turns }) => {
    const inside = join(folder, 'inside');
    let failures = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const lock = await lockDataDir(folder, 60_000);
      try {
        writeFileSync(inside, '', { flag: 'wx' });
        await new Promise(setImmediate);
        rmSync(inside);
      } catch {
        failures += 1;
      }
      await lock.release();
    }
    process.send(failures);
  });
  process.send('ready');`;

/**
 * Runs a script in several processes at the same time.
 * @param launcher a command that runs each process, such as a container
 * @returns their messages
 */
async function runTogether<TestResponse>(
  code: string,
  launcher: string[],
  message: () => object,
): Promise<TestResponse[]> {
  const script = join(folder, 'script.mjs');
  await writeFile(script, code);
  const [execPath = '', ...execArgv] = [...launcher, process.execPath];
  const children: ChildProcess[] = [];
  try {
    for (let count = 0; count < PROCESSES; count += 1) {
      children.push(fork(script, { execPath, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }));
    }
    const nextMessages = () => Promise.all(children.map(async (child) => (await once(child, 'message'))[0] as unknown));
    await nextMessages();
    const messages = nextMessages();
    const sent = message();
    for (const child of children) child.send(sent);
    return (await messages) as TestResponse[];
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

describe.each<[string, string[]]>([
  ['processes outside of containers', []],
  ['processes in containers', CONTAINER],
])('several %s', (_, launcher) => {
  // Regression: in most rounds, two processes held the lock. Cause: a new lock file is empty for a moment, so other
  // processes took the lock for abandoned. Each of them then removed the lock file, even if another process had created
  // a new lock file in the meantime.
  test.each<[string, string | undefined]>([
    ['without a lock file', undefined],
    ['with the lock of a process that has ended', abandoned(4194303)],
    ['with the lock of a process that has ended, with a process id that is in use again', abandoned(process.pid)],
    ['with the empty lock file of a process that died before its write', ''],
  ])('try to lock a data folder at the same time, and exactly one of them succeeds: %s', async (_, content) => {
    for (const round of ROUNDS) {
      await mkdir(join(folder, round));
      if (content !== undefined) await writeFile(join(folder, round, 'lock'), content);
    }
    const outcomes = await runTogether<{ pid: number; results: string[] }>(TAKE, launcher, () => ({
      folder,
      rounds: ROUNDS,
      start: Date.now() + 50,
    }));
    for (const round of ROUNDS.keys()) {
      const holders = outcomes.filter(({ results }) => results[round] === 'locked');
      expect(holders).toHaveLength(1);
      for (const { results } of outcomes.filter((each) => !holders.includes(each))) {
        expect(results[round]).toMatch(/ is in use by process \d+: only one process at a time can use/);
      }
      const place = join(folder, String(round));
      expect(await readdir(place)).toEqual(['lock']);
      expect(await readFile(join(place, 'lock'), 'utf8')).toMatch(
        new RegExp(`^\\d{10} ${holders[0]!.pid} \\S+ \\S+ [\\da-f-]{36}$`),
      );
    }
  });

  test('lock a folder one after the other: only one holds the lock at a time, and no lock file remains', async () => {
    const place = join(folder, 'data');
    expect(await runTogether(TAKE_TURNS, launcher, () => ({ folder: place, turns: 15 }))).toEqual(
      Array(PROCESSES).fill(0),
    );
    expect(await readdir(place)).toEqual([]);
  });
});
