import { setTimeout } from 'node:timers/promises';
import { open, statusOf } from './raw-http.js';

const LINES = 500;
/** The number of requests that a client sends at once on one connection. */
const WAITING = 100;
/** The time limit of the service for headers, plus its interval between checks, plus two seconds, in milliseconds. */
const HEADERS = 32_000;

async function drip(lines, milliseconds, byte) {
  const until = performance.now() + milliseconds;
  while (performance.now() < until && lines.some(({ closed }) => !closed)) {
    for (const { socket, closed } of lines) if (!closed && socket.writable) socket.write(byte);
    await setTimeout(1000);
  }
}

/**
 * Returns the connections that the service has not closed. A client with unread data notices the end of its connection
 * only when it writes.
 */
async function openConnections(lines) {
  for (let time = 0; time < 2; time += 1) {
    for (const { socket, closed } of lines) if (!closed && socket.writable) socket.write('\r\n');
    await setTimeout(500);
  }
  return lines.filter(({ closed }) => !closed);
}

const closeAll = (lines) => lines.forEach(({ socket }) => socket.destroy());

/** Sends headers that never end. The service must close each connection after its timeout. */
export const slowHeaders = {
  name: `${LINES} clients that send headers slowly`,
  async run({ url, short, check }) {
    const lines = Array.from({ length: LINES }, () => open(url));
    for (const { socket } of lines) socket.write('GET /api/v1/queens HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    await drip(lines, short ? 3000 : HEADERS, 'x');
    const stillOpen = lines.filter(({ closed }) => !closed).length;
    closeAll(lines);
    if (short) return `${LINES - stillOpen} closed within 3 s`;
    check(stillOpen === 0, `${stillOpen} connections with endless headers are still open after ${HEADERS / 1000} s`);
    const timedOut = lines.filter((line) => statusOf(line) === 408).length;
    return `all closed, ${timedOut} with 408, the last after ${Math.round(Math.max(...lines.map(({ after }) => after)) / 1000)} s`;
  },
};

/** Sends slow bodies and slow files, to public and to protected paths. */
export const slowBodies = {
  name: `${LINES} clients that send bodies slowly`,
  async run({ url, program, other, short, check }) {
    const targets = [
      ['/api/v1/session', 'application/json', ''],
      ['/graphql', 'application/json', `Authorization: ${program.headers.Authorization}\r\n`],
      ['/api/v1/queens/f0/bulk', 'application/json', `Authorization: ${program.headers.Authorization}\r\n`],
      ['/api/v1/imports', 'multipart/form-data; boundary=b', `Authorization: ${program.headers.Authorization}\r\n`],
    ];
    const lines = Array.from({ length: LINES }, (_, n) => {
      const [path, type, extra] = targets[n % targets.length];
      const line = open(url);
      const body = type.startsWith('multipart')
        ? '--b\r\nContent-Disposition: form-data; name="file"; filename="q.csv"\r\n\r\nqueen_name\r\n'
        : '{"query":"';
      line.socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${extra}Content-Length: 500000\r\n\r\n${body}`,
      );
      return line;
    });
    const dripping = drip(lines, short ? 3000 : 30_000, 'x');
    await setTimeout(1000);
    const startedAt = performance.now();
    const { status, body } = await other.upload('q.csv', 'queen_name\nAmid');
    check(status === 202, `during slow uploads, an upload got the status ${status}`);
    if (status === 202) await other.waitForEnd(`/api/v1/imports/${body.data.id}`);
    const duration = Math.round(performance.now() - startedAt);
    check(duration < 10_000, `during slow uploads, the import of another account took ${duration} ms`);
    await dripping;
    const stillOpen = lines.filter(({ closed }) => !closed).length;
    closeAll(lines);
    return `${stillOpen} connections open; an import of another account took ${duration} ms`;
  },
};

/** Reads complete exports and CSV files slowly. In the long form, another export must succeed during this time. */
export const slowReaders = {
  name: 'slow readers of a large export',
  async run({ url, attackers, victim, check, short }) {
    const lines = [];
    for (const { headers } of attackers) {
      for (const path of ['/api/v1/account/export', '/api/v1/queens/all.csv', '/api/v1/account/export']) {
        const line = open(url, { reads: false });
        line.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${headers.Cookie}\r\n\r\n`);
        lines.push(Object.assign(line, { path }));
      }
    }
    const startedAt = performance.now();
    const reading = (async () => {
      while (lines.some(({ closed }) => !closed) && performance.now() < startedAt + (short ? 4000 : 130_000)) {
        for (const line of lines) {
          const bytes = line.socket.read(1024);
          if (bytes) line.store(bytes);
        }
        await setTimeout(1000);
      }
    })();
    let duration = 'was not requested';
    if (!short) {
      await setTimeout(1000);
      const response = await fetch(`${url}/api/v1/account/export`, { headers: victim.headers });
      const bytes = (await response.arrayBuffer()).byteLength;
      duration = `${Math.round(performance.now() - startedAt)} ms for ${bytes} bytes`;
      check(response.status === 200 && bytes > 0, `the export of another account got the status ${response.status}`);
      check(performance.now() - startedAt < 125_000, `slow readers delayed the export of another account: ${duration}`);
    }
    await reading;
    const stillOpen = await openConnections(lines);
    closeAll(lines);
    // Only open exports are a fault, because each export uses a database connection and counts toward the limit of
    // concurrent exports. A CSV download uses only the memory of one page.
    const exports = stillOpen.filter(({ path }) => path.endsWith('export'));
    check(
      short || exports.length <= attackers.length,
      `${exports.length} clients that read an export at 1 KiB a second are still connected`,
    );
    return `${stillOpen.length} of ${lines.length} connections still open; the export of another account: ${duration}`;
  },
};

/** Sends many requests at once on each of 100 connections, without reading the responses. */
export const pipelined = {
  name: 'responses that the client does not read',
  async run({ url, program, short, check }) {
    const request = `GET /api/v1/queens?limit=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${program.headers.Authorization}\r\n\r\n`;
    const lines = Array.from({ length: 100 }, () => open(url, { reads: false }));
    for (const { socket } of lines) socket.write(request.repeat(WAITING));
    // The buffers of the operating system must be full first. After that, the service waits a minute for the client.
    await setTimeout(short ? 3000 : 150_000);
    const stillOpen = (await openConnections(lines)).length;
    closeAll(lines);
    check(short || stillOpen === 0, `${stillOpen} connections with unread responses are still open`);
    return `${stillOpen} of ${lines.length} connections still open`;
  },
};
