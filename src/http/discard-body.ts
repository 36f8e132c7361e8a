import type { IncomingMessage } from 'node:http';

/** What is thrown away of a body that is refused, so that its sender comes to read the answer; then the line is cut. */
const MOST = 64 * 1024 * 1024;

/** Lets the rest of a body flow away unread. */
export function discardBody(request: IncomingMessage): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST) request.destroy();
  });
  request.resume();
}
