import { fileURLToPath } from 'node:url';
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

/** Has one work done after the other: however many ask, the process has its cores for other work too. */
export function turns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

const inTurn = turns();

/** Has one question answered off the main thread. */
export const inThread = <Kind extends FromThread['kind']>(question: ToThread, kind: Kind) =>
  inTurn(() => withThread((thread) => ask(thread, question, kind)));
