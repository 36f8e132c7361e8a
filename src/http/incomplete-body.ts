import type { IncomingMessage } from 'node:http';

/**
 * Calls the handler if the connection closes before the body is read, or is already closed. A complete body in the
 * buffers of a closed connection is lost, too.
 */
export function onIncompleteBody(request: IncomingMessage, handler: () => void): void {
  const check = () => request.readableEnded || handler();
  if (request.destroyed) check();
  else request.once('close', check);
}
