import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rejectInvalidHost, answerMalformedRequests } from './malformed-requests.js';

/**
 * Longer than proxies and clients keep a connection that nobody uses (60 s is usual): the side that asks is to close it,
 * else a request now and then meets a connection that is being closed, and fails.
 */
const KEEP_ALIVE = 75_000;

/** Milliseconds for what a client sends, and for what it takes in. */
export const TIMEOUTS_MS = {
  /** Until the headers of a request are there. */
  headers: 20_000,
  /** Until all of it is there; a file of 200 MiB comes at 6 Mbit/s in that time. */
  request: 300_000,
  /** That an answer may stand still on its way, since its reader takes nothing in; then the line is cut. */
  reader: 60_000,
};

/** Of an answer: those who note its end, and each stream that it goes through; Node suspects a leak of more than ten. */
const LISTENERS = 30;

/** Requests that may wait on a connection for the answers before theirs. */
const MOST_WAITING = 100;

interface ServerOptions {
  /** Connections that it takes; more are closed at once. No limit if absent. */
  connections?: number;
  timeouts?: typeof TIMEOUTS_MS;
}

/** A server that does not listen yet. */
export function httpServer(
  answer: RequestListener,
  { connections, timeouts: patience = TIMEOUTS_MS }: ServerOptions = {},
): Server {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: Math.min(10_000, patience.headers / 2),
    requireHostHeader: false,
  });
  answerMalformedRequests(server);
  if (connections !== undefined) server.maxConnections = connections;
  // Else a worker that is full hands them on, in a circle where all are.
  Object.assign(server, { dropMaxConnection: true });
  /** In the order in which they go out. */
  const underway = new Map<Socket, ServerResponse[]>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    underway.set(socket, []);
    socket.once('close', () => underway.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const answers = underway.get(socket) ?? [];
    const before = answers.at(-1);
    answers.push(response);
    response.setMaxListeners(LISTENERS);
    response.once('close', () => {
      answers.splice(answers.indexOf(response), 1);
      if (closing && answers.length === 0) socket.destroySoon();
    });
    if (closing) response.setHeader('Connection', 'close');
    cutWhereNobodyReads(socket, response, patience.reader);
    if (answers.length > MOST_WAITING) return socket.destroy();
    inTurn(before, response, () => {
      if (!rejectInvalidHost(request, response)) answer(request, response);
    });
  });
  // `close` calls it. Node's own takes an answer for given once it was handed over, and cuts what a client still reads.
  const closeIdleConnections = () => {
    closing = true;
    for (const [socket, answers] of underway) {
      if (answers.length === 0) socket.destroySoon();
      for (const response of answers) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  };
  Object.assign(server, { closeIdleConnections });
  return server;
}

/**
 * Answers the requests of a connection one after the other, as their answers go out: who sends many at once, and takes
 * none of the answers in, would have all of them made and kept in memory.
 * @param before the answer that is to go out before this one
 */
function inTurn(before: ServerResponse | undefined, response: ServerResponse, answer: () => void): void {
  if (before === undefined || before.closed) return answer();
  before.once('close', () => {
    // Its turn has come where it has got the socket. Else that is gone, and nobody would hear of the end of it.
    if (!response.socket) return;
    // The patience with the reader of the answer before.
    response.socket.setTimeout(0);
    answer();
  });
}

/**
 * From its first byte on an answer must move: a reader that takes nothing in would keep it in memory for ever. How long
 * the answer takes to be made is another matter. (Node sets the time anew for what comes next on the connection.)
 */
function cutWhereNobodyReads(socket: Socket, response: ServerResponse, patience: number): void {
  const { writeHead } = response;
  const watched = (...args: unknown[]) => {
    socket.setTimeout(patience);
    return Reflect.apply(writeHead, response, args) as typeof response;
  };
  response.writeHead = watched;
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
