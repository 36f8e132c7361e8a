import { fileURLToPath } from 'node:url';
import { ConcurrencyQueue } from '../../../core/concurrency-queue.js';
import { AskingThread } from '../asking-thread.js';
import type { FromThread, ToThread } from './messages.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

export type Thread = AskingThread<ToThread, FromThread>;

/** Works in a thread of its own, which ends with the work. */
export async function withThread<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result> {
  const thread: Thread = new AskingThread(WORKER);
  try {
    return await work(thread);
  } finally {
    await thread.end();
  }
}

export async function ask<Kind extends FromThread['kind']>(thread: Thread, question: ToThread, kind: Kind) {
  const answer = await thread.ask(question);
  if (answer.kind !== kind) throw new Error(`The thread of inbreeding said "${answer.kind}".`);
  return answer as Extract<FromThread, { kind: Kind }>;
}

/** One thread at a time: the process keeps its cores for other work. */
const threads = new ConcurrencyQueue({ total: 1 });

/** Answers one question off the main thread. @param accountId accounts take turns */
export const inThread = <Kind extends FromThread['kind']>(accountId: string, question: ToThread, kind: Kind) =>
  threads.run(accountId, () => withThread((thread) => ask(thread, question, kind)));
