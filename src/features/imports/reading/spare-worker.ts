import type { Worker } from 'node:worker_threads';

/** How long an unused thread is kept. Its memory is then released. */
const MAX_IDLE_MS = 10_000;

/** Keeps one finished thread for the next use: starting a thread and loading its modules takes longer than a small file. */
export class SpareWorker {
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly start: () => Worker) {}

  take(): Worker {
    const worker = this.worker ?? this.startWatched();
    this.worker = undefined;
    clearTimeout(this.timer);
    worker.ref();
    return worker;
  }

  /** Keeps a thread that waits for work, instead of an older one. It does not keep the process running. */
  keep(worker: Worker): void {
    this.end();
    this.worker = worker;
    worker.unref();
    this.timer = setTimeout(() => this.end(), MAX_IDLE_MS).unref();
  }

  private startWatched(): Worker {
    const worker = this.start();
    return worker.on('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
  }

  private end(): void {
    clearTimeout(this.timer);
    void this.worker?.terminate();
    this.worker = undefined;
  }
}
