import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rejectInvalidHost, answerMalformedRequests } from './malformed-requests.js';

/**
 * The keep-alive time is longer than the usual keep-alive time of proxies and clients (60 s), so that the client closes
 * idle connections. Otherwise, a request could fail because it arrives on a connection that the server is closing.
 */
const KEEP_ALIVE_MS = 75_000;

/** Timeouts for receiving requests and sending responses. */
export const TIMEOUTS_MS = {
  /** Time to receive the headers of a request. */
  headers: 20_000,
  /** Time to receive a whole request; enough for 200 MiB at 6 Mbit/s. */
  request: 300_000,
  /** Time after which the connection of a client that stops reading a response is closed. */
  reader: 60_000,
};

/**
 * Maximum number of listeners of a response. Streams and middleware add listeners. By default, Node warns of a leak
 * above ten.
 */
const MAX_LISTENERS = 30;

/** Maximum number of unfinished requests on a connection. All except the first wait (pipelining). */
const MAX_PIPELINED_REQUESTS = 100;

interface ServerOptions {
  /** Maximum number of connections; unlimited if absent. Further connections are closed. */
  connections?: number;
  timeouts?: typeof TIMEOUTS_MS;
}

/** Creates a server without starting to listen. */
export function httpServer(
  answer: RequestListener,
  { connections, timeouts = TIMEOUTS_MS }: ServerOptions = {},
): Server {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: Math.min(10_000, timeouts.headers / 2),
    requireHostHeader: false,
  });
  answerMalformedRequests(server);
  if (connections !== undefined) server.maxConnections = connections;
  // Without this setting, a full worker passes connections on to other workers, endlessly if all workers are full.
  Object.assign(server, { dropMaxConnection: true });
  /** Unfinished responses by connection, in the order in which they are sent. */
  const openResponses = new Map<Socket, ServerResponse[]>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    openResponses.set(socket, []);
    socket.once('close', () => openResponses.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const answers = openResponses.get(socket) ?? [];
    const before = answers.at(-1);
    answers.push(response);
    response.setMaxListeners(MAX_LISTENERS);
    response.once('close', () => {
      answers.splice(answers.indexOf(response), 1);
      if (closing && answers.length === 0) socket.destroySoon();
    });
    if (closing) response.setHeader('Connection', 'close');
    closeWhenStalled(socket, response, timeouts.reader);
    if (answers.length > MAX_PIPELINED_REQUESTS) return socket.destroy();
    afterPrevious(before, response, () => {
      if (!rejectInvalidHost(request, response)) answer(request, response);
    });
  });
  // `close` calls this function. Node's implementation cuts off clients that still read a response, because it
  // considers a response finished as soon as the service has written it.
  const closeIdleConnections = () => {
    closing = true;
    for (const [socket, answers] of openResponses) {
      if (answers.length === 0) socket.destroySoon();
      for (const response of answers) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  };
  Object.assign(server, { closeIdleConnections });
  return server;
}

/**
 * Handles the pipelined requests of a connection one at a time. Otherwise, responses would fill the memory if a client
 * sends many requests without reading the responses.
 * @param before the previous response on the connection
 */
function afterPrevious(before: ServerResponse | undefined, response: ServerResponse, answer: () => void): void {
  if (before === undefined || before.closed) return answer();
  before.once('close', () => {
    // Without a socket, the connection is already closed, and the response will emit no `close` event.
    if (response.socket) answer();
  });
}

/**
 * Closes the connection if the client stops reading a response, which would otherwise stay in memory. Node resets the
 * timeout for the next request. Without waiting data, the service or the upload is slow, not the reader.
 */
function closeWhenStalled(socket: Socket, response: ServerResponse, timeoutMs: number): void {
  socket.setTimeout(timeoutMs);
  response.on('timeout', () => {
    if (response.writableLength > 0) socket.destroy();
    else socket.setTimeout(timeoutMs);
  });
}

/**
 * Stops accepting connections, closes idle connections, and waits for requests in flight.
 * @param graceMs time until remaining connections are closed
 */
export async function stopServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
