import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { startService, type TestResponse, type Client, type TestService } from '../support/service.js';

const FRONT_END = 'https://app.example.org';
const OTHER = 'http://localhost:5173';

let service: TestService;
let program: Client;
let anna: Client;
beforeAll(async () => {
  service = await startService({ ALLOWED_ORIGINS: `${FRONT_END}, ${OTHER}`, REQUESTS_PER_MINUTE: '30' });
  anna = await service.register();
  program = clientWithKey(service, (await makeKey(anna)).key);
});
afterAll(() => service.close());

const corsOf = ({ headers }: TestResponse) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const from = (Origin: string) => ({ headers: { Origin } });

const PATHS = ['/api/queens/f0', '/api/v1/imports', '/api/v1/nothing-here', '/graphql', '/API/account'];

describe('a preflight request', () => {
  const preflight = (path: string, origin: string) =>
    service.visitor().request('OPTIONS', path, undefined, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,if-match',
      },
    });

  test.each(PATHS)(
    'to %s from an allowed origin gets 204 with the allowed methods and headers, but without Access-Control-Allow-Credentials',
    async (path) => {
      for (const origin of [FRONT_END, OTHER]) {
        const response = await preflight(path, origin);
        expect(response.status).toBe(204);
        expect(corsOf(response)).toEqual({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
          'access-control-allow-headers':
            'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id',
          'access-control-max-age': '7200',
        });
        expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/);
      }
    },
  );

  test.each(['https://evil.example', 'https://app.example.org.evil.example', 'http://app.example.org', 'null', '*'])(
    'from the origin %s gets no CORS headers in its response',
    async (origin) => {
      for (const path of PATHS) {
        const response = await preflight(path, origin);
        expect(corsOf(response)).toEqual({});
        expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/);
      }
    },
  );

  test('to a page or a health check gets no CORS headers in its response', async () => {
    for (const path of ['/', '/healthz']) expect(corsOf(await preflight(path, FRONT_END))).toEqual({});
  });
});

describe('CORS headers of a response', () => {
  test('name an allowed origin and expose headers, but do not allow credentials', async () => {
    const read = await program.get('/api/queens/f0', from(FRONT_END));
    const queried = await program.post('/graphql', { query: '{ queens { totalCount } }' }, from(FRONT_END));
    for (const response of [read, queried]) {
      expect(response.status).toBe(200);
      const { 'access-control-expose-headers': exposed, ...others } = corsOf(response);
      expect(others).toEqual({ 'access-control-allow-origin': FRONT_END });
      for (const name of ['ETag', 'Link', 'Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id']) {
        expect(exposed!.split(', ')).toContain(name);
      }
      expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/);
    }
    const again = await program.get('/api/queens/f0', {
      headers: { Origin: FRONT_END, 'If-None-Match': read.headers.get('ETag')! },
    });
    expect([again.status, corsOf(again)['access-control-allow-origin']]).toEqual([304, FRONT_END]);
  });

  test('are also present in an error response', async () => {
    const visitor = service.visitor();
    const errors: [number, Promise<TestResponse>][] = [
      [401, visitor.get('/api/queens/f0', from(FRONT_END))],
      [401, clientWithKey(service, 'nonsense').post('/graphql', { query: '{ me { id } }' }, from(FRONT_END))],
      [403, program.post('/api/v1/queens', { generation: 'F0', queen_name: 'Ursula' }, from(FRONT_END))],
      [404, program.get('/api/nothing-here', from(FRONT_END))],
      [400, program.get('/api/queens/f0?limit=0', from(FRONT_END))],
    ];
    for (const [status, response] of errors) {
      expect((await response).status).toBe(status);
      expect(corsOf(await response)['access-control-allow-origin']).toBe(FRONT_END);
    }
    // The loop exhausts a request limit, so it uses a separate key.
    const busy = clientWithKey(service, (await makeKey(anna)).key);
    let refused = await busy.get('/api/queens/f0', from(FRONT_END));
    for (let n = 0; n < 40 && refused.status !== 429; n += 1) {
      refused = await busy.get('/api/queens/f0', from(FRONT_END));
    }
    expect([refused.status, corsOf(refused)['access-control-allow-origin']]).toEqual([429, FRONT_END]);
  });

  test('are absent for other origins', async () => {
    const response = await service.visitor().get('/api/queens/f0', from('https://evil.example'));
    expect(corsOf(response)).toEqual({});
    expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/);
  });
});

test('the service rejects a cross-origin request that changes data with a session', async () => {
  const { status, body } = await anna.delete('/api/account', { password: 'x' }, from(FRONT_END));
  expect([status, body.code]).toEqual([403, 'cross_origin']);
});

test('the service sends no CORS headers without ALLOWED_ORIGINS', async () => {
  const alone = await startService();
  try {
    const response = await alone.visitor().get('/api/queens/f0', from(FRONT_END));
    expect(corsOf(response)).toEqual({});
    expect(response.headers.get('Vary') ?? '').not.toMatch(/Origin/);
  } finally {
    await alone.close();
  }
});
