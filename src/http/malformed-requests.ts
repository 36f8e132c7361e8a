import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../core/errors.js';

const PROBLEM_TYPE = 'application/problem+json';

/** Sends problem+json for requests that Node's parser rejects, because Node's own responses have no body. */
export function answerMalformedRequests(server: Server): void {
  server.on('checkExpectation', (_, response) =>
    sendRawProblem(response, badRequest('The only supported value of the Expect header is 100-continue.', 417)),
  );
  const ending = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse }) => {
    const response = socket._httpMessage;
    if (!socket.writable) socket.destroy(error);
    else if (response?.req.complete) {
      // Ignores the malformed bytes after a complete request. The response to the complete request is still sent, as
      // the last response of the connection.
      if (ending.has(socket)) return;
      ending.add(socket);
      response.once('close', () => socket.destroy());
      if (!response.headersSent) response.setHeader('Connection', 'close');
    } else if (response?.headersSent) {
      // Sends no response, because the client would read a second response as a part of the first one.
      socket.destroy(error);
    } else socket.end(rawResponse(problemOf(error)), () => socket.destroy());
  });
}

/**
 * Rejects a request that does not have exactly one Host header (RFC 9112, 3.2). A request of HTTP/1.0 may have none. If
 * there are several Host headers, Node uses the first one, but a proxy may have routed the request by another Host
 * header.
 * @returns whether the request was rejected
 */
export function rejectInvalidHost({ rawHeaders, httpVersion }: IncomingMessage, response: ServerResponse): boolean {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count === 1 || (count === 0 && httpVersion !== '1.1')) return false;
  const fault =
    count === 0 ? 'An HTTP/1.1 request must have a Host header.' : 'A request must have only one Host header.';
  sendRawProblem(response, badRequest(fault));
  return true;
}

const badRequest = (detail: string, status = 400): ServiceError =>
  new ServiceError('validation_failed', detail, { status });

function problemOf({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return badRequest('The request took too long to arrive.', 408);
  if (code === 'HPE_HEADER_OVERFLOW') return badRequest('The headers exceed 16 KiB.', 431);
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return badRequest('The chunk extensions are too large.', 413);
  return badRequest('Malformed HTTP request.');
}

function sendRawProblem(response: ServerResponse, problem: ServiceError): void {
  response.writeHead(problem.status, {
    'Content-Type': PROBLEM_TYPE,
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(JSON.stringify(problem.toProblem()));
}

function rawResponse(problem: ServiceError): string {
  const body = JSON.stringify(problem.toProblem());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
