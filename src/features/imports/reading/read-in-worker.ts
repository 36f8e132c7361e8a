import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ResourceLimits } from 'node:worker_threads';
import { UnreadableFile } from './draft.js';
import type { Batch, ReadOptions, TableHead } from './draft.js';
import type { FromWorker, ToWorker } from './messages.js';
import { SpareWorker } from './spare-worker.js';

/** Memory limits for one file in MiB. The largest part is the shared strings of a workbook, see `LIMITS`. */
const MEMORY_LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

function startWorker(resourceLimits: ResourceLimits): Worker {
  const worker = new Worker(WORKER, { resourceLimits, execArgv: [] });
  // An idle thread that fails must not end the process.
  return worker.on('error', () => undefined);
}

const spare = new SpareWorker(() => startWorker(MEMORY_LIMITS));

/** Receives the parts of a file. The next part is received when the returned promise is fulfilled. */
export interface ReadHandlers {
  head(head: TableHead): Promise<void>;
  batch(batch: Batch): Promise<void>;
}

/**
 * Reads a file in its own thread with bounded memory, so that parsing never delays other requests.
 * @throws {UnreadableFile} if the file is unreadable or the thread fails. An error of a handler ends the thread and is
 * thrown unchanged
 */
export async function readInWorker(
  path: string,
  options: ReadOptions,
  handlers: ReadHandlers,
  memory?: ResourceLimits,
): Promise<void> {
  const worker = memory ? startWorker(memory) : spare.acquire();
  const send = (message: ToWorker) => worker.postMessage(message);
  let isReusable = false;
  try {
    send({ path, options });
    for await (const message of messagesOf(worker)) {
      switch (message.kind) {
        case 'head':
          await handlers.head(message.head);
          send('continue');
          break;
        case 'batch':
          await handlers.batch(message.batch);
          send('continue');
          break;
        case 'unreadable':
          throw Object.assign(new UnreadableFile(message.message, message.path, message.code, message.details), {
            unmapped: message.unmapped,
          });
        case 'end':
          isReusable = memory === undefined;
          return;
      }
    }
  } finally {
    if (isReusable) spare.release(worker);
    else await worker.terminate();
  }
}

/** @throws {UnreadableFile} if the thread fails or ends */
async function* messagesOf(worker: Worker): AsyncGenerator<FromWorker, void> {
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] })) yield message as FromWorker;
  } catch (error) {
    throw workerFailure(error);
  }
  throw workerFailure(undefined);
}

function workerFailure(cause: unknown): UnreadableFile {
  const memory = (cause as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const error = memory
    ? new UnreadableFile(
        'Reading the file takes too much memory; save it as .csv, or split it into several files.',
        'file',
        'payload_too_large',
      )
    : UnreadableFile.of('damaged', 'The file could not be read to its end; it is damaged or of an unknown kind.');
  error.cause = cause;
  return error;
}
