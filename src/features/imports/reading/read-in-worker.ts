import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ResourceLimits } from 'node:worker_threads';
import { UnreadableFile } from './draft.js';
import type { Batch, ReadOptions, TableHead } from './draft.js';
import { unpack } from './messages.js';
import type { FromWorker, ToWorker } from './messages.js';
import { SpareWorker } from './spare-worker.js';

/** Memory limits for one file in MiB. The largest part is the shared strings of a workbook, see `LIMITS`. */
const MEMORY_LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

function startWorker(resourceLimits: ResourceLimits): Worker {
  const worker = new Worker(WORKER, { resourceLimits, execArgv: [] });
  // A thread that fails while it is not in use must not end the process.
  return worker.on('error', () => undefined);
}

const spare = new SpareWorker(() => startWorker(MEMORY_LIMITS));

/** Receives the parts of a file. Reading continues when the promise is fulfilled. */
export interface ReadHandlers {
  head(head: TableHead): Promise<void>;
  batch(batch: Batch): Promise<void>;
}

/**
 * Reads a file in its own thread with bounded memory, so that parsing never delays other requests.
 * @throws {UnreadableFile} also if the thread fails; errors of handlers are passed on, and end the thread
 */
export async function readInWorker(
  path: string,
  options: ReadOptions,
  handlers: ReadHandlers,
  memory?: ResourceLimits,
): Promise<void> {
  const worker = memory ? startWorker(memory) : spare.take();
  const send = (message: ToWorker) => worker.postMessage(message);
  let handling = Promise.resolve();
  let onMessage = (_: FromWorker) => {};
  let onEnd = (_?: unknown) => {};
  let isReusable = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const handle = async (message: FromWorker) => {
        switch (message.kind) {
          case 'head':
            await handlers.head(message.head);
            return send('continue');
          case 'batch':
            await handlers.batch(unpack(message.batch));
            return send('continue');
          case 'unreadable':
            return reject(
              Object.assign(new UnreadableFile(message.message, message.path, message.code, message.details), {
                unmapped: message.unmapped,
              }),
            );
          case 'end':
            return resolve();
        }
      };
      onMessage = (message) => (handling = handle(message).catch(reject));
      onEnd = (error) => reject(workerFailure(error instanceof Error ? error : undefined));
      worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
      send({ path, options });
    });
    isReusable = memory === undefined;
  } finally {
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
    if (isReusable) spare.keep(worker);
    else await worker.terminate();
    // No handler may still be running after this function returns or throws.
    await handling;
  }
}

function workerFailure(cause: unknown): UnreadableFile {
  const memory = (cause as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const error = memory
    ? new UnreadableFile(
        'Reading the file takes too much memory; save it as .csv, or in parts.',
        'file',
        'payload_too_large',
      )
    : UnreadableFile.of('damaged', 'The file could not be read to its end; it is damaged or of an unknown kind.');
  error.cause = cause;
  return error;
}
