import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ConcurrencyQueue, QueueTimeout } from '../../src/core/concurrency-queue.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('concurrency queue', () => {
  test('respects both limits, is never idle while a task can run, and starts the tasks of a key in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ total: fc.integer({ min: 1, max: 4 }), perKey: fc.integer({ min: 1, max: 3 }) }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        async (limits, keys, choices) => {
          const queue = new ConcurrencyQueue(limits);
          const running: { key: string; task: number; release: () => void }[] = [];
          const waiting = keys.map((key, task) => ({ key, task }));
          for (const { key, task } of waiting)
            void queue.acquire(key).then((release) => {
              waiting.splice(
                waiting.findIndex((each) => each.task === task),
                1,
              );
              running.push({ key, task, release });
            });
          const started: Record<string, number[]> = { a: [], b: [], c: [] };
          const seen = new Set<number>();
          while (seen.size < keys.length || running.length > 0) {
            await nextTurn();
            for (const { key, task } of running) if (!seen.has(task)) started[key]!.push(task);
            for (const { task } of running) seen.add(task);
            const count = (key: string) => running.filter((each) => each.key === key).length;
            expect(running.length).toBeLessThanOrEqual(limits.total);
            for (const key of ['a', 'b', 'c']) expect(count(key)).toBeLessThanOrEqual(limits.perKey);
            const mayRun = waiting.some(({ key }) => count(key) < limits.perKey);
            expect(mayRun && running.length < limits.total).toBe(false);
            const [done] = running.splice(choices.next().value % running.length, 1);
            done?.release();
            done?.release();
          }
          for (const tasks of Object.values(started)) expect(tasks).toEqual([...tasks].sort((a, b) => a - b));
        },
      ),
    );
  });

  test('alternates between keys', async () => {
    const queue = new ConcurrencyQueue({ total: 1 });
    const order: string[] = [];
    const run = (key: string) => queue.run(key, async () => void order.push(key));
    await Promise.all([...'aaaaabb'].map(run));
    expect(order).toEqual([...'aababaa']);
  });

  test('returns the result or error of a task, and continues after both', async () => {
    const queue = new ConcurrencyQueue({ total: 1 });
    await expect(queue.run('', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(queue.run('', async () => 7)).resolves.toBe(7);
  });

  test('rejects a task after its timeout, and continues without this task', async () => {
    const queue = new ConcurrencyQueue({ perKey: 1 });
    const release = await queue.acquire('a');
    const late = queue.acquire('a', 1);
    const waiting = queue.acquire('a');
    await expect(late).rejects.toThrow(QueueTimeout);
    const other = await queue.acquire('b', 1);
    release();
    (await waiting)();
    other();
  });
});
