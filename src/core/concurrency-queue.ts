interface Limits {
  /** Maximum number of tasks that run at once. */
  total?: number;
  /** Maximum number of tasks of one key that run at once. */
  perKey?: number;
}

type Release = () => void;

/** A task waited in a concurrency queue for longer than its timeout. */
export class QueueTimeout extends Error {}

/**
 * Limits how many tasks run at once. Keys take turns: a key with many tasks delays each task of another key by only one
 * task. Tasks of one key start in the order in which they arrive.
 */
export class ConcurrencyQueue {
  private readonly total: number;
  private readonly perKey: number;
  private running = 0;
  private readonly runningByKey = new Map<string, number>();
  /** Waiting tasks by key, in the order of turns. Each key has at least one waiting task. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor({ total = Infinity, perKey = Infinity }: Limits) {
    this.total = total;
    this.perKey = perKey;
  }

  /**
   * Waits until a task of the key may run.
   * @returns a function that the caller must call when the task ends; further calls do nothing
   * @throws {QueueTimeout} after `timeoutMs`
   */
  acquire(key = '', timeoutMs?: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve(this.release(key));
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.leave(key, start, reject), timeoutMs);
      const tasks = this.waiting.get(key);
      if (tasks) tasks.push(start);
      else this.waiting.set(key, [start]);
      this.startNext();
    });
  }

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(key);
    try {
      return await task();
    } finally {
      release();
    }
  }

  private startNext(): void {
    if (this.running >= this.total) return;
    for (const [key, tasks] of this.waiting) {
      const ofKey = this.runningByKey.get(key) ?? 0;
      const start = ofKey < this.perKey ? tasks.shift() : undefined;
      if (!start) continue;
      // Re-inserting the key moves it behind all other keys.
      this.waiting.delete(key);
      if (tasks.length > 0) this.waiting.set(key, tasks);
      this.running += 1;
      this.runningByKey.set(key, ofKey + 1);
      start();
      if (this.running >= this.total) return;
    }
  }

  private release(key: string): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.running -= 1;
      const ofKey = (this.runningByKey.get(key) ?? 0) - 1;
      if (ofKey > 0) this.runningByKey.set(key, ofKey);
      else this.runningByKey.delete(key);
      this.startNext();
    };
  }

  private leave(key: string, start: () => void, reject: (error: QueueTimeout) => void): void {
    const tasks = this.waiting.get(key) ?? [];
    tasks.splice(tasks.indexOf(start), 1);
    if (tasks.length === 0) this.waiting.delete(key);
    reject(new QueueTimeout());
  }
}
