import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const PROCESSES = 4;
const ROUNDS = Array.from({ length: 60 }, (_, round) => String(round));

/** Tries each of the folders at the same moment as the others do, and lives on, with what it took. */
const TAKE = `
  import { join } from 'node:path';
  import { lockDataDir } from ${JSON.stringify(new URL('../dist/src/data-dir-lock.js', import.meta.url).href)};
  process.on('message', ({ folder, rounds, start }) => {
    const said = rounds.map((round, index) => {
      while (Date.now() < start + 10 * index);
      try {
        lockDataDir(join(folder, round));
        return 'taken';
      } catch (error) {
        return error.message;
      }
    });
    process.send(said);
  });
  process.send('ready');`;

/** @returns for each of the folders the processes that took it, and what the others were told */
async function race(): Promise<{ takers: number[]; told: string[] }[]> {
  const script = join(folder, 'take.mjs');
  await writeFile(script, TAKE);
  const children: ChildProcess[] = [];
  try {
    for (let count = 0; count < PROCESSES; count += 1) children.push(fork(script));
    const hear = () => Promise.all(children.map(async (child) => (await once(child, 'message'))[0] as unknown));
    await hear();
    const heard = hear();
    for (const child of children) child.send({ folder, rounds: ROUNDS, start: Date.now() + 50 });
    const said = (await heard) as string[][];
    return ROUNDS.map((_, index) => ({
      takers: children.filter((_, child) => said[child]![index] === 'taken').map(({ pid }) => pid!),
      told: said.map((each) => each[index]!).filter((each) => each !== 'taken'),
    }));
  } finally {
    for (const child of children) child.kill();
  }
}

// Once, two had it in most rounds: a lock is empty for a moment, and a lock left behind was removed by each who saw it.
test.each<[string, string | undefined]>([
  ['without a lock', undefined],
  ['with the lock of a process that is no more', '4194303 77'],
  ['with a lock of the time before the machine was started, whose process id is in use', `${process.pid} 1`],
  ['with a lock that a process died writing', ''],
])('of several processes that take one data folder at the same time, one gets it: %s', async (_, left) => {
  for (const round of ROUNDS) {
    await mkdir(join(folder, round));
    if (left !== undefined) await writeFile(join(folder, round, 'lock'), left);
  }
  for (const [round, { takers, told }] of (await race()).entries()) {
    expect(takers).toHaveLength(1);
    for (const message of told) expect(message).toMatch(/ is in use by process \d+: the embedded database takes one/);
    const place = join(folder, String(round));
    expect(await readdir(place)).toEqual(['lock']);
    expect(await readFile(join(place, 'lock'), 'utf8')).toMatch(new RegExp(`^${takers[0]} \\d+$`));
  }
});
