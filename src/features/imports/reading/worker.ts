import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { UnreadableFile } from './draft.js';
import type { ReadOptions } from './draft.js';
import type { FromWorker, ToWorker } from './messages.js';
import { openTable } from './read-table.js';

/** Reads one file after another in a thread. The next batch is read while the main thread processes one. */
const port = parentPort as MessagePort;

let onContinue = () => {};
let continued: Promise<void> = Promise.resolve();
port.on('message', (message: ToWorker) => {
  if (message === 'continue') onContinue();
  else void read(message.path, message.options);
});

/**
 * Sends a message without waiting. `continued` resolves when the main thread sends `continue`. If a handler fails,
 * `continued` never resolves, because the main thread then ends this thread.
 */
function send(message: FromWorker): void {
  continued = new Promise((resolve) => (onContinue = resolve));
  port.postMessage(message);
}

async function read(path: string, options: ReadOptions): Promise<void> {
  try {
    const table = await openTable(path, options);
    send({ kind: 'head', head: table.head });
    for await (const batch of table.batches()) {
      await continued;
      send({ kind: 'batch', batch });
    }
    await continued;
    await table.close();
    port.postMessage({ kind: 'end' } satisfies FromWorker);
  } catch (error) {
    // The error ends the thread.
    if (!(error instanceof UnreadableFile)) throw error;
    await continued;
    const { message, path: at, code, details, unmapped } = error;
    send({ kind: 'unreadable', message, path: at, code, details, unmapped });
  }
}
