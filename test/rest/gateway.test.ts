import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Router from '@koa/router';
import fc from 'fast-check';
import type { Server } from 'node:http';
import { gateway } from '../../src/rest/gateway.js';
import type { Route } from '../../src/rest/route.js';
import { ID, serveToy, toyRoutes, toySchema } from './small-schema.js';
import { runs } from '../support/fuzz.js';

let url: string;
let server: Server;
beforeAll(async () => {
  ({ url, server } = await serveToy());
});
afterAll(() => void server.close());

const ALL = 'queens,hive,evaluations';
const request = (path: string, as = ALL, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { as, ...(init.headers as Record<string, string>) } });

async function problem(response: Response, status: number): Promise<Record<string, unknown>> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ type: expect.any(String), title: expect.any(String), status, code: expect.any(String) });
  expect(body.error).toBe(body.detail);
  return body;
}
const faultsOf = async (response: Response) =>
  ((await problem(response, 400)).errors as { path: string }[]).map(({ path }) => path).sort();

describe('the gateway at startup', () => {
  const start = (route: Partial<Route>) => () =>
    gateway(new Router(), {} as never, toySchema(), [{ ...toyRoutes[0], ...route } as Route]);
  test.each([
    ['an unknown field', { document: 'query ($first: Int, $offset: Int, $after: String) { wasps }' }, /wasps/],
    ['invalid GraphQL', { document: 'query {' }, /Syntax Error/],
    ['a parameter without its variable', { document: `{ bee(id: "${ID}") { id } }` }, /\$first/],
    [
      'a parameter without a description',
      { parameters: [{ name: 'born_from', kind: 'date' as const, variable: 'filter.bornFrom' }] },
      /born_from has no description/,
    ],
    ['a path without its variable', { path: '/bees/:hive' }, /\$hive/],
  ])('rejects %s and names the route', (_, route, message) => {
    expect(start(route)).toThrow(/^Route GET \/bees/);
    expect(start(route)).toThrow(message);
  });
  test('rejects a duplicate path', () => {
    expect(() => gateway(new Router(), {} as never, toySchema(), [toyRoutes[0]!, toyRoutes[0]!])).toThrow(/twice/);
  });
});

describe.each(['/api', '/api/v1'])('the gateway under %s', (prefix) => {
  test('returns a filtered list, its page, and a link to the next page', async () => {
    const response = await request(`${prefix}/bees?limit=2&offset=0&born_from=2020`);
    expect(await response.json()).toEqual({
      data: [1, 2].map((n) => ({ id: ID, bee_name: `Bee ${n}`, sting: { length: 2 } })),
      page: { limit: 2, offset: 0, total: 3, next_cursor: 'WzFd' },
    });
    expect(response.headers.get('link')).toBe(`<${prefix}/bees?limit=2&born_from=2020&cursor=WzFd>; rel="next"`);
  });
  test('returns one row, and 404 for an unknown or malformed id', async () => {
    expect((await request(`${prefix}/bees/${ID.toUpperCase()}`)).status).toBe(200);
    await problem(await request(`${prefix}/bees/${ID.replace('018f', '018e')}`), 404);
    for (const id of ['7', 'F0', `${ID}0`, '%00', '%E0%A4%A'])
      await problem(await request(`${prefix}/bees/${id}`), 404);
    for (const path of ['', '/', '/wasps', `/bees/${ID}/wings`]) await problem(await request(prefix + path), 404);
  });
  test('returns 405 for a wrong method, with the allowed methods of all handlers', async () => {
    const put = await request(`${prefix}/bees`, ALL, { method: 'PUT' });
    const allowed = 'DELETE, GET, HEAD, OPTIONS, POST';
    expect(put.headers.get('allow')).toBe(allowed);
    expect((await problem(put, 405)).code).toBe('method_not_allowed');
    const options = await request(`${prefix}/bees`, '', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, allowed, '']);
  });
});

test('the gateway does not restrict the methods of a path that another handler serves', async () => {
  expect(await (await request('/api/bees', ALL, { method: 'DELETE' })).text()).toBe('from another handler');
  const get = await request(`/api/bees/${ID}/undo`);
  expect(get.headers.get('allow')).toBe('OPTIONS, POST');
  await problem(get, 405);
});

test('the gateway responds to HEAD as it responds to GET, but without a body', async () => {
  const [head, get] = [await request('/api/bees', ALL, { method: 'HEAD' }), await request('/api/bees')];
  expect(await head.text()).toBe('');
  for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary', 'link']) {
    expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  }
  expect(get.headers.get('cache-control')).toBe('private, no-cache');
  expect(get.headers.get('vary')).toBe('Authorization, Cookie');
});

test('the gateway checks credentials before permissions, and permissions before parameters', async () => {
  const unauthenticated = await request('/api/bees?nonsense=1', '');
  expect(unauthenticated.headers.get('www-authenticate')).toBe('Bearer');
  expect((await problem(unauthenticated, 401)).code).toBe('unauthenticated');
  const lacking = await request('/api/bees/7?nonsense=1', 'hive');
  expect(lacking.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
  expect(await problem(lacking, 403)).toMatchObject({
    code: 'insufficient_permission',
    required: { resource: 'queens', level: 'read' },
  });
});

test('the gateway names every invalid parameter', async () => {
  const all = '/api/bees?limit=0&offset=-1&cursor=x&born_from=2023-02-30&wing=1&__proto__=1';
  expect(await faultsOf(await request(all))).toEqual([
    '__proto__',
    'born_from',
    'cursor',
    'cursor',
    'limit',
    'offset',
    'wing',
  ]);
  for (const limit of ['101', '1.5', '', '1e1', ' 5', '0x5', '99999999999999999999']) {
    expect(await faultsOf(await request(`/api/bees?limit=${limit}`))).toEqual(['limit']);
  }
  expect(await faultsOf(await request('/api/bees?limit=5&limit=5'))).toEqual(['limit']);
  expect(await faultsOf(await request('/api/bees?offset=1&cursor=WzFd'))).toEqual(['cursor']);
  expect(await faultsOf(await request('/api/bees?cursor=WyJiIl0&born_from=1900'))).toEqual(['born_from', 'cursor']);
  expect(await faultsOf(await request(`/api/bees/${ID}?limit=1`))).toEqual(['limit']);
});

test('the gateway omits members that the caller may not read, even if the schema makes them non-null', async () => {
  expect(await (await request(`/api/bees/${ID}`, 'queens')).json()).toEqual({ data: { id: ID, bee_name: 'Bee 1' } });
  const list = (await (await request('/api/bees', 'queens')).json()) as { data: object[] };
  expect(list.data[0]).toEqual({ id: ID, bee_name: 'Bee 1' });
  // For this caller, the whole response is null, so the gateway cannot omit a member.
  await problem(await request(`/api/bees/${ID}/tests`, 'queens'), 403);
});

test('the gateway hides the details of internal errors', async () => {
  const body = await problem(await request(`/api/bees/${ID}/broken`), 500);
  expect(JSON.stringify(body)).not.toMatch(/secret|select/);
});

test('the gateway creates a row from a body, or reports faults with REST names', async () => {
  const post = (body: unknown, as = 'queens!') =>
    request('/api/v1/bees', as, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const created = await post({ name: 'Maja' });
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api/v1/bees/${ID}`]);
  expect(await faultsOf(await post({ wing: 1, bornOn: 'x" at "input.z"; y' }))).toEqual([
    'bee_name',
    'born_on',
    'wing',
  ]);
  expect((await problem(await post({}), 400)).errors).toEqual([
    { path: 'bee_name', message: 'is required', code: 'required' },
  ]);
  expect((await problem(await post({}, 'queens'), 403)).code).toBe('insufficient_permission');
});

test('the gateway returns 304 if the client has the current response', async () => {
  const tag = (await request('/api/bees')).headers.get('etag') as string;
  const statusWithTag = async (list: string, path = '/api/bees', init = {}) =>
    (await request(path, ALL, { ...init, headers: { 'if-none-match': list } })).status;
  for (const list of [tag, '*', `"a,b", ${tag}`, tag.replace('W/', '')]) expect(await statusWithTag(list)).toBe(304);
  // Proxies that compress responses append the encoding to the tag.
  for (const suffix of ['-gzip', ';br', '-zstd', '-deflate']) {
    expect(await statusWithTag(tag.replace(/"$/, `${suffix}"`))).toBe(304);
  }
  for (const list of ['"a"', tag.replace(/"$/, '-other"'), tag.replaceAll('"', ''), 'W/*'])
    expect(await statusWithTag(list)).toBe(200);
  expect(await statusWithTag(tag, '/api/bees?limit=1')).toBe(200);
  expect(await statusWithTag(tag, '/api/bees', { method: 'HEAD' })).toBe(304);
  const notModified = await request('/api/bees', ALL, { headers: { 'if-none-match': tag } });
  expect([notModified.headers.get('etag'), notModified.headers.get('vary'), await notModified.text()]).toEqual([
    tag,
    'Authorization, Cookie',
    '',
  ]);
});

test('the gateway returns data or a problem document for any request', async () => {
  const step = fc.oneof(fc.constantFrom('bees', ID, 'v1', '..', ''), fc.webSegment(), fc.string());
  const query = fc.oneof(fc.webQueryParameters(), fc.constantFrom('limit', 'cursor[]=1', 'a=%00', '&&=', 'limit=%ff'));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 4 }), query, async (steps, text) => {
      const path = ['/api', ...steps.map(encodeURI)].join('/').replace(/[#?]/g, '');
      if (!URL.canParse(`${url}${path}?${text}`) || !new URL(url + path).pathname.startsWith('/api')) return;
      const response = await request(`${path}?${text}`);
      expect(response.status).toBeLessThan(500);
      if (response.status >= 400) await problem(response, response.status);
    }),
    { numRuns: runs(300) },
  );
});
