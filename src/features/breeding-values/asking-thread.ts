import { Worker } from 'node:worker_threads';

/** A thread that answers each message by one, and may tell something besides meanwhile. */
export class AskingThread<Question, Answer> {
  private readonly worker: Worker;
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  private broken: Error | undefined;

  /** @param besides takes what is no answer, and says so by true */
  constructor(script: string, besides: (message: Answer) => boolean = () => false) {
    this.worker = new Worker(script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 2048 } });
    this.worker.on('message', (message: Answer) => besides(message) || this.waiting?.resolve(message));
    this.worker.on('error', (error: Error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('The thread has ended.')));
  }

  /** One at a time. */
  ask(question: Question): Promise<Answer> {
    if (this.broken) return Promise.reject(this.broken);
    const answer = new Promise<Answer>((resolve, reject) => (this.waiting = { resolve, reject }));
    this.worker.postMessage(question);
    return answer;
  }

  /** @param reason what is thrown to whoever waits for an answer, or asks for another */
  async end(reason?: Error): Promise<void> {
    if (reason) this.fail(reason);
    await this.worker.terminate();
  }

  private fail(reason: Error): void {
    this.broken ??= reason;
    this.waiting?.reject(this.broken);
  }
}
