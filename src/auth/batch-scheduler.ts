import { AsyncResource } from 'node:async_hooks';

/**
 * Decides when a DataLoader sends its batch: at the end of a turn of the event loop. If too many batches are in flight,
 * the batch waits until one of them ends, or for the maximum wait. Under load, one statement serves several requests.
 */
export class BatchScheduler {
  private inFlight = 0;
  private waiting: { send: () => void; timer: NodeJS.Timeout } | undefined;

  /**
   * @param maxInFlight two by default, so that the database works on one batch while this process handles the result of
   * another
   * @param maxWaitMs maximum time by which a slow statement delays the next batch
   */
  constructor(
    private readonly maxInFlight = 2,
    private readonly maxWaitMs = 25,
  ) {}

  /** The DataLoader's `batchScheduleFn`. */
  readonly schedule = (send: () => void): void => {
    if (this.inFlight < this.maxInFlight) this.start(send);
    // The call is bound to the waiting request, so that traces attribute the batch to that request.
    else this.waiting = { send: AsyncResource.bind(send), timer: setTimeout(this.startWaiting, this.maxWaitMs) };
  };

  /** Runs a batch that `schedule` has started. */
  async run<Result>(batch: () => Promise<Result>): Promise<Result> {
    try {
      return await batch();
    } finally {
      this.inFlight -= 1;
      this.startWaiting();
    }
  }

  private start(send: () => void): void {
    this.inFlight += 1;
    setImmediate(send);
  }

  private readonly startWaiting = (): void => {
    if (!this.waiting) return;
    const { send, timer } = this.waiting;
    this.waiting = undefined;
    clearTimeout(timer);
    this.start(send);
  };
}
