import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { httpServer, stopServer } from '../src/http-server.js';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function start(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  server = httpServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// Once, what a client was still reading was cut off at the end: it had been handed over, so its connection was idle.
test('an answer that is read slowly is given whole while the server stops', async () => {
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

test('a connection that only waits is closed at once; one with a request in flight once it is answered', async () => {
  let answer: () => void = () => undefined;
  const port = await start((_, response) => {
    answer = () => response.end('whole');
  });
  const idle = connect(port, '127.0.0.1');
  await once(idle, 'connect');
  const asking = get({ port, host: '127.0.0.1', headers: { Connection: 'keep-alive' } });
  await once(server, 'request');
  const stopped = stopServer(server, 60_000);
  await once(idle, 'close');
  answer();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  expect(response.headers.connection).toBe('close');
  response.resume();
  await stopped;
});

test('a request that comes on a busy connection meanwhile is answered, and is the last', async () => {
  const waiting: ServerResponse[] = [];
  const port = await start((_, response) => void waiting.push(response));
  const client = connect(port, '127.0.0.1');
  client.setEncoding('utf8');
  let heard = '';
  client.on('data', (text: string) => (heard += text));
  client.write('GET /1 HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(server, 'request');
  waiting[0]!.writeHead(200, { 'Content-Length': 3 }).flushHeaders();
  const stopped = stopServer(server, 60_000);
  client.write('GET /2 HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(server, 'request');
  waiting[0]!.end('one');
  waiting[1]!.end('two');
  await once(client, 'close');
  await stopped;
  expect(heard).toMatch(/one.*Connection: close.*two$/s);
});

test('what is not answered when the grace is over is cut', async () => {
  const port = await start(() => undefined);
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(server, 'request');
  await Promise.all([stopServer(server, 50), once(client, 'close')]);
});
