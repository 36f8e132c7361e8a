import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let client: Awaited<ReturnType<TestService['register']>>;
beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '0', OPEN_IMPORTS: '1000' });
  client = await service.register();
});
afterAll(() => service.close());

const part = (head: string, content: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const FORM =
  part('name="dry_run"', 'true') +
  part('name="file"; filename="q.csv"', 'queen_name\nAnna\n') +
  part('name="other"; filename="o.csv"', 'x') +
  '--b--\r\n';

const send = (raw: string | Uint8Array<ArrayBuffer>) =>
  client.post('/api/imports', undefined, { raw, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } });

// A NUL in the name of a file once ended the service: the form failed, and failed again when it was given up.
test.each([
  ['a NUL in the name of the file', FORM.replace('q.csv', 'q\0.csv')],
  ['the end amid a file that is not wanted', FORM.slice(0, FORM.indexOf('x\r\n--b--') + 1)],
  ['heads without an end', `--b\r\n${'X: y\r\n'.repeat(5000)}`],
])('a form with %s is refused, and the next one taken', async (_, raw) => {
  expect(await send(raw)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect((await client.upload('/api/imports', 'q.csv', 'queen_name\nAnna\n', { dry_run: 'true' })).status).toBe(202);
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

test('no form breaks it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      let form = FORM;
      for (const { at, less, more } of edits) form = form.slice(0, at) + more + form.slice(at + less);
      const { status, headers } = await send(new Uint8Array(Buffer.from(form, 'latin1')));
      expect([202, 400, 413, 415]).toContain(status);
      if (status !== 202) expect(headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    }),
    { numRuns: 150 },
  );
});

test('a file of blank rows is refused before all of it is read', async () => {
  const file = `queen_name\n${'\n'.repeat(1_500_000)}`;
  const { status, body } = await client.upload('/api/imports', 'q.csv', file);
  expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('blank rows')]);
});
