import { beforeAll, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { clientWithKey, expectProblem, INVALID_TOKEN, makeKey, type CreatedKey } from './keys.js';

let service: SharedService;
let anna: Client & { account: { email: string; password: string } };
let created: CreatedKey;
let program: Client;
beforeAll(async () => {
  service = await sharedService();
  anna = await service.register();
  const everything = { queens: 'write', evaluations: 'write', blup: 'write', hive: 'write', account: 'write' };
  created = await makeKey(anna, { permissions: everything });
  program = clientWithKey(service, created.key);
});

const REST: [string, string][] = [
  ['GET', '/api-keys'],
  ['POST', '/api-keys'],
  ['DELETE', '/api-keys'],
  ['PUT', '/api-keys/:id'],
  ['POST', '/api-keys/:id/rotate'],
  ['GET', '/api-keys/:id/usage'],
  ['GET', '/session'],
  ['POST', '/session'],
  ['DELETE', '/session'],
  ['POST', '/accounts'],
  ['PUT', '/account/password'],
  ['POST', '/account/password-link'],
];

describe.each(['/api', '/api/v1'])('in the management of keys and accounts under %s', (prefix) => {
  test.each(REST)('%s %s refuses even a key with all permissions, before it reads the body', async (method, path) => {
    const at = prefix + path.replace(':id', created.id);
    const body = method === 'GET' ? undefined : { name: 5 };
    expectProblem(await program.request(method, at, body), 401, 'session_required');
    const nobody = clientWithKey(service, `qb_live_${'0'.repeat(64)}`);
    expectProblem(await nobody.request(method, at, body), 401, 'invalid_key', INVALID_TOKEN);
  });

  test.each(REST.filter(([, path]) => path.startsWith('/api-keys')))(
    '%s %s returns 401 without credentials',
    async (method, path) => {
      const at = prefix + path.replace(':id', created.id);
      const body = method === 'GET' ? undefined : {};
      expectProblem(await service.visitor().request(method, at, body), 401, 'unauthenticated', 'Bearer');
    },
  );
});

const GRAPHQL = [
  '{ it: apiKeys { totalCount } }',
  '{ it: apiKey(id: "x") { id } }',
  '{ it: apiKeyAllowance { keys } }',
  '{ it: apiKeyUsage(id: "x") { count } }',
  'mutation { it: createApiKey(input: { name: "x", permissions: {} }) { key } }',
  'mutation { it: updateApiKey(id: "x", input: { name: "x" }) { id } }',
  'mutation { it: revokeApiKey(id: "x") { id } }',
  'mutation { it: rotateApiKey(id: "x") { key } }',
];

test.each(GRAPHQL)('GraphQL requires a session for %s', async (document) => {
  const refused = await program.graphql(document);
  expect(refused.body.errors).toMatchObject([{ path: ['it'], extensions: { code: 'session_required' } }]);
  const nobody = await service.visitor().graphql(document);
  expect(nobody.body.errors).toMatchObject([{ path: ['it'], extensions: { code: 'unauthenticated' } }]);
});

test('a request to manage keys or sessions is refused if it contains a key in addition to a session', async () => {
  const both = service.visitor();
  for (const [name, value] of anna.cookies) both.cookies.set(name, value);
  both.headers.Authorization = `Bearer ${created.key}`;
  expectProblem(await both.get('/api/api-keys'), 401, 'session_required');
  expectProblem(await both.delete('/api/session'), 401, 'session_required');
  const { email, password } = anna.account;
  const signIn = await both.post('/api/session', { email, password });
  expectProblem(signIn, 401, 'session_required');
  expect(signIn.headers.getSetCookie()).toEqual([]);
  expect((await anna.get('/api/session')).status).toBe(200);
});

test('a page of another site cannot use the session to manage keys', async () => {
  const headers = { Origin: 'https://elsewhere.example' };
  expectProblem(await anna.post('/api/api-keys', { name: 'x', permissions: {} }, { headers }), 403, 'cross_origin');
});
