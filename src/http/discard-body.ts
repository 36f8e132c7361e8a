import type { IncomingMessage } from 'node:http';

/**
 * Maximum size of the rest of a body. Many clients read the response only after they have sent the whole body, so the
 * rest is read and discarded. If the rest is larger, the connection is closed.
 */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** Reads and discards the rest of a body. */
export function discardBody(request: IncomingMessage): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_DISCARDED_BYTES) request.destroy();
  });
  request.resume();
}
