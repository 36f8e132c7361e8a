import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Longer than proxies and clients keep a connection that nobody uses (60 s is usual): the side that asks is to close it,
 * else a request now and then meets a connection that is being closed, and fails.
 */
const KEEP_ALIVE = 75_000;

/** A server that does not listen yet. */
export function httpServer(answer: RequestListener): Server {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE });
  const underway = new Map<Socket, Set<ServerResponse>>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    underway.set(socket, new Set());
    socket.once('close', () => underway.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const answers = underway.get(socket);
    answers?.add(response);
    response.once('close', () => {
      answers?.delete(response);
      if (closing && answers?.size === 0) socket.destroySoon();
    });
    if (closing) response.setHeader('Connection', 'close');
    answer(request, response);
  });
  // `close` calls it. Node's own takes an answer for given once it was handed over, and cuts what a client still reads.
  server.closeIdleConnections = () => {
    closing = true;
    for (const [socket, answers] of underway) {
      if (answers.size === 0) socket.destroySoon();
      for (const response of answers) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  };
  return server;
}

/**
 * Takes no more connections, and answers what is in flight; connections that only wait are closed at once.
 * @param grace milliseconds, after which the rest is cut
 */
export async function stopServer(server: Server, grace: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearTimeout(timer);
}
