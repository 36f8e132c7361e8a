import { fileURLToPath } from 'node:url';
import { ConcurrencyQueue } from '../../../core/concurrency-queue.js';
import { RequestThread } from '../request-thread.js';
import type { FromThread, ToThread } from './messages.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

export type Thread = RequestThread<ToThread, FromThread>;

/** Runs the work with a new thread, which ends afterwards. */
export async function withThread<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result> {
  const thread: Thread = new RequestThread(WORKER);
  try {
    return await work(thread);
  } finally {
    await thread.end();
  }
}

export async function requestKind<Kind extends FromThread['kind']>(thread: Thread, question: ToThread, kind: Kind) {
  const answer = await thread.request(question);
  if (answer.kind !== kind) throw new Error(`Unexpected message from the inbreeding thread: "${answer.kind}"`);
  return answer as Extract<FromThread, { kind: Kind }>;
}

/** One thread at a time, so that other work keeps its processor cores. */
const threads = new ConcurrencyQueue({ total: 1 });

/**
 * Runs one request in a thread.
 * @param accountId accounts take turns
 */
export const runInThread = <Kind extends FromThread['kind']>(accountId: string, question: ToThread, kind: Kind) =>
  threads.run(accountId, () => withThread((thread) => requestKind(thread, question, kind)));
