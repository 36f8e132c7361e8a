import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ResourceLimits } from 'node:worker_threads';
import { UnreadableFile } from './draft.js';
import type { Batch, ReadOptions, TableHead } from './draft.js';
import { unpack } from './messages.js';
import type { FromWorker, WorkerInput } from './messages.js';

/** What one file may cost in memory, in MiB. The largest part are the shared strings of a workbook, see `LIMITS`. */
const MEMORY: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

/** What is done with a file as it is read; reading goes on when the promise is fulfilled. */
export interface ReadHandlers {
  head(head: TableHead): Promise<void>;
  batch(batch: Batch): Promise<void>;
}

/**
 * Reads a file in a thread of its own, with bounded memory: parsing never holds up other requests.
 * Rejects with `UnreadableFile` where the file is at fault (also one that the thread breaks down over),
 * and with the handler's own error where a handler rejects; then the thread is ended.
 */
export async function readInWorker(
  path: string,
  options: ReadOptions,
  handlers: ReadHandlers,
  memory: ResourceLimits = MEMORY,
): Promise<void> {
  const workerData: WorkerInput = { path, options };
  const worker = new Worker(WORKER, { workerData, resourceLimits: memory, execArgv: [] });
  let handling = Promise.resolve();
  try {
    await new Promise<void>((resolve, reject) => {
      const handle = async (message: FromWorker) => {
        switch (message.kind) {
          case 'head':
            await handlers.head(message.head);
            return worker.postMessage('go on');
          case 'batch':
            await handlers.batch(unpack(message.batch));
            return worker.postMessage('go on');
          case 'unreadable':
            return reject(
              Object.assign(new UnreadableFile(message.message, message.path, message.code), {
                unmapped: message.unmapped,
              }),
            );
          case 'end':
            return resolve();
        }
      };
      worker.on('message', (message: FromWorker) => {
        handling = handle(message).catch(reject);
      });
      worker.on('error', (error) => reject(brokenDown(error)));
      worker.on('exit', () => reject(brokenDown(undefined)));
    });
  } finally {
    await worker.terminate();
    // Nobody's handler may still be at work when the file is done with, however that came about.
    await handling;
  }
}

function brokenDown(cause: unknown): UnreadableFile {
  const memory = (cause as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const error = memory
    ? new UnreadableFile(
        'Reading the file takes too much memory; save it as .csv, or in parts.',
        'file',
        'payload_too_large',
      )
    : new UnreadableFile('The file could not be read to its end; it is damaged or of a kind that is not known here.');
  error.cause = cause;
  return error;
}
