import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type Router from '@koa/router';
import type { TestResponse, Client } from '../support/service.js';
import { makeDocument, operationsOf, validator, type Described } from './document.js';
import { CASES, keyWith, startSampleService, type SampleRequest, type SampleService } from './sample-service.js';

/** Calls every operation of the document and validates each response. */
const document = await makeDocument();
const validate = validator(document);
const all = operationsOf(document);
const each = all.map((operation) => [operation.operationId, operation] as const);

let sample: SampleService;
beforeAll(async () => {
  sample = await startSampleService();
});
afterAll(() => sample?.service.close());

const UNKNOWN_ID = '0190a6f0-0000-7000-8000-000000000000';
/** Headers that clients use. The document must list these headers. */
const HEADERS = ['ETag', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate'];
const isSessionOnly = ({ security }: Described) => security.length === 1;
const isOpen = ({ security }: Described) => security.length === 0;
const caller = (operation: Described): Client =>
  isOpen(operation) ? sample.service.visitor() : isSessionOnly(operation) ? sample.session : sample.key;

function send(operation: Described, request: SampleRequest, headers: Record<string, string> = {}, prefix = '/api/v1') {
  const { id = UNKNOWN_ID, query = {}, body, file, as = caller(operation) } = request;
  const path = `${prefix}${operation.path.replace('{id}', id)}?${new URLSearchParams(query)}`;
  if (file) return as.upload(path, ...file);
  return as.request(operation.method, path, body, { headers });
}

function expectConforming({ method, path, responses }: Described, { status, headers, body }: TestResponse): void {
  const response = responses[status];
  const where = `${method} ${path} ${status}`;
  if (!response) throw new Error(`${where} is not in the document: ${JSON.stringify(body)}`);
  for (const name of HEADERS) {
    const value = headers.get(name);
    const documented = response.headers?.[name];
    if (value === null) continue;
    if (!documented) throw new Error(`${where} has the header ${name}, which the document does not list`);
    const typed = (documented.schema as { type: string }).type === 'integer' ? Number(value) : value;
    expect([where, name, validate(documented.schema, typed)]).toEqual([where, name, []]);
  }
  const type = headers.get('Content-Type')?.split(';')[0];
  if (!response.content) return expect([where, type, body]).toEqual([where, undefined, '']) as void;
  expect([where, type]).toEqual([where, Object.keys(response.content)[0]]);
  if (/json/.test(type!)) expect([where, validate(response.content[type!]!.schema, body)]).toEqual([where, []]);
}

test('the document has exactly the operations of the router', async () => {
  const { router } = sample.service.koa.middleware.find((part) => 'router' in part) as unknown as { router: Router };
  const patterns = new Set(router.stack.map(({ path }) => String(path)).filter((path) => !path.includes('*')));
  const paths = [...patterns].flatMap((pattern) => ['', '/v1'].map((version) => pattern.replace('{/v1}', version)));
  const routed = new Set<string>();
  for (const path of paths) {
    const template = path.replace(/:(\w+)/g, '{$1}');
    const { headers, status } = await sample.session.request('OPTIONS', path.replace(/:\w+/g, UNKNOWN_ID));
    expect([path, status]).toEqual([path, 204]);
    for (const method of headers.get('Allow')!.split(', ')) {
      if (method !== 'HEAD' && method !== 'OPTIONS') routed.add(`${method} ${template}`);
    }
  }
  const documented = all.flatMap(({ method, path }) => [`${method} /api${path}`, `${method} /api/v1${path}`]);
  expect([...routed].sort()).toEqual(documented.sort());
});

test('CASES contains every operation', () => {
  expect(Object.keys(CASES).sort()).toEqual(all.map(({ operationId }) => operationId).sort());
});

describe('a successful response', () => {
  test.each(each)('of %s matches the document', async (name, operation) => {
    for (const prefix of ['/api/v1', '/api']) {
      const request = await CASES[name]!(sample);
      const response = await send(operation, request, {}, prefix);
      const [documented] = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      expect([response.status, response.status < 300 ? undefined : response.body]).toEqual([
        Number(documented),
        undefined,
      ]);
      expectConforming(operation, response);
      for (const header of ['ETag', 'Location'].filter((name) => operation.responses[documented!]!.headers?.[name])) {
        expect([header, response.headers.get(header)]).toEqual([header, expect.any(String)]);
      }
      if (operation.responses[304]) {
        const again = await send(operation, request, { 'If-None-Match': response.headers.get('ETag')! });
        expect(again.status).toBe(304);
        expectConforming(operation, again);
      }
    }
  });

  test.each(each.filter(([, { method, security }]) => method === 'GET' && security.length === 2))(
    'of %s matches the document, for a key with only the required permission',
    async (name, operation) => {
      const as = await keyWith(sample, operation['x-required-permission']);
      const request = await CASES[name]!(sample);
      const needsPermission = (parameter: string) =>
        operation.parameters.some((each) => each.name === parameter && each['x-required-permission']);
      const entries = Object.entries(request.query ?? {});
      const query = Object.fromEntries(entries.filter(([parameter]) => !needsPermission(parameter)));
      const response = await send(operation, { ...request, query, as });
      expect(response.status).toBe(200);
      expectConforming(operation, response);
      for (const [parameter, value] of entries.filter(([each]) => needsPermission(each))) {
        const refused = await send(operation, { ...request, query: { ...query, [parameter]: value }, as });
        expect([parameter, refused.status]).toEqual([parameter, 403]);
        expectConforming(operation, refused);
      }
    },
  );
});

/** For some error statuses, a function that sends a request which causes the error. */
const ERRORS: Record<string, (operation: Described, request: SampleRequest) => Promise<TestResponse>> = {
  400: (operation, request) =>
    operation.requestBody
      ? send(operation, { ...request, file: request.file && ['a.csv', '', {}], body: request.body && { wasp: 1 } })
      : send(operation, { ...request, query: { wasp: '1' } }),
  401: (operation, request) =>
    send(operation, { ...request, as: isOpen(operation) ? sample.key : sample.service.visitor() }),
  404: (operation, request) => send(operation, { ...request, id: UNKNOWN_ID }),
  412: (operation, request) => send(operation, request, { 'If-Match': '"other"' }),
  413: (operation, { as, id }) => send(operation, { as, id, body: 'x'.repeat(2 ** 20) }),
  415: (operation, request) =>
    send(operation, { ...request, file: undefined, body: {} }, { 'Content-Type': 'text/plain' }),
};

describe('an error response', () => {
  const documented = each.flatMap(([name, operation]) =>
    Object.keys(ERRORS)
      .filter((status) => operation.responses[status])
      // Excludes uploads of 200 MiB, and 404 of operations without an id, because `ERRORS` sends an unknown id.
      .filter((status) => status !== '404' || operation.path.includes('{id}'))
      .filter((status) => status !== '413' || name !== 'startImport')
      .map((status) => [name, status, operation] as const),
  );
  test.each(documented)('of %s with the status %s matches the document', async (name, status, operation) => {
    const response = await ERRORS[status]!(operation, await CASES[name]!(sample));
    expect([response.status, response.body.code]).toEqual([Number(status), expect.any(String)]);
    expectConforming(operation, response);
  });

  test.each(each.filter(([, operation]) => operation['x-required-permission']))(
    'of %s has the status 403 and names the missing permission',
    async (name, operation) => {
      const response = await send(operation, { ...(await CASES[name]!(sample)), as: sample.withoutPermissions });
      expect([response.status, response.body.required]).toEqual([403, operation['x-required-permission']]);
      expectConforming(operation, response);
    },
  );

  test.each(each.filter(([, operation]) => isSessionOnly(operation)))(
    'of %s has the status 401 for an API key',
    async (name, operation) => {
      const response = await send(operation, { ...(await CASES[name]!(sample)), as: sample.key });
      expect([response.status, response.body.code]).toEqual([401, 'session_required']);
      expectConforming(operation, response);
    },
  );

  test.each(each)('of %s has the status 400 for an unknown parameter', async (name, operation) => {
    const request = await CASES[name]!(sample);
    const response = await send(operation, { ...request, query: { ...request.query, wasp: '1' } });
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
    expectConforming(operation, response);
  });

  const conflicts: Record<string, (sample: SampleService) => SampleRequest | Promise<SampleRequest>> = {
    createF0Queen: () => ({ body: { external_id: 'DE-1' } }),
    createHives: () => ({ body: [{ name: 'Twin' }, { name: 'Twin' }] }),
    updateF0Queen: ({ id }) => ({ id: id.f0, body: { external_id: 'DE-1' } }),
    deleteQueen: ({ id }) => ({ id: id.f0 }),
    mergeQueens: ({ id }) => ({ id: id.f0, body: { queen_id: id.f1 } }),
    deleteApiary: ({ id }) => ({ id: id.apiary }),
    decideImport: ({ id }) => ({ id: id.import, body: { skip_faulty: true } }),
    undoImport: async ({ key, id }) => {
      await key.post(`/api/imports/${id.import}/undo`);
      return { id: id.import };
    },
    openAccount: () => ({
      body: {
        email: (sample.session as never as { account: { email: string } }).account.email,
        name: 'B',
        password: 'a good long password',
      },
    }),
  };
  test.each(Object.entries(conflicts))('of %s has the status 409 for a conflict', async (name, request) => {
    const operation = all.find(({ operationId }) => operationId === name)!;
    const response = await send(operation, await request(sample));
    expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    expectConforming(operation, response);
  });

  test('of signIn has the status 429 and the Retry-After header after too many attempts', async () => {
    const operation = all.find(({ operationId }) => operationId === 'signIn')!;
    const body = { email: 'nobody@bees.example', password: 'a wrong password' };
    const responses: TestResponse[] = [];
    for (let guess = 0; guess < 9; guess++) responses.push(await send(operation, { body }));
    for (const response of responses) expectConforming(operation, response);
    expect(responses[0]!.status).toBe(401);
    expect(responses[8]!.status).toBe(429);
  });
});

test('the service returns the current document without credentials, and with an entity tag', async () => {
  for (const path of ['/api/openapi.json', '/api/v1/openapi.json']) {
    const response = await sample.service.visitor().get(path, { headers: { Authorization: 'Bearer wrong' } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(response.body.paths).toEqual(document.paths);
    const again = await sample.service
      .visitor()
      .get(path, { headers: { 'If-None-Match': response.headers.get('ETag')! } });
    expect([again.status, again.body]).toEqual([304, '']);
  }
  const wrong = await sample.service.visitor().post('/api/openapi.json', {});
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});
