import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { UnreadableFile } from './draft.js';
import { pack } from './messages.js';
import type { FromWorker, WorkerInput } from './messages.js';
import { openTable } from './read-table.js';

/** Reads one file in a thread. The next batch is read while the main thread processes one. */
const port = parentPort as MessagePort;
const { path, options } = workerData as WorkerInput;

let onAnswer = () => {};
let continued: Promise<void> = Promise.resolve();
port.on('message', () => onAnswer());

/**
 * Sends a message without waiting. The answer is awaited before the next message; there is none if a handler failed.
 */
function send(message: FromWorker): void {
  continued = new Promise((resolve) => (onAnswer = resolve));
  port.postMessage(message);
}

try {
  const table = await openTable(path, options);
  send({ kind: 'head', head: table.head });
  for await (const batch of table.batches()) {
    const packed = pack(batch);
    await continued;
    send({ kind: 'batch', batch: packed });
  }
  await continued;
  await table.close();
  send({ kind: 'end' });
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  await continued;
  const { message, path: at, code, details, unmapped } = error;
  send({ kind: 'unreadable', message, path: at, code, details, unmapped });
}
port.close();
