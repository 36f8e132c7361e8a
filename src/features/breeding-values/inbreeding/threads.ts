import { fileURLToPath } from 'node:url';
import { ConcurrencyQueue } from '../../../core/concurrency-queue.js';
import { RequestThread } from '../request-thread.js';
import type { FromThread, ToThread } from './messages.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

export type Thread = RequestThread<ToThread, FromThread>;

export async function withThread<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result> {
  const thread: Thread = new RequestThread(WORKER);
  try {
    return await work(thread);
  } finally {
    await thread.end();
  }
}

export async function requestKind<Kind extends FromThread['kind']>(thread: Thread, request: ToThread, kind: Kind) {
  const response = await thread.request(request);
  if (response.kind !== kind) throw new Error(`Unexpected message from the inbreeding thread: "${response.kind}"`);
  return response as Extract<FromThread, { kind: Kind }>;
}

/** Only one thread runs at a time, so that processor cores remain for other work. */
const threads = new ConcurrencyQueue({ total: 1 });

/**
 * Runs one request in a thread.
 * @param accountId queue key; requests of several accounts alternate
 */
export const runInThread = <Kind extends FromThread['kind']>(accountId: string, request: ToThread, kind: Kind) =>
  threads.run(accountId, () => withThread((thread) => requestKind(thread, request, kind)));
