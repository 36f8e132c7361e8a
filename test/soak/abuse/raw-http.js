// Sends raw HTTP over a socket, for requests that no client would send.
import { connect } from 'node:net';

/**
 * Opens a connection that stores only the first bytes of the response. `closed` is true after the end of the
 * connection.
 */
export function open(url, { reads = true } = {}) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const line = { socket, text: '', closed: false, at: performance.now(), received: 0 };
  socket.on('error', () => {});
  socket.on('close', () => {
    line.closed = true;
    line.after = performance.now() - line.at;
  });
  const store = (chunk) => {
    line.received += chunk.length;
    if (line.text.length < 4096) line.text += chunk.toString('latin1');
  };
  if (reads) socket.on('data', store);
  else socket.pause();
  return Object.assign(line, { store });
}

/** Returns the status of the response, or 0 if there is no response. */
export const statusOf = ({ text }) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);

/** Sends all data and waits for the end of the connection, for at most `timeoutMs` milliseconds. */
export async function sendRaw(url, bytes, timeoutMs = 10_000) {
  const line = open(url);
  line.socket.end(bytes);
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    line.socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  line.socket.destroy();
  const [head = '', text = ''] = line.text.split('\r\n\r\n');
  return { status: statusOf(line), type: /content-type: ([^\r]+)/i.exec(head)?.[1], text };
}
