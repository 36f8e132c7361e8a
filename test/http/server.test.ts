import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpServer, stopServer } from '../../src/http/server.js';

/** More data than fits in the buffers of a connection. The buffers of the operating system may grow to 32 MiB. */
const HUGE = Buffer.alloc(100_000_000, 'x');

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function start(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  options?: Parameters<typeof httpServer>[1],
): Promise<number> {
  server = httpServer(respond, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// Regression: the shutdown cut off a response that a client was still reading, because the connection seemed idle.
test('a response to a slow reader is completed during shutdown', async () => {
  const body = Buffer.alloc(30_000_000, 'x');
  const port = await start((_, response) => void response.end(body));
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(client, 'readable');
  client.pause();
  const stopped = stopServer(server, 60_000);
  let length = 0;
  client.on('data', (chunk: Buffer) => (length += chunk.length));
  client.resume();
  await once(client, 'close');
  await stopped;
  expect(length).toBeGreaterThan(body.length);
});

test('a shutdown closes idle connections at once, and other connections after their response', async () => {
  let respond: () => void = () => undefined;
  const port = await start((_, response) => {
    respond = () => response.end('whole');
  });
  const idle = connect(port, '127.0.0.1');
  await once(idle, 'connect');
  const request = get({ port, host: '127.0.0.1', headers: { Connection: 'keep-alive' } });
  await once(server, 'request');
  const stopped = stopServer(server, 60_000);
  await once(idle, 'close');
  respond();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.headers.connection).toBe('close');
  response.resume();
  await stopped;
});

test('during shutdown, one more request on a busy connection gets a response, and the connection is then closed', async () => {
  const waiting: ServerResponse[] = [];
  const port = await start((_, response) => void waiting.push(response));
  const client = connect(port, '127.0.0.1');
  client.setEncoding('utf8');
  let received = '';
  client.on('data', (text: string) => (received += text));
  client.write('GET /1 HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(server, 'request');
  waiting[0]!.writeHead(200, { 'Content-Length': 3 }).flushHeaders();
  const stopped = stopServer(server, 60_000);
  client.write('GET /2 HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(server, 'request');
  waiting[0]!.end('one');
  while (waiting.length < 2) await sleep(5);
  waiting[1]!.end('two');
  await once(client, 'close');
  await stopped;
  expect(received).toMatch(/one.*Connection: close.*two$/s);
});

// Regression: the responses to all pipelined requests were created at once. For 100 connections, the responses used a
// gigabyte.
test('pipelined requests are handled one at a time, and only while the client reads the responses', async () => {
  const requested: string[] = [];
  const port = await start(({ url }, response) => {
    requested.push(url!);
    setTimeout(() => response.end(url === '/small' ? 'small' : HUGE), 20);
  });
  const requestText = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
  const reader = connect(port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  reader.on('data', (text: string) => (received += text));
  reader.write(requestText('/small').repeat(5));
  while ((received.match(/small/g) ?? []).length < 5) await sleep(5);
  expect(requested).toHaveLength(5);
  reader.destroy();
  const idle = connect(port, '127.0.0.1').pause();
  idle.on('error', () => undefined).write(requestText('/large').repeat(50));
  while (!requested.includes('/large')) await sleep(5);
  await sleep(500);
  expect(requested.filter((path) => path === '/large')).toHaveLength(1);
  idle.destroy();
});

test('a pipelined request is not started if its connection is closed before', async () => {
  const requested: string[] = [];
  const port = await start(({ url }) => void requested.push(url!));
  const client = connect(port, '127.0.0.1');
  client.write('GET /1 HTTP/1.1\r\nHost: here\r\n\r\nPOST /2 HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n');
  await once(server, 'request');
  client.resetAndDestroy();
  await sleep(200);
  expect(requested).toEqual(['/1']);
});

test('a connection is closed if its client sends too many requests without reading', async () => {
  const port = await start(() => undefined);
  const client = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(5000));
  await closed;
});

test('invalid bytes after a request do not change its response, but close the connection', async () => {
  const port = await start((_, response) => void setTimeout(() => response.end('done'), 100));
  const client = connect(port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  client.on('data', (text: string) => (received += text));
  client.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n{}and more than it said\r\n\r\n');
  await once(client, 'close');
  expect(received).toMatch(/^HTTP\/1.1 200 OK.*Connection: close.*done/s);
});

test('invalid bytes within a request whose response has begun close the connection without a second response', async () => {
  const port = await start((_, response) => void response.writeHead(200, { 'Content-Length': 100 }).write('begun'));
  const client = connect(port, '127.0.0.1').setEncoding('utf8');
  const closed = new Promise((resolve) => client.once('close', resolve));
  let received = '';
  client.on('error', () => undefined).on('data', (text: string) => (received += text));
  client.write('POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n');
  while (!received.endsWith('begun')) await sleep(5);
  client.write('no chunk\r\n');
  await closed;
  expect(received).toMatch(/^HTTP\/1\.1 200 .*begun$/s);
});

test.each([
  [400, 'hello\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: here\r\nHost: there\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: here\r\nAccept: */*\r\nhost: here\r\n\r\n'],
  [400, 'GET / HTTP/1.0\r\nHost: here\r\nHOST: there\r\n\r\n'],
  [400, 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  [417, 'GET / HTTP/1.1\r\nHost: here\r\nExpect: more\r\n\r\n'],
  [431, `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  [413, `POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n{\r\n`],
])('a malformed request gets %d as problem+json', async (status, bytes) => {
  const port = await start((request, response) => void request.resume().once('end', () => response.end()));
  const client = connect(port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  client.on('data', (text: string) => (received += text));
  client.write(bytes);
  await once(client, 'close');
  const [head, body] = received.split('\r\n\r\n') as [string, string];
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toContain('Content-Type: application/problem+json');
  expect(JSON.parse(/\{.*\}/s.exec(body)![0])).toMatchObject({ status, code: 'validation_failed' });
});

// Proxies often keep idle connections for a minute. If the server closed a connection first, a request could be lost.
test('idle connections are kept for more than a minute', async () => {
  const port = await start((_, response) => void response.end());
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.headers.get('keep-alive')).toBe('timeout=75');
});

test('unfinished responses are cut off after the grace time', async () => {
  const port = await start(() => undefined);
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(server, 'request');
  await Promise.all([stopServer(server, 50), once(client, 'close')]);
});

describe('a client', () => {
  const timeouts = { headers: 400, request: 800, reader: 1500 };
  const large = Buffer.alloc(30_000_000, 'x');

  test('gets 408 if its headers or its body do not arrive in time, and its connection is closed', async () => {
    const port = await start((request) => void request.resume(), { timeouts });
    for (const begun of ['GET / HTTP/1.1\r\nHost: he', 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{']) {
      const client = connect(port, '127.0.0.1');
      client.setEncoding('utf8').write(begun);
      const [received] = (await once(client, 'data')) as [string];
      expect(received).toMatch(/^HTTP\/1\.1 408 /);
      await once(client, 'close');
    }
  });

  test('is disconnected if it stops reading; slow reading and slow responses are allowed', async () => {
    const ends = new Map<string, boolean>();
    const port = await start(
      ({ url }, response) => {
        response.once('close', () => ends.set(url!, response.writableFinished));
        setTimeout(() => response.end(url === '/slow' ? large : HUGE), 2 * timeouts.reader);
      },
      { timeouts },
    );
    const request = (path: string) => {
      const client = connect(port, '127.0.0.1');
      client.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
      return client;
    };
    const slow = request('/slow');
    const stopped = request('/stopped');
    stopped.on('error', () => undefined).pause();
    let length = 0;
    slow.on('data', (chunk: Buffer) => {
      length += chunk.length;
      slow.pause();
      setTimeout(() => slow.resume(), 5);
    });
    await once(slow, 'close');
    expect(length).toBeGreaterThan(large.length);
    while (ends.size < 2) await sleep(20);
    expect(Object.fromEntries(ends)).toEqual({ '/slow': true, '/stopped': false });
    stopped.destroy();
  });

  // Regression: a client that downloaded an export was disconnected if the database stalled for a minute.
  test('may wait longer for the rest of a response than it may take to read a response', async () => {
    const port = await start(
      (_, response) => {
        response.write('begin');
        setTimeout(() => response.end('end'), 3 * timeouts.reader);
      },
      { timeouts },
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toBe('beginend');
  });

  test('may wait longer for the response to a pipelined request than it may take to read a response', async () => {
    const port = await start(
      ({ url }, response) =>
        url === '/1' ? void response.end('one') : void setTimeout(() => response.end('two'), 2 * timeouts.reader),
      { timeouts },
    );
    const client = connect(port, '127.0.0.1').setEncoding('utf8');
    let received = '';
    client.on('data', (text: string) => (received += text));
    client.write('GET /1 HTTP/1.1\r\nHost: here\r\n\r\nGET /2 HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
    await once(client, 'close');
    expect(received).toMatch(/one.*two$/s);
  });

  test('is disconnected if there are too many connections', async () => {
    const port = await start((_, response) => void response.end('in'), { connections: 2 });
    const inside = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(inside.map((client) => once(client, 'connect')));
    const outside = connect(port, '127.0.0.1');
    outside.on('error', () => undefined);
    await once(outside, 'close');
    inside[0]!.destroy();
    await once(inside[0]!, 'close');
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toBe('in');
  });
});
