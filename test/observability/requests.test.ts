import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { describeError } from '../../src/observability/log.js';
import { routeNames } from '../../src/server/route-names.js';
import { operations, routes } from '../../src/server/routes.js';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { startService, type Client, type TestService } from '../support/service.js';
import { Logged } from './captured-log.js';

const log = new Logged();
let service: TestService;
let anna: Awaited<ReturnType<TestService['register']>>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'info' }, log);
  anna = await service.register();
});
afterAll(() => service?.close());

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const idOf = ({ headers }: { headers: Headers }) => headers.get('X-Request-Id')!;

describe('the id of a request', () => {
  test.each(['/healthz', '/', '/nothing', '/api/nothing', '/api/queens/f0', '/graphql'])(
    'is in each response for %s, and is different each time',
    async (path) => {
      const ids = [idOf(await service.visitor().get(path)), idOf(await service.visitor().get(path))];
      for (const id of ids) expect(id).toMatch(UUID);
      expect(new Set(ids).size).toBe(2);
    },
  );

  test('is the id from a proxy if that id is safe to log', async () => {
    const returnedId = async (id: string) => idOf(await anna.get('/healthz', { headers: { 'X-Request-Id': id } }));
    expect(await returnedId('4f2a9c.eu-1')).toBe('4f2a9c.eu-1');
    for (const id of [
      'short',
      'anna@example.org',
      `qb_live_${'0'.repeat(64)}`,
      'x'.repeat(65),
      'with "quotes"',
      '{json:1}',
    ]) {
      expect(await returnedId(id)).toMatch(UUID);
    }
  });

  test('is in the body of an internal error and in its log line', async () => {
    const db = service.services.orm.database.kysely;
    await sql`alter table apiary rename to lost_apiary`.execute(db);
    const rest = await anna.get('/api/v1/apiaries');
    const graphql = await anna.graphql('{ apiaries { totalCount } }');
    await sql`alter table lost_apiary rename to apiary`.execute(db);
    expect(rest).toMatchObject({ status: 500, body: { code: 'internal', request_id: idOf(rest) } });
    for (const response of [rest, graphql]) {
      const [fault, line] = await log.about(idOf(response), 2);
      expect(fault).toMatchObject({ level: 50, msg: 'unexpected error', err: { code: '42P01', type: 'error' } });
      expect(line).toMatchObject({ msg: 'request', account: anna.account.id });
    }
    expect((await anna.get('/api/v1/hives/x')).body).not.toHaveProperty('request_id');
  });

  // Regression: the response was a 403, and the error of the database was not logged.
  test('is in the body of an internal error, even if the key lacks the permission for a member of the response', async () => {
    const db = service.services.orm.database.kysely;
    const { body } = await anna.post('/api/queens/f0', { queen_name: 'Anna' });
    const { key } = await makeKey(anna, { permissions: { queens: 'read' } });
    await sql`alter table import_row rename to lost_import_row`.execute(db);
    const response = await clientWithKey(service, key).get(`/api/v1/queens/${body.data.id}`);
    await sql`alter table lost_import_row rename to import_row`.execute(db);
    expect(response).toMatchObject({ status: 500, body: { code: 'internal', request_id: idOf(response) } });
    const [fault] = await log.about(idOf(response), 2);
    expect(fault).toMatchObject({ level: 50, err: { code: '42P01' } });
  });
});

describe('the log line of a request', () => {
  const lineOf = async (response: Promise<{ headers: Headers }>) =>
    (await log.about(idOf(await response))).find(({ msg }) => msg === 'request');

  test('contains the operation, the caller and the outcome, and nothing else', async () => {
    const { id, key } = await makeKey(anna);
    const line = await lineOf(clientWithKey(service, key).get('/api/v1/queens?search=jutta'));
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      request: expect.stringMatching(UUID),
      method: 'GET',
      route: '/api/queens',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      account: anna.account.id,
      key: id,
      msg: 'request',
    });
    expect(line!.bytes).toBeGreaterThan(100);
  });

  test('contains the name of the route, even if the request is rejected before routing', async () => {
    const uuid = '0198d2c0-0000-7000-8000-000000000000';
    const routeOf = async (path: string, client: Client = service.visitor()) => {
      const { route, status } = (await lineOf(client.get(path)))!;
      return [route, status];
    };
    expect(await routeOf(`/api/v1/queens/f0/${uuid}`)).toEqual(['/api/queens/f0/:id', 401]);
    expect(await routeOf(`/API/Queens/f0/${uuid}/pedigree/`, anna)).toEqual(['/api/queens/f0/:id/pedigree', 404]);
    expect(await routeOf('/api/queens/f0/lookup?external_id=DE-1', anna)).toEqual(['/api/queens/f0/lookup', 404]);
    for (const prefix of ['/api/v2', '/API/v2']) expect(await routeOf(`${prefix}/${uuid}`)).toEqual(['/api/*', 404]);
    expect(await routeOf(`/password?token=x`)).toEqual(['page', 200]);
    expect(await routeOf(`/queens/${uuid}`)).toEqual(['page', 200]);
    expect(await routeOf(`/${uuid}`)).toEqual(['none', 404]);
    expect(await routeOf('/api/v1/openapi.json')).toEqual(['/api/openapi.json', 200]);
  });

  test('contains root fields of GraphQL, but no names that clients choose', async () => {
    const query =
      'query Secret($id: ID!) { mine: queens { totalCount } ...All } fragment All on Query { me { id } queen(id: $id) { id } }';
    const id = '0198d2c0-0000-7000-8000-000000000000';
    expect(await lineOf(anna.graphql(query, { id }))).toMatchObject({
      operation: 'query queens me queen',
      route: '/graphql',
    });
    expect(await lineOf(anna.graphql('{ unknown }'))).not.toHaveProperty('operation');
  });

  test('reports a client that disconnected before the response', async () => {
    const before = log.lines.length;
    const { hostname, port } = new URL(service.url);
    const client = connect(Number(port), hostname);
    client.write(
      'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{',
    );
    // The first data, 100 Continue, shows that the service has started the request.
    client.once('data', () => client.destroy());
    for (;;) {
      const line = log.lines.slice(before).find(({ cut }) => cut);
      if (line) return expect(line).toMatchObject({ method: 'POST', route: '/api/session', msg: 'request' });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
});

test('every route has a name', () => {
  const nameOf = routeNames([...routes, ...operations].map(({ path }) => path));
  for (const { path } of [...routes, ...operations]) {
    const requestPath = path.replace(/:\w+/g, '0198d2c0-0000-7000-8000-000000000000');
    for (const prefix of ['/api', '/api/v1']) expect(nameOf(prefix + requestPath)).toBe(`/api${path}`);
  }
  for (const path of ['/graphql', '/graphql/']) expect(nameOf(path)).toBe('/graphql');
});

test('errors are logged without quoted data', () => {
  const refused = Object.assign(new Error('duplicate key value: "a@b.example" is taken'), {
    code: '23505',
    routine: '_bt_check_unique',
    constraint: 'account_email',
    detail: 'Key (email)=(a@b.example) already exists.',
    parameters: ['a@b.example'],
  });
  const parsing = new SyntaxError('Unexpected token \'h\', "hunter2 is my password" is not valid JSON', {
    cause: refused,
  });
  const missing = Object.assign(new Error('relation "queen" does not exist'), {
    code: '42P01',
    routine: 'parserOpenTable',
  });
  expect(describeError(parsing)).toMatchObject({
    type: 'SyntaxError',
    message: 'Unexpected token "…", "…" is not valid JSON',
    stack: expect.stringMatching(/^ +at /),
    causes: [{ code: '23505', constraint: 'account_email', message: 'duplicate key value: "…" is taken' }],
  });
  expect(describeError(missing)).toMatchObject({ message: 'relation "queen" does not exist' });
  expect(JSON.stringify([parsing, refused].map((error) => describeError(error)))).not.toMatch(/hunter2|@/);
  expect(describeError('no <x+y-z@ä.example>, or (a/b@c.example)')).toMatchObject({ message: 'no <…@…>, or (…@…)' });
  expect(describeError(`token ${'a'.repeat(43)} of x@y.example`)).toEqual({
    type: 'string',
    message: 'token … of …@…',
  });
});
