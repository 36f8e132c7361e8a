import { ConcurrencyQueue, QueueTimeout } from '../../core/concurrency-queue.js';
import { unavailable, type ServiceError } from '../../core/errors.js';

/** Maximum time that a write waits for other writes of its account, such as an import. */
const WRITE_WAIT_MS = 20_000;

/** Only one write of each account waits for the lock in the database, because a waiting write holds a connection. */
const queue = new ConcurrencyQueue({ perKey: 1 });

/**
 * Runs the writes of an account one after the other within this process.
 * @param work receives the time in milliseconds for which it may wait for the lock in the database
 * @throws {ServiceError} `unavailable` if earlier writes take too long
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
  return unavailable('Another write of this account, such as an import, is in progress. Try again later.', 10);
}
