import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sharedService, type SharedService } from '../../support/service.js';
import { runs } from '../../support/fuzz.js';

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;
beforeAll(async () => {
  service = await sharedService();
  client = await service.register();
});

const part = (head: string, content: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const FORM =
  part('name="dry_run"', 'true') +
  part('name="file"; filename="q.csv"', 'queen_name\nAnna\n') +
  part('name="other"; filename="o.csv"', 'x') +
  '--b--\r\n';

const send = (raw: string | Uint8Array<ArrayBuffer> | ReadableStream) =>
  client.post('/api/imports', undefined, { raw, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } });

// Regression: a NUL in a filename ended the service, because the form parser emitted two errors.
test.each([
  ['a NUL in the filename', FORM.replace('q.csv', 'q\0.csv')],
  ['a truncated file in an unexpected part', FORM.slice(0, FORM.indexOf('x\r\n--b--') + 1)],
  ['endless headers', `--b\r\n${'X: y\r\n'.repeat(5000)}`],
  // Regression: the request got no response.
  ['an incomplete file after its end', `--b--${FORM.slice(0, FORM.indexOf('x\r\n--b--') + 1)}`],
])('a form with %s is refused, and the next form is accepted', async (_, raw) => {
  expect(await send(raw)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect((await client.upload('/api/imports', 'q.csv', 'queen_name\nAnna\n', { dry_run: 'true' })).status).toBe(202);
});

test.each([
  [
    'two files',
    part('name="file"; filename="o.csv"', 'queen_name\nBerta\n'),
    'file',
    'must not be sent more than once',
  ],
  ['a file in another part', part('name="sheet"; filename="o.csv"', 'x'), 'sheet', 'must not be a file'],
  ['two values of an option', part('name="dry_run"', 'false'), 'dry_run', 'must not be sent more than once'],
])('a form with %s is refused with the name of the part', async (_, more, path, message) => {
  const file = part('name="file"; filename="q.csv"', 'queen_name\nAnna\n');
  const { status, body } = await send(`${part('name="dry_run"', 'true')}${more}${file}--b--\r\n`);
  expect([status, body.errors]).toMatchObject([400, [{ path, message }]]);
});

test.each([
  ['UTF-8', Buffer.from('queen_name\nJörg\n'), 'utf-8'],
  ['Windows-1252', Buffer.from('queen_name\nJ\xf6rg\n', 'latin1'), 'windows-1252'],
])('a file in %s is accepted even if the form part of the file has no filename', async (_, content, encoding) => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n';
  const sheet = part('name="dry_run"', 'true');
  const raw = new Uint8Array(Buffer.concat([Buffer.from(sheet + head), content, Buffer.from('\r\n--b--\r\n')]));
  expect(await send(raw)).toMatchObject({
    status: 202,
    body: { data: { filename: 'file', encoding, columns: [{ samples: ['Jörg'] }] } },
  });
});

test('what follows the end of a form is ignored, at any size of the chunks', async () => {
  const ends = FORM.indexOf('--b\r\nContent-Disposition: form-data; name="other"');
  const form = Buffer.from(`${FORM.slice(0, ends)}--b--\r\n${FORM.slice(ends)}`);
  for (const size of [1, 7, form.length]) {
    const chunks = Array.from({ length: Math.ceil(form.length / size) }, (_, n) =>
      form.subarray(n * size, (n + 1) * size),
    );
    const parts = new ReadableStream({
      async pull(controller) {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(new Uint8Array(chunk));
        else controller.close();
        await new Promise(setImmediate);
      },
    });
    expect([size, (await send(parts)).status]).toEqual([size, 202]);
  }
});

test.each([
  ['multipart/form-data; charset=utf-8; boundary="b"', 202],
  ['Multipart/Form-Data;boundary=b', 202],
  ['multipart/form-data', 400],
  ['multipart/form-data; boundary=""', 400],
  ['multipart/form-data; boundary=c', 400],
])('a form with the type %s has the status %i', async (type, status) => {
  const raw = FORM.replace(/--b\r\n[^\n]*"other"[^]*?x\r\n/, '');
  const response = await client.post('/api/imports', undefined, { raw, headers: { 'Content-Type': type } });
  expect(response.status).toBe(status);
});

test('a large file whose form part has no filename is refused; the message asks for a filename', async () => {
  const large = part('name="file"', `queen_name\n${'A\n'.repeat(3 * 1024 * 1024)}`);
  const { status, body } = await send(`${large}--b--\r\n`);
  expect([status, body.errors[0].path, body.errors[0].message]).toEqual([
    400,
    'file',
    expect.stringMatching(/filename/),
  ]);
});

const piece = fc.oneof(
  fc.constantFrom(
    '\0',
    '\r\n',
    '\r\n\r\n',
    '--b',
    '--b--',
    '"',
    ';',
    '=',
    'filename="x"',
    'Content-Type: text/plain\r\n',
  ),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const edit = fc.record({ at: fc.nat(FORM.length), less: fc.nat(40), more: piece });

test('a form with random changes causes no internal error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      let form = FORM;
      for (const { at, less, more } of edits) form = form.slice(0, at) + more + form.slice(at + less);
      const { status, headers } = await send(new Uint8Array(Buffer.from(form, 'latin1')));
      expect([202, 400, 413, 415]).toContain(status);
      if (status !== 202) expect(headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    }),
    { numRuns: runs(150) },
  );
});

test('a file of blank rows is refused before the whole file is read', async () => {
  const file = `queen_name\n${'\n'.repeat(1_500_000)}`;
  const { status, body } = await client.upload('/api/imports', 'q.csv', file);
  expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('blank rows')]);
});
