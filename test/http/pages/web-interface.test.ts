import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Koa from 'koa';
import { compression } from '../../../src/http/compression.js';
import { httpServer } from '../../../src/http/server.js';
import { createLog } from '../../../src/observability/log.js';
import { problems } from '../../../src/http/problem.js';
import { contentSecurityPolicy, securityHeaders } from '../../../src/http/security-headers.js';
import { webInterface } from '../../../src/http/pages/web-interface.js';
import { Client, type TestResponse } from '../../support/client.js';

const TEMPLATE = `<html lang="%LANGUAGE%" data-theme="%THEME%"><meta name="color-scheme" content="%COLOR_SCHEME%">
<meta property="csp-nonce" nonce="%NONCE%"><meta name="queenbook-registration" content="%REGISTRATION%">100 % of %OTHER%`;
const SCRIPT = 'export const bees = 1;\n'.repeat(100);
/** The Accept header of a browser that opens an address. */
const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let folder: string;
const servers: Server[] = [];

async function serve(REGISTRATION: 'open' | 'closed', PUBLIC_URL?: string, built = folder): Promise<Client> {
  const koa = new Koa();
  koa.use(securityHeaders({ PUBLIC_URL }));
  koa.use(problems(createLog('silent')));
  koa.use(compression());
  const web = webInterface({ REGISTRATION }, built);
  koa.use(web.pages);
  koa.use(web.notFoundPage);
  const server = httpServer(koa.callback());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'playground'));
  await writeFile(join(folder, 'index.html'), TEMPLATE);
  await writeFile(join(folder, 'playground', 'index.html'), 'the playground');
  await writeFile(join(folder, 'sw.js'), 'const page = "%REVISION%";');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  await writeFile(join(folder, 'assets', 'start-1a2b3c.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'start-1a2b3c.css'), 'body {}');
  await writeFile(join(folder, 'assets', 'app-4d5e6f.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'app-4d5e6f.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'app-4d5e6f.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'loose-7a8b9c.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'font-0d1e2f.woff2'), Buffer.alloc(3000, 1));
  await writeFile(join(folder, 'secret.txt'), 'secret');
});
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  await rm(folder, { recursive: true });
});

const nonceIn = ({ body }: TestResponse) => /csp-nonce" nonce="([\w+/]{24})"/.exec(body)?.[1];

interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends the path unchanged and returns the raw body. `fetch` would resolve dots in the path and decompress the body.
 */
function send(
  client: Client,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  const { hostname, port } = new URL(client.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers, method }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the web interface', () => {
  test('states in its page whether registration is open', async () => {
    expect((await (await serve('open')).get('/')).body).toContain('content="open"');
    expect((await (await serve('closed')).get('/')).body).toContain('content="closed"');
  });

  test('serves the manifest, and a service worker with the revision of its page', async () => {
    const [open, closed] = [await serve('open'), await serve('closed')];
    const worker = await open.get('/sw.js');
    expect(worker.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(worker.headers.get('Cache-Control')).toBe('no-cache');
    expect(worker.body).toMatch(/^const page = "[0-9a-f]{16}";$/);
    expect((await (await serve('open')).get('/sw.js')).body).toBe(worker.body);
    expect((await closed.get('/sw.js')).body).not.toBe(worker.body);
    const manifest = await open.get('/manifest.webmanifest');
    expect(manifest.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/);
    expect((await open.post('/sw.js', {})).status).toBe(405);
  });

  test.each([
    '/password',
    '/sign-in',
    '/register',
    '/start',
    '/queens',
    '/queens/',
    '/queens/5f1c0f6e-0000-4000-8000-000000000000/card?generations=5',
    '/record/anything',
    '/evaluations/5f1c0f6e-0000-4000-8000-000000000000',
    '/apiaries',
    '/apiaries/5f1c0f6e-0000-4000-8000-000000000000',
    '/values/runs',
    '/mating',
    '/mating/plan',
    '/imports/new',
    '/keys/new',
    '/settings/language',
    '/more',
  ])('serves its page at %s', async (path) => {
    const client = await serve('open');
    const { status, body, headers } = await client.get(path);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(body).toContain('<meta property="csp-nonce"');
    const head = await client.request('HEAD', path);
    expect([head.status, head.body]).toEqual([200, '']);
  });

  test('renders its page for each request, so that no nonce is used twice', async () => {
    const client = await serve('open');
    const { headers } = await client.get('/');
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    expect(headers.get('ETag')).toBeNull();
    expect(headers.get('Vary')).toBe('Accept-Encoding, Cookie, Accept-Language');
    const again = await client.get('/', { headers: { 'If-None-Match': '*' } });
    expect(again.status).toBe(200);
    expect(nonceIn(again)).not.toBe(nonceIn(await client.get('/')));
  });

  test('replaces only known placeholders of its template', async () => {
    expect((await (await serve('open')).get('/')).body).toContain('100 % of %OTHER%');
  });

  test('allows clients to cache assets for a year', async () => {
    const client = await serve('open');
    const { status, body, headers } = await client.get('/assets/start-1a2b3c.js');
    expect([status, body]).toEqual([200, 'export {};']);
    expect(headers.get('Content-Type')).toMatch(/^(text|application)\/javascript/);
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect((await client.get('/assets/start-1a2b3c.css')).headers.get('Content-Type')).toMatch(/^text\/css/);
    const head = await client.request('HEAD', '/assets/start-1a2b3c.js');
    expect([head.status, head.headers.get('Content-Length'), head.body]).toEqual([200, '10', '']);
  });

  test.each([
    '/secret.txt',
    '/index.html',
    '/playground/index.html',
    '/assets/',
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..\\secret.txt',
    '//etc/passwd',
    '/assets/start-1a2b3c.js%00',
    '/assets/app-4d5e6f.js.br',
    '/assets/app-4d5e6f.js.gz',
    '/%',
  ])('returns 404 for %s', async (path) => {
    const client = await serve('open');
    expect((await send(client, path)).status).toBe(404);
    expect((await send(client, path, { Accept: BROWSER_ACCEPT })).status).toBe(404);
  });

  test('rejects methods other than GET and HEAD, and returns a problem document for missing files', async () => {
    const client = await serve('open');
    const posted = await client.post('/', {});
    expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    const missing = await client.get('/nothing');
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
  });

  test('returns its page with the status 404 to browsers at unknown paths', async () => {
    const client = await serve('open');
    for (const path of ['/nothing', '/queensland', '/password/reset', '/apis', '//queens']) {
      const { status, body, headers } = await client.get(client.url + path, { headers: { Accept: BROWSER_ACCEPT } });
      expect([path, status]).toEqual([path, 404]);
      expect(body).toContain('data-theme');
      expect(headers.get('Content-Security-Policy')).toContain('nonce-');
      expect(headers.get('Vary')).toBe('Accept-Encoding, Accept, Cookie, Accept-Language');
    }
  });

  test.each([
    ['/nothing', '*/*'],
    ['/nothing', 'application/json, text/html;q=0.5'],
    ['/api/nothing', BROWSER_ACCEPT],
    ['/assets/nothing.js', BROWSER_ACCEPT],
    ['/graphql/nothing', BROWSER_ACCEPT],
    ['/samples', BROWSER_ACCEPT],
  ])('returns a problem document for %s with the Accept header %s', async (path, Accept) => {
    const { status, body, headers } = await (await serve('open')).get(path, { headers: { Accept } });
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
  });

  test('returns a problem document for a POST to an unknown path', async () => {
    const { status, body } = await (await serve('open')).post('/nothing', {}, { headers: { Accept: BROWSER_ACCEPT } });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('returns plain text if the pages have not been built', async () => {
    const { status, body, headers } = await (await serve('open', undefined, join(folder, 'none'))).get('/');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(body).toMatch(/have not been built/);
  });
});

describe('a precompressed asset', () => {
  const unpacked = { br: brotliDecompressSync, gzip: gunzipSync };
  test.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['br', '*'],
    ['br', 'br, identity;q=0'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, gzip;q=0.5'],
  ] as const)('is sent as %s for the Accept-Encoding header "%s"', async (encoding, accepted) => {
    const client = await serve('open');
    const { status, headers, body } = await send(client, '/assets/app-4d5e6f.js', { 'Accept-Encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toMatch(/immutable/);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(body.length));
    expect(unpacked[encoding](body).toString()).toBe(SCRIPT);
  });

  test.each(['', 'identity', 'zstd', 'br;q=0'])(
    'is sent uncompressed for the Accept-Encoding header "%s"',
    async (accepted) => {
      const { headers, body } = await send(await serve('open'), '/assets/app-4d5e6f.js', {
        'Accept-Encoding': accepted,
      });
      expect([headers['content-encoding'], headers.vary, body.toString()]).toEqual([
        undefined,
        'Accept-Encoding',
        SCRIPT,
      ]);
    },
  );

  test('has the same headers for HEAD, and one entity tag for all encodings', async () => {
    const client = await serve('open');
    const [path, br] = ['/assets/app-4d5e6f.js', { 'Accept-Encoding': 'br' }];
    const getResponse = await send(client, path, br);
    const head = await send(client, path, br, 'HEAD');
    expect([head.body.length, head.headers['content-encoding']]).toEqual([0, 'br']);
    expect(head.headers['content-length']).toBe(getResponse.headers['content-length']);
    const again = await send(client, path, { 'Accept-Encoding': 'gzip', 'If-None-Match': getResponse.headers.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test('is optional: the service compresses other assets, except fonts, for each response', async () => {
    const client = await serve('open');
    const loose = await send(client, '/assets/loose-7a8b9c.js', { 'Accept-Encoding': 'gzip' });
    expect([loose.headers['content-encoding'], gunzipSync(loose.body).toString()]).toEqual(['gzip', SCRIPT]);
    const head = await send(client, '/assets/loose-7a8b9c.js', { 'Accept-Encoding': 'gzip' }, 'HEAD');
    expect([head.body.length, head.headers['content-encoding'], head.headers['content-length']]).toEqual([
      0,
      'gzip',
      loose.headers['content-length'],
    ]);
    const font = await send(client, '/assets/font-0d1e2f.woff2', { 'Accept-Encoding': 'gzip, br' });
    expect([font.headers['content-encoding'], font.body.length]).toEqual([undefined, 3000]);
  });
});

describe('the build', () => {
  const built = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

  test('compresses only JS, CSS, SVG, TTF and JSON files of at least 1 KiB, in both encodings', async () => {
    const names = await readdir(join(built, 'assets'));
    const available = new Set(names);
    const plain = names.filter((name) => !['.br', '.gz'].includes(extname(name)));
    expect(plain.length).toBeGreaterThan(5);
    for (const name of plain) {
      const { size } = await stat(join(built, 'assets', name));
      const text = ['.js', '.css', '.svg', '.ttf', '.json'].includes(extname(name));
      const expected = text && size >= 1024;
      expect([name, available.has(`${name}.br`), available.has(`${name}.gz`)]).toEqual([name, expected, expected]);
    }
  });

  test('produces a page with compressed scripts and styles', async () => {
    const client = await serve('open', undefined, built);
    const { body } = await client.get('/queens');
    const paths = [...(body as string).matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, path]) => path!,
    );
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) {
      const response = await send(client, path, { 'Accept-Encoding': 'br' });
      const original = await readFile(join(built, path));
      const sent = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(response.body) : response.body;
      expect([path, response.status, sent.equals(original)]).toEqual([path, 200, true]);
      if (original.length >= 2048) expect(response.body.length).toBeLessThan(original.length / 2);
    }
  });
});

describe('the language of the page', () => {
  const cases: [language: string, headers: Record<string, string>][] = [
    ['en', {}],
    ['de', { 'Accept-Language': 'de-CH,de;q=0.9,en;q=0.8' }],
    ['pl', { 'Accept-Language': 'cs, pl;q=0.7, en;q=0.3' }],
    ['en', { 'Accept-Language': 'ja' }],
    ['en', { 'Accept-Language': '*' }],
    ['fr', { 'Accept-Language': 'de', Cookie: 'queenbook_language=fr' }],
    ['it', { 'Accept-Language': 'it', Cookie: 'queenbook_language=xx' }],
    ['en', { Cookie: 'queenbook_language="><script>' }],
  ];
  test.each(cases)('is %s for the headers %j', async (language, headers) => {
    const response = await (await serve('open')).get('/', { headers });
    expect(response.body).toContain(`<html lang="${language}"`);
    expect(response.headers.get('Content-Language')).toBe(language);
    expect(response.body).not.toContain('<script>');
  });
});

describe('the theme of the page', () => {
  test.each([
    ['', '', 'light dark'],
    ['queenbook_theme=dark', 'dark', 'dark'],
    ['queenbook_language=de; queenbook_theme=light', 'light', 'light'],
    ['queenbook_theme=system', '', 'light dark'],
    ['queenbook_theme="onload="x', '', 'light dark'],
  ])('for the cookie %j is "%s"', async (Cookie, theme, scheme) => {
    const { body } = await (await serve('open')).get('/', { headers: { Cookie } });
    expect(body).toContain(`data-theme="${theme}"`);
    expect(body).toContain(`<meta name="color-scheme" content="${scheme}">`);
  });
});

describe('the headers of pages', () => {
  test('allow style elements with the nonce of the page, and images from data: and blob: URLs', async () => {
    const response = await (await serve('open')).get('/queens');
    const policy = response.headers.get('Content-Security-Policy')!;
    expect(policy).toContain(`style-src 'self' 'nonce-${nonceIn(response)}';`);
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  test('limit a page to its own origin and forbid framing', async () => {
    const { headers } = await (await serve('open')).get('/assets/start-1a2b3c.js');
    expect(headers.get('Content-Security-Policy')).toBe(contentSecurityPolicy());
    expect(contentSecurityPolicy()).toMatch(
      /default-src 'self'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
    );
    expect(contentSecurityPolicy()).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('Permissions-Policy')).toContain('geolocation=()');
    expect(headers.get('X-Powered-By')).toBeNull();
  });

  test('are replaced in API responses by headers that forbid everything', async () => {
    const service = await serve('open');
    for (const path of ['/api/v1/queens', '/api', '/API/queens', '/graphql']) {
      const { headers } = await service.get(path);
      expect(headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    }
  });

  test('are also set on error responses', async () => {
    const { headers } = await (await serve('open')).get('/nothing');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('require https only if PUBLIC_URL is https', async () => {
    expect((await (await serve('open')).get('/')).headers.get('Strict-Transport-Security')).toBeNull();
    const https = await serve('open', 'https://queens.example.org');
    expect((await https.get('/')).headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  test('can allow additional sources', () => {
    const csp = contentSecurityPolicy({ 'style-src': ["'nonce-abc'"], 'worker-src': ["'self'"] });
    expect(csp).toContain("style-src 'self' 'nonce-abc';");
    expect(csp).toContain("worker-src 'self'");
  });
});
