import type { Worker } from 'node:worker_threads';

/** An idle thread ends after this time, to release its memory. */
const MAX_IDLE_MS = 10_000;

/**
 * Keeps one idle thread, which has read its file, for the next file. Starting a thread and loading its modules takes
 * longer than reading a small file.
 */
export class SpareWorker {
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly start: () => Worker) {}

  acquire(): Worker {
    const worker = this.worker ?? this.startWatched();
    this.worker = undefined;
    clearTimeout(this.timer);
    worker.ref();
    return worker;
  }

  /**
   * Stores an idle thread for the next file, and ends the thread that was stored before. The stored thread does not
   * prevent the end of the process.
   */
  release(worker: Worker): void {
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
