import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { createLog } from '../src/log.js';
import { problems } from '../src/rest/problem.js';
import { pageCsp, securityHeaders } from '../src/security-headers.js';
import { nothingHere, webInterface } from '../src/web-interface.js';
import { Client } from './support/client.js';

let folder: string;
const servers: Server[] = [];

async function serve(REGISTRATION: 'open' | 'closed', PUBLIC_URL?: string, built = folder): Promise<Client> {
  const koa = new Koa();
  koa.use(securityHeaders({ PUBLIC_URL }));
  koa.use(problems(createLog('silent')));
  koa.use(webInterface({ REGISTRATION }, built));
  koa.use(nothingHere);
  const server = createServer(koa.callback());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'playground'));
  await writeFile(join(folder, 'index.html'), '<meta name="queenbook-registration" content="%REGISTRATION%">');
  await writeFile(join(folder, 'playground', 'index.html'), 'the playground');
  await writeFile(join(folder, 'assets', 'start-1a2b3c.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'start-1a2b3c.css'), 'body {}');
  await writeFile(join(folder, 'secret.txt'), 'secret');
});
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  await rm(folder, { recursive: true });
});

/** As it stands, where `fetch` would first resolve the dots. */
function statusOf(client: Client, path: string): Promise<number> {
  const { hostname, port } = new URL(client.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => resolve(response.resume().statusCode!))
      .on('error', reject)
      .end();
  });
}

describe('the web interface', () => {
  test('tells its page whether registration is open', async () => {
    expect((await (await serve('open')).get('/')).body).toContain('content="open"');
    expect((await (await serve('closed')).get('/')).body).toContain('content="closed"');
  });

  test('answers at the address of one-time links as well', async () => {
    const client = await serve('open');
    const { status, body, headers } = await client.get('/password');
    expect([status, body]).toEqual([200, (await client.get('/')).body]);
    expect(headers.get('Content-Type')).toMatch(/^text\/html/);
  });

  test('has its page asked for each time, and gives 304 where it is the same', async () => {
    const client = await serve('open');
    const { headers } = await client.get('/');
    expect(headers.get('Cache-Control')).toBe('no-cache');
    const again = await client.get('/', { headers: { 'If-None-Match': headers.get('ETag')! } });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('has its assets kept for good', async () => {
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
    '/%',
  ])('has nothing at %s', async (path) => {
    expect(await statusOf(await serve('open'), path)).toBe(404);
  });

  test('refuses another method, and what is not there as a problem', async () => {
    const client = await serve('open');
    const posted = await client.post('/', {});
    expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    const missing = await client.get('/nothing');
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
  });

  test('says so in plain text where the pages have not been built', async () => {
    const { status, body, headers } = await (await serve('open', undefined, join(folder, 'none'))).get('/');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(body).toMatch(/have not been built/);
  });
});

describe('the headers', () => {
  test('hold a page to its own origin and out of frames', async () => {
    const { headers } = await (await serve('open')).get('/');
    expect(headers.get('Content-Security-Policy')).toBe(pageCsp());
    expect(pageCsp()).toMatch(/default-src 'self'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/);
    expect(pageCsp()).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('X-Powered-By')).toBeNull();
  });

  test('are on refusals too', async () => {
    const { headers } = await (await serve('open')).get('/nothing');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('ask for https only where people come over https', async () => {
    expect((await (await serve('open')).get('/')).headers.get('Strict-Transport-Security')).toBeNull();
    const https = await serve('open', 'https://queens.example.org');
    expect((await https.get('/')).headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  test('let a page add what it needs', () => {
    const csp = pageCsp({ 'style-src': ["'nonce-abc'"], 'worker-src': ["'self'"] });
    expect(csp).toContain("style-src 'self' 'nonce-abc';");
    expect(csp).toContain("worker-src 'self'");
  });
});
