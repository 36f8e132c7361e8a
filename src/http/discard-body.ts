import type { IncomingMessage } from 'node:http';

/** The most that is read of a rejected body, so that the client reads the response; then the connection is closed. */
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
