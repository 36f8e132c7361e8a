import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FromWorker, RunResult, RunSettings, ToWorker, ValueRows } from './messages.js';
import type { QueenRecord, TestRecord } from './population.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

/** What a run cannot be made of; the message says why. */
export class RefusedRun extends Error {}

/**
 * A run in a thread of its own, so that no request waits for it. First it is handed the population, then it computes,
 * then its values are taken out, a few thousand at a time.
 */
export class RunInWorker {
  private readonly worker = new Worker(WORKER, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 2048 } });
  private answer: { resolve: (message: FromWorker) => void; reject: (error: Error) => void } | undefined;
  private broken: Error | undefined;

  /** @param progress is told the share that is done, 0 to 1 */
  constructor(progress: (fraction: number) => void) {
    this.worker.on('message', (message: FromWorker) => {
      if (message.kind === 'progress') progress(message.fraction);
      else this.answer?.resolve(message);
    });
    const fail = (error: Error) => {
      this.broken ??= error;
      this.answer?.reject(this.broken);
    };
    this.worker.on('error', fail);
    this.worker.on('exit', () => fail(new Error('The thread of a run has ended.')));
  }

  queens = (rows: QueenRecord[]): Promise<void> => this.hand({ kind: 'queens', rows });
  tests = (rows: TestRecord[]): Promise<void> => this.hand({ kind: 'tests', rows });

  /** @throws {RefusedRun} */
  async compute(settings: RunSettings): Promise<RunResult> {
    const message = await this.ask({ kind: 'compute', settings });
    if (message.kind === 'refused') throw new RefusedRun(message.message);
    if (message.kind !== 'result') throw new Error(`The thread of a run said "${message.kind}".`);
    return message.result;
  }

  /** The values, until there are no more. */
  async *values(): AsyncGenerator<ValueRows> {
    for (;;) {
      const message = await this.ask({ kind: 'more' });
      if (message.kind !== 'values') return;
      yield message.rows;
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private async hand(message: ToWorker): Promise<void> {
    await this.ask(message);
  }

  private ask(message: ToWorker): Promise<FromWorker> {
    if (this.broken) return Promise.reject(this.broken);
    const answer = new Promise<FromWorker>((resolve, reject) => (this.answer = { resolve, reject }));
    this.worker.postMessage(message);
    return answer;
  }
}
