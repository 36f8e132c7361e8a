import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { UnreadableFile } from './draft.js';
import { pack } from './messages.js';
import type { FromWorker, WorkerInput } from './messages.js';
import { openTable } from './read-table.js';

/** Reads one file beside the main thread. While a batch is dealt with there the next is read here, and no more than that. */
const port = parentPort as MessagePort;
const { path, options } = workerData as WorkerInput;

let answered = () => {};
let goOn: Promise<void> = Promise.resolve();
port.on('message', () => answered());

/** Sends, and returns at once; the answer is awaited before the next message. No answer comes where a handler rejected. */
function send(message: FromWorker): void {
  goOn = new Promise((resolve) => (answered = resolve));
  port.postMessage(message);
}

try {
  const table = await openTable(path, options);
  send({ kind: 'head', head: table.head });
  for await (const batch of table.batches()) {
    const packed = pack(batch);
    await goOn;
    send({ kind: 'batch', batch: packed });
  }
  await goOn;
  await table.close();
  send({ kind: 'end' });
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  await goOn;
  const { message, path: at, code, unmapped } = error;
  send({ kind: 'unreadable', message, path: at, code, unmapped });
}
port.close();
