import { expect, test } from '@jest/globals';
import DataLoader from 'dataloader';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { BatchScheduler } from '../../src/auth/batch-scheduler.js';

/**
 * This wait is longer than any test. With the default of 25 ms, a pause of the process would end the wait, and the
 * scheduler would send a batch that the test does not expect.
 */
const NEVER_MS = 3_600_000;

/** Creates a loader. The test decides when each batch of the loader succeeds or fails. */
function scheduled(maxWaitMs = NEVER_MS) {
  const scheduler = new BatchScheduler(2, maxWaitMs);
  const batches: { keys: readonly number[]; succeed: () => void; fail: (error: Error) => void }[] = [];
  const runBatch = (keys: readonly number[]) =>
    new Promise<number[]>((resolve, fail) => batches.push({ keys, succeed: () => resolve([...keys]), fail }));
  const loader = new DataLoader<number, number>((keys) => scheduler.run(() => runBatch(keys)), {
    cache: false,
    batchScheduleFn: scheduler.schedule,
  });
  return { batches, load: (key: number) => loader.load(key) };
}

const nextTurn = () => new Promise(setImmediate);

test('the scheduler sends all keys of one turn of the event loop in one batch, without delay', async () => {
  const { batches, load } = scheduled();
  const found = Promise.all([load(1), load(2)]);
  await nextTurn();
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2]]);
  batches[0]!.succeed();
  expect(await found).toEqual([1, 2]);
});

test('the scheduler collects keys while two batches are in flight, and sends the keys when a batch ends', async () => {
  const { batches, load } = scheduled();
  const first = load(1);
  await nextTurn();
  const second = load(2);
  await nextTurn();
  const others = [load(3)];
  await nextTurn();
  others.push(load(4));
  await nextTurn();
  expect(batches.map(({ keys }) => keys)).toEqual([[1], [2]]);
  batches[0]!.fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await nextTurn();
  expect(batches.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4]]);
  batches[1]!.succeed();
  batches[2]!.succeed();
  expect(await Promise.all([second, ...others])).toEqual([2, 3, 4]);
  // No batch is in flight, so the scheduler sends the next batch at once.
  const last = load(5);
  await nextTurn();
  expect(batches).toHaveLength(4);
  batches[3]!.succeed();
  expect(await last).toBe(5);
});

test('the scheduler runs a waiting batch in the async context of the request that needs the batch', async () => {
  const caller = new AsyncLocalStorage<string>();
  const scheduler = new BatchScheduler(1, NEVER_MS);
  const callers: unknown[] = [];
  const loader = new DataLoader<number, number>(
    (keys) =>
      scheduler.run(async () => {
        callers.push(caller.getStore());
        await setTimeout(2);
        return keys;
      }),
    { cache: false, batchScheduleFn: scheduler.schedule },
  );
  const first = caller.run('Anna', () => loader.load(1));
  await nextTurn();
  await Promise.all([first, caller.run('Berta', () => loader.load(2))]);
  expect(callers).toEqual(['Anna', 'Berta']);
});

test('the scheduler sends a waiting batch after a timeout if no batch in flight ends', async () => {
  const { batches, load } = scheduled(1);
  for (const key of [1, 2, 3]) {
    void load(key);
    await nextTurn();
  }
  while (batches.length < 3) await setTimeout(5);
  expect(batches[2]!.keys).toEqual([3]);
});
