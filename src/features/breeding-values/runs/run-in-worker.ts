import { fileURLToPath } from 'node:url';
import { AskingThread } from '../asking-thread.js';
import { COMPUTING } from './computing.js';
import type { FromWorker, RunResult, RunSettings, ToWorker, ValueColumns } from './messages.js';
import type { QueenRecord, TestRecord } from './population.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

/** What a run cannot be made of; the message says why. */
export class RefusedRun extends Error {}

/**
 * A run in a thread of its own, so that no request waits for it. First it is handed the population, then it computes,
 * then its values are taken out, a few thousand at a time.
 */
export class RunInWorker {
  private readonly thread: AskingThread<ToWorker, FromWorker>;
  private share = 0;

  constructor() {
    this.thread = new AskingThread(WORKER, (message) => {
      if (message.kind !== 'progress') return false;
      this.share = COMPUTING * message.fraction;
      return true;
    });
  }

  /** The share that is done, 0 to 1. */
  get done(): number {
    return this.share;
  }

  queens = (rows: QueenRecord[]): Promise<void> => this.hand({ kind: 'queens', rows });
  tests = (rows: TestRecord[]): Promise<void> => this.hand({ kind: 'tests', rows });

  /** @throws {RefusedRun} */
  async compute(settings: RunSettings): Promise<RunResult> {
    const message = await this.thread.ask({ kind: 'compute', settings });
    if (message.kind === 'refused') throw new RefusedRun(message.message);
    if (message.kind !== 'result') throw new Error(`The thread of a run said "${message.kind}".`);
    return message.result;
  }

  /** The values, until there are no more. */
  async *values(): AsyncGenerator<ValueColumns> {
    for (;;) {
      const message = await this.thread.ask({ kind: 'more' });
      if (message.kind !== 'values') return;
      yield message.columns;
      this.share = COMPUTING + (1 - COMPUTING) * message.done;
    }
  }

  /** @param reason what is thrown to whoever waits for the run, or asks more of it */
  async end(reason?: Error): Promise<void> {
    await this.thread.end(reason);
  }

  private async hand(message: ToWorker): Promise<void> {
    await this.thread.ask(message);
  }
}
