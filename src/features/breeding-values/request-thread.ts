import { Worker } from 'node:worker_threads';

/** A worker thread that sends one response to each request, possibly after notifications. */
export class RequestThread<Request, Response> {
  private readonly worker: Worker;
  private waiting: { resolve: (response: Response) => void; reject: (error: Error) => void } | undefined;
  private failure: Error | undefined;

  /** @param onNotification handles a notification and returns true; returns false for a response */
  constructor(script: string, onNotification: (message: Response) => boolean = () => false) {
    this.worker = new Worker(script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 2048 } });
    this.worker.on('message', (message: Response) => onNotification(message) || this.waiting?.resolve(message));
    this.worker.on('error', (error: Error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('The thread has ended.')));
  }

  /** Sends a request. Only one request may be pending. */
  request(request: Request): Promise<Response> {
    if (this.failure) return Promise.reject(this.failure);
    const response = new Promise<Response>((resolve, reject) => (this.waiting = { resolve, reject }));
    this.worker.postMessage(request);
    return response;
  }

  /** @param reason error of the pending request and of later requests */
  async end(reason?: Error): Promise<void> {
    if (reason) this.fail(reason);
    await this.worker.terminate();
  }

  private fail(reason: Error): void {
    this.failure ??= reason;
    this.waiting?.reject(this.failure);
  }
}
