import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formatError } from '../../src/graphql/errors.js';
import { ServiceError } from '../../src/core/errors.js';
import { serveGraphQL, type GraphQLServer } from '../support/graphql-server.js';

let server: GraphQLServer;
beforeAll(async () => {
  server = await serveGraphQL();
});
afterAll(() => server?.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };

test.each([
  ['PUT', {}, 405, 'method_not_allowed'],
  ['DELETE', {}, 405, 'method_not_allowed'],
  [
    'POST',
    { body: 'query={__typename}', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    415,
    'unsupported_media_type',
  ],
  [
    'POST',
    { body: '{"query":"{__typename}"}', headers: { 'Content-Type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  ['POST', { body: '{"query":', headers: JSON_TYPE }, 400, 'BAD_USER_INPUT'],
  ['POST', { body: '[{"query":"{__typename}"}]', headers: JSON_TYPE }, 400, 'BAD_USER_INPUT'],
  ['POST', { body: JSON.stringify({ query: '#'.repeat(1 << 20) }), headers: JSON_TYPE }, 413, 'payload_too_large'],
] as const)('a %s request with %j gets a GraphQL error with the status %d', async (method, options, status, code) => {
  // prettier-ignore
  const response = await fetch(server.url, { method, ...options });
  expect(response.status).toBe(status);
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({ errors: [{ message: expect.any(String), extensions: { code } }] });
});

test('the endpoint accepts queries by GET, but not mutations', async () => {
  const get = (query: string) => fetch(`${server.url}?query=${encodeURIComponent(query)}`);
  expect(await (await get('{ __typename }')).json()).toEqual({ data: { __typename: 'Query' } });
  expect((await get('mutation { __typename }')).status).toBe(405);
});

test('the endpoint ignores a trailing slash, an empty operation name and empty variables', async () => {
  const expected = { data: { __typename: 'Query' } };
  const query = encodeURIComponent('{ __typename }');
  expect(await (await fetch(`${server.url}/?query=${query}&operationName=&variables=`)).json()).toEqual(expected);
  const body = JSON.stringify({ query: '{ __typename }', operationName: '', variables: '' });
  for (const path of ['', '/']) {
    const posted = await fetch(server.url + path, { method: 'POST', body, headers: JSON_TYPE });
    expect(await posted.json()).toEqual(expected);
  }
});

test('the endpoint sends the playground to a browser, but not to other clients', async () => {
  const open = (accept: string, search = '') => fetch(server.url + search, { headers: { Accept: accept } });
  const page = await open('text/html,application/xhtml+xml,*/*;q=0.8');
  expect(page.status).toBe(200);
  expect(page.headers.get('Content-Type')).toMatch(/^text\//);
  expect((await open('application/json')).headers.get('Content-Type')).toMatch(/json/);
  const opened = await open('text/html,*/*', '?query={__typename}');
  expect(await opened.json()).toEqual({ data: { __typename: 'Query' } });
});

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { errors: { extensions: { code: string } }[] };
  return body.errors[0]!.extensions.code;
}

test('the endpoint returns 400 instead of 200 for an invalid query if the client accepts the newer content type', async () => {
  const request = (accept: string) =>
    fetch(server.url, { method: 'POST', headers: { ...JSON_TYPE, Accept: accept }, body: '{"query":"{ nothing }"}' });
  const newer = await request('application/graphql-response+json');
  expect([newer.status, await codeOf(newer)]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  const older = await request('application/json');
  expect([older.status, await codeOf(older)]).toEqual([200, 'GRAPHQL_VALIDATION_FAILED']);
});

const format = (error: Error, code = 'INTERNAL_SERVER_ERROR') =>
  formatError({ message: error.message, extensions: { code, stacktrace: ['at x'] } }, error);

test('the endpoint reports unexpected errors with a generic message', () => {
  const leaked = format(new Error('select * from queen failed in /srv/app.ts'));
  expect(leaked).toMatchObject({ extensions: { code: 'INTERNAL_SERVER_ERROR' } });
  expect(JSON.stringify(leaked)).not.toMatch(/select|srv|stack/);
  expect(format(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })).extensions).toEqual({
    code: 'unavailable',
  });
});

test('the endpoint reports service errors with their code and additional members', () => {
  const required = { resource: 'blup', level: 'read' };
  const lacking = format(new ServiceError('insufficient_permission', 'No.', { extra: { required } }));
  expect(lacking).toMatchObject({ message: 'No.', extensions: { code: 'insufficient_permission', required } });
  expect(format(new ServiceError('conflict', 'Taken.')).extensions).toEqual({ code: 'CONFLICT' });
  expect(format(new ServiceError('not_found', 'Gone.')).extensions).toEqual({ code: 'NOT_FOUND' });
});
