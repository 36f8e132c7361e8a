import { AsyncResource } from 'node:async_hooks';

/** Milliseconds after which what was gathered waits for no statement any more: one may hang on a line of its own. */
const PATIENCE = 25;

/**
 * When what was gathered is asked for: at the end of a turn of the event loop, but not while so many statements for others
 * are under way. So whoever is alone waits for nobody, and under load a statement asks for several at once.
 */
export class Gathering {
  private underway = 0;
  private waiting: { ask: () => void; timer: NodeJS.Timeout } | undefined;

  /** @param most two: while one is answered, the next is worked on */
  constructor(private readonly most = 2) {}

  /** For a DataLoader: called with what asks for all who come before it is called. */
  readonly schedule = (ask: () => void): void => {
    if (this.underway < this.most) this.begin(ask);
    // It is asked for those who wait, with their trace and their limits, and not for whoever was answered before.
    else this.waiting = { ask: AsyncResource.bind(ask), timer: setTimeout(this.goOn, PATIENCE) };
  };

  async during<Result>(asked: () => Promise<Result>): Promise<Result> {
    try {
      return await asked();
    } finally {
      this.underway -= 1;
      this.goOn();
    }
  }

  private begin(ask: () => void): void {
    this.underway += 1;
    setImmediate(ask);
  }

  private readonly goOn = (): void => {
    if (!this.waiting) return;
    const { ask, timer } = this.waiting;
    this.waiting = undefined;
    clearTimeout(timer);
    this.begin(ask);
  };
}
