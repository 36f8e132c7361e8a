import { once } from 'node:events';
import { sendRaw, open, statusOf } from './raw-http.js';

const MIB = 1024 * 1024;
const LARGE = Buffer.alloc(MIB, 0x61);

/**
 * Writes at most `megabytes` MiB, until the connection ends. Returns the number of written MiB and the status of the
 * response, or 0 without a response.
 */
async function writeUntilRefused(url, head, megabytes, { chunked = false } = {}) {
  const line = open(url);
  line.socket.setMaxListeners(0);
  line.socket.write(head);
  let sent = 0;
  for (; sent < megabytes && !line.closed && line.socket.writable; sent += 1) {
    const size = chunked ? Buffer.from(`${LARGE.length.toString(16)}\r\n`) : Buffer.alloc(0);
    const end = chunked ? Buffer.from('\r\n') : Buffer.alloc(0);
    if (line.socket.write(Buffer.concat([size, LARGE, end]))) continue;
    await Promise.race([once(line.socket, 'drain'), once(line.socket, 'close')]).catch(() => undefined);
  }
  const until = performance.now() + 10_000;
  while (statusOf(line) === 0 && !line.closed && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  line.socket.destroy();
  return { status: statusOf(line), sent };
}

/** Sends bodies above the limit, with and without Content-Length, to public and to protected paths. */
export const largeBodies = {
  name: 'oversized bodies',
  async run({ url, program, short, check }) {
    const bearer = `Authorization: ${program.headers.Authorization}\r\n`;
    const megabytes = short ? 4 : 400;
    const statuses = [];
    for (const [path, type, key] of [
      ['/api/v1/session', 'application/json', ''],
      ['/api/v1/accounts', 'application/json', ''],
      ['/graphql', 'application/json', bearer],
      ['/api/v1/queens/bulk', 'application/json', bearer],
      ['/api/v1/imports', 'multipart/form-data; boundary=b', bearer],
      ['/api/v1/imports', 'multipart/form-data; boundary=b', ''],
      ['/nowhere', 'application/json', ''],
    ]) {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${key}`;
      const part = type.startsWith('multipart')
        ? '--b\r\nContent-Disposition: form-data; name="file"; filename="q.csv"\r\n\r\n'
        : '';
      const declared = await writeUntilRefused(
        url,
        `${head}Content-Length: ${megabytes * MIB}\r\n\r\n${part}`,
        megabytes,
      );
      const chunk = part && `${part.length.toString(16)}\r\n${part}\r\n`;
      const chunked = await writeUntilRefused(url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`, megabytes, {
        chunked: true,
      });
      for (const { status } of [declared, chunked]) {
        // If the service closes a connection during a write, the response can be lost.
        check(
          [0, 400, 401, 404, 408, 413, 415].includes(status),
          `${path} with ${megabytes} MiB got the status ${status}`,
        );
        statuses.push(status);
      }
    }
    return statuses.join(' ');
  },
};

/** Sends data that are not HTTP, and requests with unusual lines, headers or paths. */
export const brokenHttp = {
  name: 'malformed HTTP',
  async run({ url, program, check, responseLog }) {
    const key = `Authorization: ${program.headers.Authorization}`;
    const host = 'Host: localhost';
    const requests = [
      'hello\r\n\r\n',
      '\0\0\0\0\0\0\0\0\r\n\r\n',
      '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      `GET /${'a'.repeat(70_000)} HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\n${'X: a\r\n'.repeat(3000)}\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\nCookie: ${'a=b; '.repeat(3000)}\r\n\r\n`,
      `GET / HTTP/9.9\r\n${host}\r\n\r\n`,
      `GET http://evil.example/api/v1/queens HTTP/1.1\r\n${host}\r\n${key}\r\nConnection: close\r\n\r\n`,
      `GET //evil.example/..%2f..%2fetc/passwd HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
      `GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
      `GET /samples/%2e%2e%2f%2e%2e%2fpackage.json HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/queens/%00 HTTP/1.1\r\n${host}\r\n${key}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/queens/%ff%fe HTTP/1.1\r\n${host}\r\n${key}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/queens?limit=%zz&%=% HTTP/1.1\r\n${host}\r\n${key}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/queens?${'limit=1&'.repeat(1500)} HTTP/1.1\r\n${host}\r\n${key}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/queens HTTP/1.1\r\n${host}\r\n${key}\r\nIf-None-Match: ${'"a",'.repeat(3000)}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/queens HTTP/1.1\r\n${host}\r\n${key}\r\nAccept-Language: ${'de;q=0.1,'.repeat(1000)}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/queens HTTP/1.1\r\n${host}\r\n${key}\r\nAccept-Encoding: ${'gzip;q=0.1,'.repeat(1000)}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/account HTTP/1.1\r\n${host}\r\n${key}\r\nX-Forwarded-For: ${'1.2.3.4,'.repeat(1500)}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/account HTTP/1.1\r\n${host}\r\n${key}\r\ntraceparent: 00-${'f'.repeat(9000)}-1-1\r\nX-Request-Id: \x7f\x01\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/account HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${'q'.repeat(12_000)}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/account HTTP/1.1\r\n${host}\r\n${key}\r\n${key}\r\nConnection: close\r\n\r\n`,
      `CONNECT evil.example:80 HTTP/1.1\r\n${host}\r\n\r\n`,
      `TRACE / HTTP/1.1\r\n${host}\r\n\r\n`,
      `OPTIONS * HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
      `PROPFIND /api/v1/queens HTTP/1.1\r\n${host}\r\n${key}\r\nConnection: close\r\n\r\n`,
      `GET /graphql HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: a\r\n\r\n`,
      `POST /graphql HTTP/1.1\r\n${host}\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/account HTTP/1.1\r\n\r\n`,
      `POST /graphql HTTP/1.1\r\n${host}\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}`,
      `POST /graphql HTTP/1.1\r\n${host}\r\n${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      `POST /graphql HTTP/1.1\r\n${host}\r\n${key}\r\nContent-Type: application/json; charset=utf-7\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      `POST /graphql HTTP/1.1\r\n${host}\r\n${key}\r\nContent-Type: application/json\r\nExpect: 200-maybe\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      `POST /api/v1/imports HTTP/1.1\r\n${host}\r\n${key}\r\nContent-Type: multipart/form-data\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    ];
    const before = responseLog.faults.size;
    for (const request of requests) {
      const response = await sendRaw(url, Buffer.from(request, 'latin1'));
      // A connection can end without a response. The text is then empty.
      responseLog.add({ ...response, text: response.text ?? '' }, JSON.stringify(request.slice(0, 100)));
      check(
        !/root:|"name": "queenbook"/.test(response.text ?? ''),
        `a response contains a file of the server: ${request.slice(0, 80)}`,
      );
    }
    check(responseLog.faults.size === before, 'malformed HTTP caused an internal error');
    return `${requests.length} kinds of requests`;
  },
};
