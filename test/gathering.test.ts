import { expect, test } from '@jest/globals';
import DataLoader from 'dataloader';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { Gathering } from '../src/gathering.js';

/** Asks whatever is asked together, and answers when it is told to. */
function gathered() {
  const gathering = new Gathering();
  const asked: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = (keys: readonly number[]) =>
    new Promise<number[]>((resolve, fail) => asked.push({ keys, answer: () => resolve([...keys]), fail }));
  const loader = new DataLoader<number, number>((keys) => gathering.during(() => ask(keys)), {
    cache: false,
    batchScheduleFn: gathering.schedule,
  });
  return { asked, load: (key: number) => loader.load(key) };
}

const turn = () => new Promise(setImmediate);

test('who is alone waits for nobody, and who comes in the same turn is asked for together', async () => {
  const { asked, load } = gathered();
  const found = Promise.all([load(1), load(2)]);
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([[1, 2]]);
  asked[0]!.answer();
  expect(await found).toEqual([1, 2]);
});

test('who comes while two are under way shares what is asked when one of them is answered, or has failed', async () => {
  const { asked, load } = gathered();
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
  // Nothing is under way any more: the next one is alone again.
  const last = load(5);
  await turn();
  expect(asked).toHaveLength(4);
  asked[3]!.answer();
  expect(await last).toBe(5);
});

test('who waited is asked for as themselves, not as whoever was answered before', async () => {
  const who = new AsyncLocalStorage<string>();
  const gathering = new Gathering(1);
  const askedAs: unknown[] = [];
  const loader = new DataLoader<number, number>(
    (keys) =>
      gathering.during(async () => {
        askedAs.push(who.getStore());
        await setTimeout(2);
        return keys;
      }),
    { cache: false, batchScheduleFn: gathering.schedule },
  );
  const first = who.run('Anna', () => loader.load(1));
  await turn();
  await Promise.all([first, who.run('Berta', () => loader.load(2))]);
  expect(askedAs).toEqual(['Anna', 'Berta']);
});

test('nobody waits long for others who are not answered', async () => {
  const { asked, load } = gathered();
  for (const key of [1, 2, 3]) {
    void load(key);
    await turn();
  }
  while (asked.length < 3) await setTimeout(5);
  expect(asked[2]!.keys).toEqual([3]);
});
