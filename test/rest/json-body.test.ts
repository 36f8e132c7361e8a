import { beforeAll, describe, expect, test } from '@jest/globals';
import { createConnection } from 'node:net';
import { type RequestOptions } from '../support/client.js';
import { sharedService, type SharedService } from '../support/service.js';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
const send = (raw?: RequestOptions['raw'], headers: Record<string, string> = JSON_TYPE) =>
  service.visitor().post('/api/session', undefined, { raw, headers });
const outcome = async (response: ReturnType<typeof send>) => {
  const { status, body } = await response;
  return [status, body.code, body.errors?.[0].path];
};
const FAULTY = [400, 'validation_failed', ''];

describe('a JSON body', () => {
  test.each([
    ['is truncated', '{"email":'],
    ['is empty', ''],
    ['is an array', '[]'],
    ['is null', 'null'],
    ['is a number', '7'],
    ['is not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['has a member __proto__', '{"email":"a","password":"b","__proto__":{"x":1}}'],
  ])('that %s gets 400', async (_, raw) => {
    expect(await outcome(send(raw))).toEqual(FAULTY);
  });

  test('that is absent gets 400', async () => {
    expect(await outcome(send(undefined, {}))).toEqual(FAULTY);
  });

  test.each([
    ['an unpaired surrogate', '{"email":"a","password":"\\ud83d"}'],
    ['a NUL character', '{"email":"a","password":"\\u0000"}'],
    // Regression: the message wrongly reported null as the value.
    ['a number outside the range of a double', '{"email":"a","password":1e400}'],
  ])('with %s gets 400 and the path of the member', async (_, raw) => {
    expect(await outcome(send(raw))).toEqual([400, 'validation_failed', 'password']);
  });

  test('with half a million nested levels gets 400 and a short response', async () => {
    const { status, body } = await send('{"email":'.concat('['.repeat(500_000), ']'.repeat(500_000), '}'));
    expect(status).toBe(400);
    expect(JSON.stringify(body).length).toBeLessThan(2000);
  });

  test('can have 64 nested levels, but not 65', async () => {
    const nested = (levels: number) => `{"email":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)},"password":"b"}`;
    expect((await send(nested(64))).body.errors).toMatchObject([{ path: 'email', message: 'must be text' }]);
    const deeper = await send(nested(65));
    expect([deeper.status, deeper.body.errors]).toEqual([
      400,
      [{ path: expect.stringMatching(/^email(\.0){63}$/), message: 'must not be nested deeper than 64 levels' }],
    ]);
  });

  test('with many unstorable texts or forbidden names gets 400 and a short response', async () => {
    const long = 'x'.repeat(1000);
    for (const text of [`{"${long}":"\\u0000"}`, `{"${long}":{"\\u0000":1}}`]) {
      const { status, body } = await send(`{"list":[${Array(100).fill(text).join()}]}`);
      expect([status, body.errors.length]).toEqual([400, 20]);
      for (const { path } of body.errors) expect(path).toMatch(/^list\.\d+\.x{100,}$/);
      expect(JSON.stringify(body).length).toBeLessThan(12_000);
    }
  });

  test.each<[string, Record<string, string>]>([
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['plain text', { 'Content-Type': 'text/plain' }],
    ['another character encoding', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
    ['compressed JSON', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ])('declared as %s gets 415', async (_, headers) => {
    expect(await outcome(send('{"email":"a","password":"b"}', headers))).toEqual([
      415,
      'unsupported_media_type',
      undefined,
    ]);
  });

  test('without Content-Length must also be declared as JSON', async () => {
    const pieces = new Blob(['{"email":"a","password":"b"}']).stream();
    expect(await outcome(send(pieces, { 'Content-Type': 'text/plain' }))).toEqual([
      415,
      'unsupported_media_type',
      undefined,
    ]);
  });

  test('can have a charset, a BOM, a +json type or the content encoding identity', async () => {
    for (const type of ['application/json; charset=UTF-8', 'application/vnd.queenbook+json']) {
      const headers = { 'Content-Type': type, 'Content-Encoding': 'identity' };
      expect(await outcome(send('\ufeff{"email":"a","password":"b"}', headers))).toEqual([
        401,
        'invalid_credentials',
        undefined,
      ]);
    }
  });
});

describe('a large body', () => {
  const tooLarge = [413, 'payload_too_large', undefined];

  test('above 1 MiB gets 413, with or without Content-Length, and the service continues to work', async () => {
    const large = JSON.stringify({ email: 'a', password: 'x'.repeat(20 * 1024 * 1024) });
    expect(await outcome(send(large))).toEqual(tooLarge);
    const pieces = new Blob([large]).stream();
    const response = await fetch(new URL('/api/session', service.url), {
      method: 'POST',
      headers: JSON_TYPE,
      body: pieces,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect((await service.visitor().get('/api/session')).status).toBe(401);
  });

  test('of exactly 1 MiB is accepted', async () => {
    const frame = JSON.stringify({ email: 'a', password: '' }).length;
    const body = JSON.stringify({ email: 'a', password: 'x'.repeat(1024 * 1024 - frame) });
    expect((await send(body)).status).toBe(401);
    expect((await send(`${body} `)).status).toBe(413);
  });

  test('above 1 MiB is rejected as soon as the service knows its length', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = createConnection(Number(port), hostname);
    socket.write(
      'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{',
    );
    const first = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
    socket.destroy();
    expect(first).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('is read to its end only if the rest is at most 64 MiB; otherwise, the connection is closed', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = createConnection(Number(port), hostname).setEncoding('utf8');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    let received = '';
    socket.on('error', () => undefined).on('data', (chunk: string) => (received += chunk));
    const length = 512 * 1024 * 1024;
    socket.write(
      `POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    const part = Buffer.alloc(1024 * 1024, ' ');
    const send = () => {
      if (socket.bytesWritten > length) socket.destroy();
      else if (socket.writable) socket.write(part, send);
    };
    send();
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    // The buffers of a connection contain at most a few dozen MiB.
    expect(socket.bytesWritten).toBeLessThan(length / 2);
  });
});
