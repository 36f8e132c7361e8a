import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { routes } from '../../src/server/routes.js';
import { insertSampleQueens, type TestQueen } from './sample-queens.js';
import { serveRest, type Rest } from './harness.js';
import { runs } from '../support/fuzz.js';

let rest: Rest;
let as: string;
let queens: TestQueen[];
beforeAll(async () => {
  rest = await serveRest();
  as = await rest.account();
  queens = await insertSampleQueens(rest, as, 30);
});
afterAll(() => rest.close());

const withId = (path: string) => path.replace(':id', queens[0]!.id);

test('every route rejects unknown parameters and invalid values', async () => {
  for (const { method, path, parameters = [] } of routes) {
    const query = new URLSearchParams({ wing: '1' });
    for (const { name } of parameters) query.set(name, '\u0000');
    const response = await rest.get(`/api${withId(path)}?${query}`, { as, method });
    const { errors } = (await response.json()) as { errors: { path: string; message: string }[] };
    const names = new Set(errors.map((fault) => fault.path));
    expect([path, response.status, [...names].sort()]).toEqual([path, 400, [...query.keys()].sort()]);
    expect(errors.every(({ message }) => message.length > 0)).toBe(true);
  }
});

test('a parameter of true or false rejects names of properties of every object', async () => {
  const response = await rest.get(`/api/ebv/queens/${queens[0]!.id}?history=constructor`, { as });
  const { errors } = (await response.json()) as { errors: unknown };
  expect([response.status, errors]).toEqual([400, [{ path: 'history', message: 'must be true or false' }]]);
});

test('every route returns 401 to a request without credentials, before all other checks', async () => {
  for (const { method, path } of routes) {
    for (const place of [withId(path), path.replace(':id', 'no-uuid')]) {
      const response = await rest.get(`/api/v1${place}?wing=1`, { method });
      expect([path, response.status]).toEqual([path, 401]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
    }
  }
});

test('every route and parameter has a description, and exactly the parameters with a fixed set of values list them', () => {
  for (const { summary, parameters = [] } of routes) {
    expect(summary).not.toBe('');
    for (const { description, kind, values } of parameters) {
      expect(description).not.toBe('');
      expect(kind === 'enum' || kind === 'numbers').toBe(values !== undefined);
    }
  }
});

test('the entity tag is the same with and without compression', async () => {
  const tags = [];
  for (const coding of ['identity', 'gzip']) {
    const response = await rest.get('/api/queens', { as, headers: { 'accept-encoding': coding } });
    tags.push(response.headers.get('etag'));
    expect(response.headers.get('vary')).toMatch(/Authorization, Cookie/);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  }
  expect(tags[0]).toBe(tags[1]);
  const again = await rest.get('/api/queens', { as, headers: { 'if-none-match': tags[0] as string } });
  expect([again.status, again.headers.get('etag')]).toEqual([304, tags[0]]);
  await rest.insert('queen', { account_id: as, generation: 'F0', name: 'Neue', name_key: 'neue' });
  const changed = await rest.get('/api/queens', { as, headers: { 'if-none-match': tags[0] as string } });
  expect(changed.status).toBe(200);
});

test('a client that accepts no encoding gets an uncompressed response', async () => {
  const response = await rest.get('/api/queens?limit=100', { as, headers: { 'accept-encoding': 'identity;q=0' } });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
});

test('a GET with a content type is accepted', async () => {
  for (const type of ['application/json', 'text/plain', 'nonsense']) {
    expect((await rest.get('/api/queens', { as, headers: { 'content-type': type } })).status).toBe(200);
  }
});

test('the response to any GET request is data or a problem document, but never an internal error', async () => {
  const parameters = routes.flatMap(({ parameters: own = [] }) => own);
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer().map(String),
    fc.constantFrom(
      '2023',
      '2023-02-29',
      '0000-01-01',
      '9999-12-31T23:59:59-23:59',
      'F0',
      '%',
      '\\',
      "'",
      'WyJuYW1lS2V5LGlkIiwiIiwiIl0',
    ),
    fc.constantFrom(...parameters.flatMap(({ values = {} }) => Object.keys(values))),
    fc.jsonValue().map((json) => Buffer.from(JSON.stringify(json)).toString('base64url')),
    fc.uuid(),
  );
  const query = fc.array(fc.tuple(fc.constantFrom(...parameters.map(({ name }) => name)), value), { maxLength: 4 });
  const route = fc.constantFrom(...routes.filter(({ method }) => method === 'GET'));
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/api', '/api/v1'),
      route,
      fc.option(fc.uuid()),
      query,
      async (prefix, { method, path, parameters: own = [] }, id, pairs) => {
        const known = pairs.filter(([name]) => own.some((parameter) => parameter.name === name));
        const search = new URLSearchParams(
          Object.fromEntries(known.map(([name, text]) => [name, text.toWellFormed()])),
        );
        const response = await rest.get(`${prefix}${path.replace(':id', id ?? queens[1]!.id)}?${search}`, {
          as,
          method,
        });
        statuses.add(response.status);
        expect([200, 400, 404]).toContain(response.status);
        const body = (await response.json()) as Record<string, unknown>;
        if (response.status === 200) return;
        expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(body).toMatchObject({ type: 'about:blank', status: response.status, error: body.detail });
      },
    ),
    { numRuns: runs(600) },
  );
  expect([...statuses].sort()).toEqual([200, 400, 404]);
});
