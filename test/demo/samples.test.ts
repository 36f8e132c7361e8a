import { beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { bytesOf } from '../features/imports/files.js';
import { importFile } from '../features/imports/uploads.js';
import { sharedService, type Client, type SharedService } from '../support/service.js';

interface Sample {
  name: string;
  title: string;
  description: string;
  size: number;
  path: string;
}

let service: SharedService;
let visitor: Client;
let samples: Sample[];
beforeAll(async () => {
  service = await sharedService();
  visitor = service.visitor();
  samples = (await visitor.get('/samples/')).body.data;
});

const bytesAt = async (path: string) => Buffer.from(await (await fetch(service.url + path)).arrayBuffer());

describe('sample files', () => {
  test('are listed without sign-in, with description and size', async () => {
    const existing = readdirSync(new URL('../../src/demo/', import.meta.url)).filter((name) => name.endsWith('.csv'));
    expect(samples.map(({ name }) => name).sort()).toEqual(existing.sort());
    for (const { name, title, description, size, path } of samples) {
      expect([path, size]).toEqual([`/samples/${name}`, bytesOf(name).length]);
      expect([title, description]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\.$/)]);
    }
    expect((await visitor.get('/samples')).body.data).toEqual(samples);
  });

  test('can be downloaded unchanged, in the declared encoding', async () => {
    for (const { name, path } of samples) {
      const { status, headers } = await visitor.get(path);
      expect([status, headers.get('Content-Disposition')]).toEqual([200, `attachment; filename="${name}"`]);
      const charset = /^text\/csv; charset=(.+)$/.exec(headers.get('Content-Type')!)![1];
      const bytes = await bytesAt(path);
      expect([name, bytes.equals(bytesOf(name))]).toEqual([name, true]);
      expect(() => new TextDecoder(charset, { fatal: true }).decode(bytes)).not.toThrow();
      const again = await visitor.get(path, { headers: { 'If-None-Match': headers.get('ETag')! } });
      expect([again.status, again.body]).toEqual([304, '']);
      const head = await visitor.request('HEAD', path);
      expect([head.status, head.body]).toEqual([200, '']);
    }
  });

  test('can be imported into a new account in the listed order', async () => {
    const client = await service.register();
    const queenCounts: number[] = [];
    for (const { name, path } of samples) {
      const { status, created, unchanged, updated } = await importFile(client, name, await bytesAt(path));
      expect([name, status]).toEqual([name, 'completed']);
      queenCounts.push(created.queens! + unchanged.queens! + updated.queens!);
    }
    expect(Math.min(...queenCounts)).toBeGreaterThan(0);
  });

  test.each([
    '/samples/nothing.csv',
    '/samples/create-demo-account.ts',
    '/samples/..%2fapp.ts',
    '/samples/%2e%2e/app.ts',
    '/samplesandmore',
  ])('give no access to other files: %s', async (path) => {
    const { status, body } = await visitor.get(path);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('cannot be overwritten', async () => {
    const { status, headers } = await visitor.put(samples[0]!.path, {});
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });
});

test('pages use the language and theme of unsigned cookies, because scripts set these cookies', async () => {
  const response = await visitor.get('/queens', { headers: { Cookie: 'queenbook_language=pl; queenbook_theme=dark' } });
  expect(response.body).toContain('<html lang="pl" data-theme="dark">');
  const notFound = await visitor.get('/nothing', { headers: { Accept: 'text/html', Cookie: 'queenbook_language=fr' } });
  expect([notFound.status, notFound.headers.get('Content-Language')]).toEqual([404, 'fr']);
  expect(notFound.body).toContain('<html lang="fr"');
});
