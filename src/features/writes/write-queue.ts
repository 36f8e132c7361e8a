import { ConcurrencyQueue, QueueTimeout } from '../../core/concurrency-queue.js';
import { ServiceError } from '../../core/errors.js';

/** How long a write waits for other writes of its account, such as an import. */
const WRITE_WAIT_MS = 20_000;

/** A write that waits for its account's lock in the database holds a connection: of each account one waits there, the others here. */
const queue = new ConcurrencyQueue({ perKey: 1 });

/**
 * Runs the writes of an account one after the other within this process.
 * @param work receives how many milliseconds it may still wait for the lock in the database
 * @throws {ServiceError} `unavailable` where the writes before it take too long
 */
export async function queueWrite<Result>(
  accountId: string,
  work: (waitMs: number) => Promise<Result>,
): Promise<Result> {
  const arrived = performance.now();
  const release = await queue.acquire(accountId, WRITE_WAIT_MS).catch((error: unknown) => {
    throw error instanceof QueueTimeout ? accountIsBusy() : error;
  });
  try {
    return await work(Math.max(1, Math.round(WRITE_WAIT_MS - (performance.now() - arrived))));
  } finally {
    release();
  }
}

export function accountIsBusy(): ServiceError {
  return new ServiceError('unavailable', 'Another write of this account, such as an import, is going on; try again.', {
    headers: { 'Retry-After': '10' },
  });
}
