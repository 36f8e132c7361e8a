import type { IncomingMessage } from 'node:http';

/** Clients read the response only after they have sent the body. Beyond this size, the connection is closed instead. */
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
