import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AccessRule } from '../../src/auth/guard.js';
import { routes } from '../../src/server/routes.js';
import type { Route } from '../../src/rest/route.js';
import type { TestResponse, Client } from '../support/service.js';
import { startMatrix, suffice, type KeyCase, type Matrix } from './permission-keys.js';

/**
 * Tests the permissions of REST: every route, under both prefixes, with a key for each resource and level. The test
 * derives the expected permission from the method and the path alone, independently of the route tables and the schema.
 */
let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix?.service.close());

/** Resources by path prefix. The longest matching prefix applies. A path without a match makes the test fail. */
const RESOURCES: Record<string, 'queens' | 'evaluations' | 'blup' | 'hive' | 'account' | AccessRule['caller']> = {
  '/queens': 'queens',
  '/queens/evaluations': 'evaluations',
  '/imports': 'queens',
  '/ebv': 'blup',
  '/apiaries': 'hive',
  '/hives': 'hive',
  '/account': 'account',
  '/changes': 'account',
  '/api-keys': 'session',
  '/key': 'any',
};
/** POST operations that write nothing. */
const READING = ['/ebv/mating-plans'];

function ruleFor({ method, path }: Pick<Route, 'method' | 'path'>): AccessRule {
  const begin = Object.keys(RESOURCES)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length)[0];
  if (begin === undefined) throw new Error(`Add the resource of ${path} to RESOURCES.`);
  const resource = RESOURCES[begin]!;
  if (resource === 'session' || resource === 'any') return { caller: resource };
  return { requires: { resource, level: method === 'GET' || READING.includes(path) ? 'read' : 'write' } };
}

const UNKNOWN_ID = '0190a6f0-0000-7000-8000-000000000000';
/**
 * Returns the path with the id as the value of its placeholders and required parameters. The id is also valid as an
 * external id, because the external id of each queen equals her id. A required parameter of the kind `uuid` gets the id
 * of another row.
 */
function pathOf({ path, parameters = [] }: Route, id: string): string {
  const query = new URLSearchParams();
  for (const { name, required, kind } of parameters) {
    const other = kind === 'uuid' && id !== UNKNOWN_ID ? matrix.ids.find((each) => each !== id) : id;
    if (required) query.set(name, other!);
  }
  return `${path.replace(/:\w+/g, id)}?${query}`;
}
const bodyOf = ({ path, body, method }: Route) => {
  if (method === 'GET' || !body) return undefined;
  return path.endsWith('/bulk') ? [] : {};
};
const call = (client: Client, route: Route, id = UNKNOWN_ID, prefix = '/api/v1') =>
  client.request(route.method, prefix + pathOf(route, id), bodyOf(route));

const cases = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

function expectRefusal({ status, headers, body }: TestResponse, { requires }: AccessRule): void {
  const challenge = headers.get('WWW-Authenticate');
  if (!requires) return expect([status, body.code]).toEqual([401, 'session_required']) as void;
  expect([status, body.code, challenge]).toEqual([403, 'insufficient_permission', 'Bearer error="insufficient_scope"']);
  expect(body.required).toEqual(requires);
  expect(headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
}

function expectAuthorized({ status, body }: TestResponse): void {
  expect([401, 403, 405, 415, 429]).not.toContain(status);
  expect(status).toBeLessThan(500);
  expect(body.code).not.toBe('insufficient_permission');
}

/** Returns true if `part` equals `full` except for omitted members. A null in place of a member is a difference. */
function isPartOf(part: unknown, full: unknown): boolean {
  if (typeof part !== 'object' || part === null || typeof full !== 'object' || full === null) return part === full;
  if (Array.isArray(part) && Array.isArray(full) && part.length !== full.length) return false;
  return Object.entries(part).every(
    ([name, value]) => name in full && isPartOf(value, (full as Record<string, unknown>)[name]),
  );
}

/** Empties the list of obstacles to a merge, because callers without permission get less specific obstacles. */
const comparable = ({ data, ...body }: TestResponse['body']) =>
  data?.obstacles ? { ...body, data: { ...data, obstacles: [] } } : { ...body, data };

/** Finds the first row for which the route returns data. */
async function fullResponse(route: Route): Promise<{ id: string; full: TestResponse }> {
  for (const id of matrix.ids) {
    const full = await call(matrix.session, route, id);
    if (full.status === 200) return { id, full };
  }
  throw new Error(`No row makes GET ${route.path} return data.`);
}

describe('a REST response', () => {
  // Other tests check these two paths: the change feed omits whole entries (`test/features/changes`), and the audit
  // trail hides addresses from keys (`test/features/audit`).
  const TESTED_ELSEWHERE = ['/changes', '/account/audit'];
  const readable = cases.filter(
    ([, route]) => route.method === 'GET' && ruleFor(route).requires && !TESTED_ELSEWHERE.includes(route.path),
  );

  test.each(readable)('to %s omits members that the key may not read', async (_, route) => {
    const { id, full } = await fullResponse(route);
    const rule = ruleFor(route);
    for (const { client, permissions } of matrix.keys.filter((key) => suffice(key.permissions, rule))) {
      const { status, body } = await call(client, route, id);
      expect(status).toBe(200);
      if (Object.values(permissions).includes('none')) {
        expect(isPartOf(comparable(body), comparable(full.body))).toBe(true);
      } else expect(body).toEqual(full.body);
    }
  });

  test.each([
    ['the evaluations of a queen', '/queens/f1', 'evaluations', 'evaluations'],
    ['the traits of statistics', '/queens/f0/:id/offspring-stats', 'evaluations', 'traits'],
    ['the names in breeding values', '/ebv/latest', 'queens', 'queen_name'],
  ])('omits %s if the key lacks the permission', async (_, path, resource, member) => {
    const [, route] = cases.find(([name]) => name === `GET ${path}`)!;
    const { id, full } = await fullResponse(route);
    expect(JSON.stringify(full.body)).toContain(`"${member}":`);
    const keys = matrix.keys.filter(
      ({ permissions }) =>
        suffice(permissions, ruleFor(route)) && permissions[resource as keyof typeof permissions] === 'none',
    );
    expect(keys.length).toBeGreaterThan(2);
    for (const { client } of keys) {
      expect(JSON.stringify((await call(client, route, id)).body)).not.toContain(`"${member}":`);
    }
  });
});

describe.each(['/api', '/api/v1'])('routes under %s:', (prefix) => {
  test.each(cases)('%s requires authentication and the expected permission', async (_, route) => {
    const rule = ruleFor(route);
    const unauthenticated = await call(matrix.service.visitor(), route, UNKNOWN_ID, prefix);
    expect([unauthenticated.status, unauthenticated.body.code]).toEqual([401, 'unauthenticated']);
    expect(unauthenticated.headers.get('WWW-Authenticate')).toBe('Bearer');

    const isPermitted = ({ permissions }: KeyCase) => suffice(permissions, rule);
    // Both prefixes use the same routes, so for `/api` one rejected key and one permitted key are enough.
    const enough = prefix === '/api/v1' ? Infinity : 1;
    const refused = matrix.keys.filter((key) => !isPermitted(key)).slice(0, enough);
    await matrix.idle();
    matrix.takeStatements();
    await Promise.all(
      refused.map(async ({ client }) => expectRefusal(await call(client, route, UNKNOWN_ID, prefix), rule)),
    );
    // Rejected requests send no statements.
    expect(matrix.takeStatements()).toEqual([]);

    for (const { client } of matrix.keys.filter(isPermitted).slice(0, enough)) {
      expectAuthorized(await call(client, route, UNKNOWN_ID, prefix));
    }
    expectAuthorized(await call(matrix.session, route, UNKNOWN_ID, prefix));
  });
});

test('an upload requires the permission of POST /imports', async () => {
  for (const { client, permissions } of matrix.keys) {
    const response = await client.upload('/api/imports', 'empty.csv', '');
    const rule = ruleFor({ method: 'POST', path: '/imports' });
    if (suffice(permissions, rule)) expectAuthorized(response);
    else expectRefusal(response, rule);
  }
});
