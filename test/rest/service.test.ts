import { beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { sharedService, type SharedService } from '../support/service.js';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const LISTS = [
  'queens',
  'queens/f0',
  'queens/f1',
  'queens/evaluations',
  'ebv/latest',
  'ebv/runs',
  'apiaries',
  'hives',
  'imports',
];

test('lists are available to a session under both prefixes, but not to a visitor', async () => {
  const anna = await service.register();
  for (const prefix of ['/api', '/api/v1']) {
    for (const path of LISTS) {
      const { status, headers, body } = await anna.get(`${prefix}/${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(body).toMatchObject({ data: [], page: { limit: 20, offset: 0, total: 0, next_cursor: null } });
      expect(headers.get('vary')).toMatch(/Authorization.*Cookie/);
      const again = await anna.get(`${prefix}/${path}`, {
        headers: { 'If-None-Match': headers.get('etag') as string },
      });
      expect([path, again.status, again.body]).toEqual([path, 304, '']);
      const visitor = await service.visitor().get(`${prefix}/${path}?wing=1`);
      expect([path, visitor.status, visitor.body.code]).toEqual([path, 401, 'unauthenticated']);
    }
    expect((await anna.get(`${prefix}/account`)).body.data).toMatchObject({ id: anna.account.id });
  }
});

// Regression: operations outside the gateway accepted unknown parameters.
test.each([
  ['get', '/api/account/export'],
  ['get', '/api/v1/session'],
  ['post', '/api/session'],
  ['post', '/api/v1/imports'],
  ['put', '/api/account/password'],
  ['delete', '/api/account'],
] as const)('%s %s rejects an unknown parameter after authentication', async (method, path) => {
  const anna = await service.register();
  const { status, body } = await anna[method](`${path}?wing=1`, {});
  expect([status, body.errors]).toMatchObject([
    400,
    [{ path: 'wing', message: expect.stringContaining('is not a parameter') }],
  ]);
  if (path === '/api/session') return;
  expect((await service.visitor()[method](`${path}?wing=1`, {})).status).toBe(401);
});

test.each(['gzip', 'deflate', 'br', 'identity'])(
  'HEAD returns the same headers as GET with the encoding %s',
  async (coding) => {
    const anna = await service.register();
    for (let n = 0; n < 12; n += 1) await anna.post('/api/queens/f0', { queen_name: `Queen ${n}` });
    const paths = ['/api/queens', '/api/queens?limit=1', '/api/hives', '/api/openapi.json', '/api/session', '/healthz'];
    for (const path of paths) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) =>
          anna.request(method, path, undefined, { headers: { 'Accept-Encoding': coding } }),
        ),
      );
      const names = ['content-length', 'content-encoding', 'content-type', 'etag', 'vary'];
      expect([path, head!.status, head!.body]).toEqual([path, 200, '']);
      expect([path, ...names.map((name) => head!.headers.get(name))]).toEqual([
        path,
        ...names.map((name) => get!.headers.get(name)),
      ]);
    }
  },
);

// A shared cache could otherwise send a compressed response to a client that does not understand it, or the reverse.
test('a response depends on Accept-Encoding, whether or not the request has this header', async () => {
  for (const path of ['/api/openapi.json', '/api/session', '/']) {
    for (const headers of [{}, { 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'br, identity;q=0' }]) {
      const [response] = (await once(get(new URL(path, service.url), { headers }), 'response')) as [IncomingMessage];
      response.resume();
      const vary = response.headers.vary?.match(/Accept-Encoding/g);
      expect([path, headers, vary]).toEqual([path, headers, ['Accept-Encoding']]);
    }
  }
});

test('a wrong method gets the allowed methods of all handlers, and an unknown path gets a problem document', async () => {
  const anna = await service.register();
  const imports = await anna.put('/api/imports', {});
  expect([imports.status, imports.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  const session = await anna.put('/api/session', {});
  expect([session.status, session.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, OPTIONS, POST']);
  for (const path of ['/api', '/api/', '/api/wasps', '/api/v1/queens/f0/x/y']) {
    const { status, headers, body } = await anna.get(path);
    expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  }
});
