import { expect, test } from '@jest/globals';
import Koa from 'koa';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { readJson } from '../../src/http/json-body.js';

const BODY = '{"name": "A 12"}';

/** Sends a part of a body, closes the connection, and returns the result of a handler that reads the body afterwards. */
async function readAfterDisconnection(sent: string): Promise<unknown> {
  const koa = new Koa();
  koa.silent = true;
  const result = new Promise<unknown>((resolve) =>
    koa.use(async (ctx) => {
      // `once` of `node:events` would reject, because the request also emits `error`.
      const closed = new Promise((close) => ctx.req.once('close', close));
      client.destroy();
      await closed;
      resolve(await readJson(ctx).catch((error: unknown) => error));
    }),
  );
  const server = koa.listen(0, '127.0.0.1') as Server;
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(
    `POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${sent}`,
  );
  try {
    return await result;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

// Regression: the handler waited forever for a body if the client disconnected before the handler read it.
test.each([BODY, BODY.slice(0, 5), ''])('reading fails if the client disconnected before (sent: %j)', async (sent) => {
  expect(await readAfterDisconnection(sent)).toMatchObject({
    code: 'validation_failed',
    message: 'The body ended before it was complete.',
  });
});
