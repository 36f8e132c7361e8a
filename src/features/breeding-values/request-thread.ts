import { Worker } from 'node:worker_threads';

/** A worker thread that answers each request with one message. It may send notifications in between. */
export class RequestThread<Question, Answer> {
  private readonly worker: Worker;
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  private failure: Error | undefined;

  /** @param onNotification handles a notification and returns true; returns false for an answer */
  constructor(script: string, onNotification: (message: Answer) => boolean = () => false) {
    this.worker = new Worker(script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 2048 } });
    this.worker.on('message', (message: Answer) => onNotification(message) || this.waiting?.resolve(message));
    this.worker.on('error', (error: Error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('The thread has ended.')));
  }

  /** Sends a request. Only one request may be pending. */
  request(question: Question): Promise<Answer> {
    if (this.failure) return Promise.reject(this.failure);
    const answer = new Promise<Answer>((resolve, reject) => (this.waiting = { resolve, reject }));
    this.worker.postMessage(question);
    return answer;
  }

  /** @param reason error for the pending request and for later requests */
  async end(reason?: Error): Promise<void> {
    if (reason) this.fail(reason);
    await this.worker.terminate();
  }

  private fail(reason: Error): void {
    this.failure ??= reason;
    this.waiting?.reject(this.failure);
  }
}
