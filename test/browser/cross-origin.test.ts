import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launch } from './browser.js';
import { startServer, type Server } from './server.js';

/** Starts a server with an empty page of another origin, such as the origin of another front end. */
async function frontEnd(): Promise<{ origin: string; http: HttpServer }> {
  const http = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>Front end'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, http };
}

let browser: Browser;
let server: Server;
let listed: Awaited<ReturnType<typeof frontEnd>>;
let unlisted: Awaited<ReturnType<typeof frontEnd>>;
beforeAll(async () => {
  [listed, unlisted] = await Promise.all([frontEnd(), frontEnd()]);
  [browser, server] = await Promise.all([launch(), startServer({ ALLOWED_ORIGINS: listed.origin })]);
}, 120_000);
afterAll(async () => {
  await Promise.all([browser.close(), server.stop()]);
  for (const { http } of [listed, unlisted]) http.close();
});

/** Sends a request from a script of the page, and returns the response that the script can read. */
async function fetchIn(page: Page, path: string, init: RequestInit): Promise<Record<string, unknown>> {
  const script = `fetch(${JSON.stringify(server.url + path)}, ${JSON.stringify(init)}).then(
    async (answer) => ({ status: answer.status, body: await answer.json(), etag: answer.headers.get('ETag'),
      challenge: answer.headers.get('WWW-Authenticate') }),
    (error) => ({ error: error.name }))`;
  return (await page.evaluate(script)) as Record<string, unknown>;
}

async function at(origin: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(origin);
  return page;
}

test('a page of an origin that the configuration allows can send requests with a key, and read errors and headers', async () => {
  const page = await at(listed.origin);
  const Authorization = `Bearer ${server.demo.key}`;
  const read = await fetchIn(page, '/api/v1/queens?limit=1', { headers: { Authorization } });
  expect(read).toMatchObject({ status: 200, body: { data: [{}] } });
  expect(read.etag).toMatch(/^W\//);
  const graphql = await fetchIn(page, '/graphql', {
    method: 'POST',
    headers: { Authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ queens { totalCount } }' }),
  });
  expect(graphql).toMatchObject({ status: 200, body: { data: { queens: {} } } });
  const refused = await fetchIn(page, '/api/v1/queens/00000000-0000-0000-0000-000000000000', {
    method: 'PUT',
    headers: { Authorization, 'Content-Type': 'application/json', 'If-Match': '"x"', 'Idempotency-Key': 'x' },
    body: '{}',
  });
  expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_permission' } });
  expect(refused.challenge).toMatch(/insufficient_scope/);
});

test('a page of an origin that is not allowed cannot read data with a key, and a page of an allowed origin cannot read data with a session', async () => {
  const elsewhere = await at(unlisted.origin);
  const headers = { Authorization: `Bearer ${server.demo.key}` };
  expect(await fetchIn(elsewhere, '/api/v1/queens', { headers })).toEqual({ error: 'TypeError' });
  const page = await at(listed.origin);
  expect(await fetchIn(page, '/api/session', { credentials: 'include' })).toEqual({ error: 'TypeError' });
});
