import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type Router from '@koa/router';
import type { Answer, Client } from '../support/service.js';
import { makeDocument, operationsOf, validator, type Described } from './document.js';
import { CASES, keyWith, makeWorld, type Ask, type World } from './sample-service.js';

/** Calls every operation of the document and validates each response. */
const document = await makeDocument();
const validate = validator(document);
const all = operationsOf(document);
const each = all.map((operation) => [operation.operationId, operation] as const);

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world?.service.close());

const UNKNOWN_ID = '0190a6f0-0000-7000-8000-000000000000';
/** Headers that clients use, which the document must list. */
const TELLING = ['ETag', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate'];
const isSessionOnly = ({ security }: Described) => security.length === 1;
const isOpen = ({ security }: Described) => security.length === 0;
const caller = (operation: Described): Client =>
  isOpen(operation) ? world.service.visitor() : isSessionOnly(operation) ? world.session : world.key;

function send(operation: Described, ask: Ask, headers: Record<string, string> = {}, prefix = '/api/v1') {
  const { id = UNKNOWN_ID, query = {}, body, file, as = caller(operation) } = ask;
  const path = `${prefix}${operation.path.replace('{id}', id)}?${new URLSearchParams(query)}`;
  if (file) return as.upload(path, ...file);
  return as.request(operation.method, path, body, { headers });
}

function expectConform({ method, path, responses }: Described, { status, headers, body }: Answer): void {
  const response = responses[status];
  const where = `${method} ${path} ${status}`;
  if (!response) throw new Error(`${where} is not in the document: ${JSON.stringify(body)}`);
  for (const name of TELLING) {
    const value = headers.get(name);
    const told = response.headers?.[name];
    if (value === null) continue;
    if (!told) throw new Error(`${where} bears ${name}, of which the document does not tell`);
    const typed = (told.schema as { type: string }).type === 'integer' ? Number(value) : value;
    expect([where, name, validate(told.schema, typed)]).toEqual([where, name, []]);
  }
  const type = headers.get('Content-Type')?.split(';')[0];
  if (!response.content) return expect([where, type, body]).toEqual([where, undefined, '']) as void;
  expect([where, type]).toEqual([where, Object.keys(response.content)[0]]);
  if (/json/.test(type!)) expect([where, validate(response.content[type!]!.schema, body)]).toEqual([where, []]);
}

test('the document has exactly the operations of the router', async () => {
  const { router } = world.service.koa.middleware.find((part) => 'router' in part) as unknown as { router: Router };
  const patterns = new Set(router.stack.map(({ path }) => String(path)).filter((path) => !path.includes('*')));
  const paths = [...patterns].flatMap((pattern) => ['', '/v1'].map((version) => pattern.replace('{/v1}', version)));
  const answered = new Set<string>();
  for (const path of paths) {
    const template = path.replace(/:(\w+)/g, '{$1}');
    const { headers, status } = await world.session.request('OPTIONS', path.replace(/:\w+/g, UNKNOWN_ID));
    expect([path, status]).toEqual([path, 204]);
    for (const method of headers.get('Allow')!.split(', ')) {
      if (method !== 'HEAD' && method !== 'OPTIONS') answered.add(`${method} ${template}`);
    }
  }
  const told = all.flatMap(({ method, path }) => [`${method} /api${path}`, `${method} /api/v1${path}`]);
  expect([...answered].sort()).toEqual(told.sort());
});

test('the tests call every operation', () => {
  expect(Object.keys(CASES).sort()).toEqual(all.map(({ operationId }) => operationId).sort());
});

describe('successful requests', () => {
  test.each(each)('%s', async (name, operation) => {
    for (const prefix of ['/api/v1', '/api']) {
      const ask = await CASES[name]!(world);
      const answer = await send(operation, ask, {}, prefix);
      const [documented] = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      expect([answer.status, answer.status < 300 ? undefined : answer.body]).toEqual([Number(documented), undefined]);
      expectConform(operation, answer);
      for (const header of ['ETag', 'Location'].filter((told) => operation.responses[documented!]!.headers?.[told])) {
        expect([header, answer.headers.get(header)]).toEqual([header, expect.any(String)]);
      }
      if (operation.responses[304]) {
        const again = await send(operation, ask, { 'If-None-Match': answer.headers.get('ETag')! });
        expect(again.status).toBe(304);
        expectConform(operation, again);
      }
    }
  });

  test.each(each.filter(([, { method, security }]) => method === 'GET' && security.length === 2))(
    '%s, for a key that may only this',
    async (name, operation) => {
      const as = await keyWith(world, operation['x-required-permission']);
      const ask = await CASES[name]!(world);
      const wanting = (parameter: string) =>
        operation.parameters.some((each) => each.name === parameter && each['x-required-permission']);
      const given = Object.entries(ask.query ?? {});
      const query = Object.fromEntries(given.filter(([parameter]) => !wanting(parameter)));
      const answer = await send(operation, { ...ask, query, as });
      expect(answer.status).toBe(200);
      expectConform(operation, answer);
      for (const [parameter, value] of given.filter(([each]) => wanting(each))) {
        const refused = await send(operation, { ...ask, query: { ...query, [parameter]: value }, as });
        expect([parameter, refused.status]).toEqual([parameter, 403]);
        expectConform(operation, refused);
      }
    },
  );
});

/** For each documented error, a request that causes it. */
const ERRORS: Record<string, (operation: Described, ask: Ask) => Promise<Answer>> = {
  400: (operation, ask) =>
    operation.requestBody
      ? send(operation, { ...ask, file: ask.file && ['a.csv', '', {}], body: ask.body && { wasp: 1 } })
      : send(operation, { ...ask, query: { wasp: '1' } }),
  401: (operation, ask) => send(operation, { ...ask, as: isOpen(operation) ? world.key : world.service.visitor() }),
  404: (operation, ask) => send(operation, { ...ask, id: UNKNOWN_ID }),
  412: (operation, ask) => send(operation, ask, { 'If-Match': '"other"' }),
  413: (operation, { as, id }) => send(operation, { as, id, body: 'x'.repeat(2 ** 20) }),
  415: (operation, ask) => send(operation, { ...ask, file: undefined, body: {} }, { 'Content-Type': 'text/plain' }),
};

describe('failing requests', () => {
  const told = each.flatMap(([name, operation]) =>
    Object.keys(ERRORS)
      .filter((status) => operation.responses[status])
      // A 404 without an id is a race, and uploads of 200 MiB are not tested here.
      .filter((status) => status !== '404' || operation.path.includes('{id}'))
      .filter((status) => status !== '413' || name !== 'startImport')
      .map((status) => [name, status, operation] as const),
  );
  test.each(told)('%s: %s', async (name, status, operation) => {
    const answer = await ERRORS[status]!(operation, await CASES[name]!(world));
    expect([answer.status, answer.body.code]).toEqual([Number(status), expect.any(String)]);
    expectConform(operation, answer);
  });

  test.each(each.filter(([, operation]) => operation['x-required-permission']))(
    '%s: 403, and what the key lacks',
    async (name, operation) => {
      const answer = await send(operation, { ...(await CASES[name]!(world)), as: world.barred });
      expect([answer.status, answer.body.required]).toEqual([403, operation['x-required-permission']]);
      expectConform(operation, answer);
    },
  );

  test.each(each.filter(([, operation]) => isSessionOnly(operation)))(
    '%s: 401 for an API key',
    async (name, operation) => {
      const answer = await send(operation, { ...(await CASES[name]!(world)), as: world.key });
      expect([answer.status, answer.body.code]).toEqual([401, 'session_required']);
      expectConform(operation, answer);
    },
  );

  test.each(each)('%s: 400 for an unknown parameter', async (name, operation) => {
    const ask = await CASES[name]!(world);
    expectConform(operation, await send(operation, { ...ask, query: { ...ask.query, wasp: '1' } }));
  });

  const conflicts: Record<string, (world: World) => Ask | Promise<Ask>> = {
    createF0Queen: () => ({ body: { external_id: 'DE-1' } }),
    createHives: () => ({ body: [{ name: 'Twin' }, { name: 'Twin' }] }),
    updateF0Queen: ({ id }) => ({ id: id.f0, body: { external_id: 'DE-1' } }),
    deleteQueen: ({ id }) => ({ id: id.f0 }),
    mergeQueens: ({ id }) => ({ id: id.f0, body: { queen_id: id.f1 } }),
    deleteApiary: ({ id }) => ({ id: id.apiary }),
    undoImport: async ({ key, id }) => {
      await key.post(`/api/imports/${id.import}/undo`);
      return { id: id.import };
    },
    openAccount: () => ({
      body: {
        email: (world.session as never as { account: { email: string } }).account.email,
        name: 'B',
        password: 'a good long password',
      },
    }),
  };
  test.each(Object.entries(conflicts))('%s: 409', async (name, ask) => {
    const operation = all.find(({ operationId }) => operationId === name)!;
    const answer = await send(operation, await ask(world));
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expectConform(operation, answer);
  });

  test('signIn: 429 with Retry-After after too many attempts', async () => {
    const operation = all.find(({ operationId }) => operationId === 'signIn')!;
    const body = { email: 'nobody@bees.example', password: 'a wrong password' };
    const answers: Answer[] = [];
    for (let guess = 0; guess < 9; guess++) answers.push(await send(operation, { body }));
    for (const answer of answers) expectConform(operation, answer);
    expect(answers[0]!.status).toBe(401);
    expect(answers[8]!.status).toBe(429);
  });
});

test('the document needs no credentials, has an entity tag, and is up to date', async () => {
  for (const path of ['/api/openapi.json', '/api/v1/openapi.json']) {
    const answer = await world.service.visitor().get(path, { headers: { Authorization: 'Bearer wrong' } });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.body.paths).toEqual(document.paths);
    const again = await world.service
      .visitor()
      .get(path, { headers: { 'If-None-Match': answer.headers.get('ETag')! } });
    expect([again.status, again.body]).toEqual([304, '']);
  }
  const wrong = await world.service.visitor().post('/api/openapi.json', {});
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});
