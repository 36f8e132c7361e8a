import { fileURLToPath } from 'node:url';
import { RequestThread } from '../request-thread.js';
import { COMPUTATION_SHARE } from './computation-share.js';
import type { FromWorker, RunResult, RunSettings, ToWorker, TraitReport } from './messages.js';
import type { QueenRecord, TestRecord } from './population.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Error of a run that cannot be computed from its data. The message states the reason. */
export class RefusedRun extends Error {
  constructor(
    message: string,
    /** Reports of the traits, if none of them can be evaluated. */
    readonly traits?: Record<string, TraitReport>,
  ) {
    super(message);
  }
}

/**
 * Runs a computation in a thread. The caller first sends the population, then calls `compute`, then reads the values.
 */
export class RunInWorker {
  private readonly thread: RequestThread<ToWorker, FromWorker>;
  private share = 0;

  constructor() {
    this.thread = new RequestThread(WORKER, (message) => {
      if (message.kind !== 'progress') return false;
      this.share = COMPUTATION_SHARE * message.fraction;
      return true;
    });
  }

  /** Completed fraction, 0 to 1. */
  get done(): number {
    return this.share;
  }

  queens = (rows: QueenRecord[]): Promise<void> => this.send({ kind: 'queens', rows });
  tests = (rows: TestRecord[]): Promise<void> => this.send({ kind: 'tests', rows });

  /** @throws {RefusedRun} */
  async compute(settings: RunSettings): Promise<RunResult> {
    const message = await this.thread.request({ kind: 'compute', settings });
    if (message.kind === 'refused') throw new RefusedRun(message.message, message.traits);
    if (message.kind !== 'result') throw new Error(`Unexpected message from the thread of a run: "${message.kind}"`);
    return message.result;
  }

  /** Yields the values in batches: an array literal for each of `VALUE_COLUMNS`. */
  async *values(): AsyncGenerator<string[]> {
    for (;;) {
      const message = await this.thread.request({ kind: 'more' });
      if (message.kind !== 'values') return;
      yield message.columns;
      this.share = COMPUTATION_SHARE + (1 - COMPUTATION_SHARE) * message.done;
    }
  }

  /** @param reason error for pending and later requests */
  async end(reason?: Error): Promise<void> {
    await this.thread.end(reason);
  }

  private async send(message: ToWorker): Promise<void> {
    await this.thread.request(message);
  }
}
