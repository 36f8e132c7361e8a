import { expect, test } from '@jest/globals';
import DataLoader from 'dataloader';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { BatchScheduler } from '../../src/auth/batch-scheduler.js';

/** A loader whose batches the test resolves. */
function scheduled() {
  const scheduler = new BatchScheduler();
  const asked: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = (keys: readonly number[]) =>
    new Promise<number[]>((resolve, fail) => asked.push({ keys, answer: () => resolve([...keys]), fail }));
  const loader = new DataLoader<number, number>((keys) => scheduler.run(() => ask(keys)), {
    cache: false,
    batchScheduleFn: scheduler.schedule,
  });
  return { asked, load: (key: number) => loader.load(key) };
}

const turn = () => new Promise(setImmediate);

test('sends the keys of one turn as one batch, at once', async () => {
  const { asked, load } = scheduled();
  const found = Promise.all([load(1), load(2)]);
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([[1, 2]]);
  asked[0]!.answer();
  expect(await found).toEqual([1, 2]);
});

test('collects keys while two batches are in flight, and sends them when one succeeds or fails', async () => {
  const { asked, load } = scheduled();
  const first = load(1);
  await turn();
  const second = load(2);
  await turn();
  const others = [load(3)];
  await turn();
  others.push(load(4));
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([[1], [2]]);
  asked[0]!.fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4]]);
  asked[1]!.answer();
  asked[2]!.answer();
  expect(await Promise.all([second, ...others])).toEqual([2, 3, 4]);
  // Nothing is in flight: the next batch is sent at once.
  const last = load(5);
  await turn();
  expect(asked).toHaveLength(4);
  asked[3]!.answer();
  expect(await last).toBe(5);
});

test('runs a waiting batch in the async context of its own request', async () => {
  const who = new AsyncLocalStorage<string>();
  const scheduler = new BatchScheduler(1);
  const askedAs: unknown[] = [];
  const loader = new DataLoader<number, number>(
    (keys) =>
      scheduler.run(async () => {
        askedAs.push(who.getStore());
        await setTimeout(2);
        return keys;
      }),
    { cache: false, batchScheduleFn: scheduler.schedule },
  );
  const first = who.run('Anna', () => loader.load(1));
  await turn();
  await Promise.all([first, who.run('Berta', () => loader.load(2))]);
  expect(askedAs).toEqual(['Anna', 'Berta']);
});

test('sends a waiting batch after a timeout if none in flight is answered', async () => {
  const { asked, load } = scheduled();
  for (const key of [1, 2, 3]) {
    void load(key);
    await turn();
  }
  while (asked.length < 3) await setTimeout(5);
  expect(asked[2]!.keys).toEqual([3]);
});
