import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../core/errors.js';

const TYPE = 'application/problem+json';

/** Has what Node refuses before the service hears of it refused in the one shape of errors; Node says it without a body. */
export function answerMalformedRequests(server: Server): void {
  server.on('checkExpectation', (_, response) => refuse(response, bad('The service meets no such Expect.', 417)));
  const ending = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse }) => {
    const underway = socket._httpMessage;
    if (!socket.writable) socket.destroy(error);
    else if (underway?.req.complete) {
      // What came behind a whole request is nothing; the request is answered all the same, and is the last.
      if (ending.has(socket)) return;
      ending.add(socket);
      underway.once('close', () => socket.destroy());
      if (!underway.headersSent) underway.setHeader('Connection', 'close');
    } else if (underway?.headersSent) {
      // Another answer would be taken for a part of it.
      socket.destroy(error);
    } else socket.end(written(problemOf(error)), () => socket.destroy());
  });
}

/**
 * Refuses a request without exactly one Host header (RFC 9112, 3.2); HTTP/1.0 may go without. Node merges the lines, and
 * takes the first of several, while a proxy may have routed by another.
 * @returns whether it refused
 */
export function rejectInvalidHost({ rawHeaders, httpVersion }: IncomingMessage, response: ServerResponse): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') count += 1;
  if (count === 1 || (count === 0 && httpVersion !== '1.1')) return false;
  const fault = count === 0 ? 'A request of HTTP/1.1 must have a Host header.' : 'A request has one Host header only.';
  refuse(response, bad(fault));
  return true;
}

const bad = (detail: string, status = 400): ServiceError => new ServiceError('validation_failed', detail, { status });

function problemOf({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return bad('The request took too long to arrive.', 408);
  if (code === 'HPE_HEADER_OVERFLOW') return bad('The headers are too large, at most 16 KiB of them are read.', 431);
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return bad('The extensions of the chunks are too large.', 413);
  return bad('What came cannot be read as a request of HTTP.');
}

function refuse(response: ServerResponse, problem: ServiceError): void {
  response.writeHead(problem.status, { 'Content-Type': TYPE, 'Cache-Control': 'no-store', Connection: 'close' });
  response.end(JSON.stringify(problem.toProblem()));
}

function written(problem: ServiceError): string {
  const body = JSON.stringify(problem.toProblem());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
