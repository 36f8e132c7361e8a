import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { factories } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

test('a session reads its own account', async () => {
  const client = await service.register();
  const { status, body } = await client.graphql('{ me { id email } queens { totalCount } }');
  expect(status).toBe(200);
  expect(body).toEqual({
    data: { me: { id: client.account.id, email: client.account.email }, queens: { totalCount: 0 } },
  });
});

test('without authentication, root fields are null with the error `unauthenticated`', async () => {
  const { body } = await service.visitor().graphql('{ queens { totalCount } }');
  expect(body).toMatchObject({ data: { queens: null }, errors: [{ extensions: { code: 'unauthenticated' } }] });
});

test('rejected credentials are reported in the format of GraphQL', async () => {
  const client = service.visitor();
  client.headers.Authorization = `Bearer qb_live_${'0'.repeat(64)}`;
  const { status, headers, body } = await client.graphql('{ queens { totalCount } }');
  expect(status).toBe(401);
  expect(headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
  expect(body).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'invalid_key' } }] });
});

test('a page of another site cannot send queries with the session', async () => {
  const client = await service.register();
  const headers = { Origin: 'https://elsewhere.example' };
  const { status, body } = await client.post('/graphql', { query: '{ me { id } }' }, { headers });
  expect(status).toBe(403);
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'cross_origin' } }] });
});

test('each response with the playground has a content security policy with a new nonce', async () => {
  const open = () => service.visitor().get('/graphql', { headers: { Accept: 'text/html' } });
  const [first, second] = await Promise.all([open(), open()]);
  expect(first.status).toBe(200);
  if (!/html/.test(first.headers.get('Content-Type')!)) return; // Without built pages, there is nothing to check.
  const [, nonce] = /style-src 'self' 'nonce-([^']+)'/.exec(first.headers.get('Content-Security-Policy')!)!;
  expect(first.body).toContain(`nonce="${nonce}"`);
  expect(first.body).not.toContain('%NONCE%');
  expect(second.body).not.toContain(nonce);
});

test('pages at API paths have the headers of pages', async () => {
  for (const path of ['/graphql', '/api/docs', '/api/v1/docs']) {
    const { headers } = await service.visitor().get(path, { headers: { Accept: 'text/html' } });
    if (!/html/.test(headers.get('Content-Type')!)) continue; // Without built pages, there is nothing to check.
    expect(headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Permissions-Policy')).toContain('camera=()');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
});

test('responses are not cached by proxies and vary by caller', async () => {
  const { headers } = await service.visitor().get('/graphql?query={__typename}');
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Vary')).toMatch(/Authorization.*Cookie/);
});

test('concurrent identical requests each get a response', async () => {
  const client = await service.register();
  const make = factories(service.services.orm.database.kysely);
  const { id: account } = client.account;
  const [mother, queen] = [await make.queen(account, { name: 'Z' }), await make.queen(account, { name: 'A' })];
  const run = await make.run(account);
  for (const id of [mother, queen]) {
    await make.breedingValue(account, run, id);
    for (const year of [2023, 2024]) await make.evaluation(account, id, { year });
  }
  const fields = 'ebv { trait entityType } evaluations { year } externalIdentifiers { value } inbreeding';
  const query = (id: string, again: number) => client.graphql(`{ queen(id: "${id}") { name ${fields} } again${again}: __typename }`); // prettier-ignore
  const responses = await Promise.all(Array.from({ length: 24 }, (_, n) => query(n % 3 === 0 ? mother : queen, n)));
  responses.forEach(({ body }, n) => {
    // The requests share statements. Regression: repeated ids in a batch multiplied the rows.
    expect(body.data.queen).toMatchObject({
      name: n % 3 === 0 ? 'Z' : 'A',
      ebv: [{ trait: 'honey' }],
      evaluations: [{ year: 2024 }, { year: 2023 }],
      externalIdentifiers: [],
    });
  });
});

// Regression: null for an argument with a default was reported as an internal error, and errors lacked the name of
// their argument.
test.each([
  ['($n: Int)', { n: null }, 'queens(first: $n)', 'first', 'of non-null type "Int!" must not be null.'],
  ['($n: Int = 2)', { n: null }, 'queens(first: $n)', 'first', 'of non-null type "Int!" must not be null.'],
  ['($d: SortDirection)', { d: null }, 'queens(sort: { field: NAME, direction: $d })', 'sort', 'has invalid value'],
  ['($n: Int!)', { n: null }, 'queens(first: $n)', 'n', 'of non-null type "Int!" must not be null.'],
  ['($n: Int!)', {}, 'queens(first: $n)', 'n', 'of required type "Int!" was not provided.'],
  ['($n: Int!)', { n: 2 ** 31 }, 'queens(first: $n)', 'n', 'Int cannot represent non 32-bit signed integer value'],
  ['($n: Int!)', { n: 'a"; b' }, 'queens(first: $n)', 'n', 'Int cannot represent non-integer value: "a\\"; b"'],
  ['($b: PartialDate)', { b: '2023-02-30' }, 'queens(filter: { bornFrom: $b })', 'b', 'must be a date such as'],
  ['($f: QueenFilter)', { f: { bornFrom: 'x' } }, 'queens(filter: $f)', 'f.bornFrom', 'must be a date such as'],
])(
  'the variables %s with the values %j are reported as invalid input, with the path',
  async (variables, values, field, path, message) => {
    const client = await service.register();
    const { body } = await client.graphql(`query ${variables} { ${field} { totalCount } }`, values);
    expect(body.errors.map(({ extensions }: { extensions: object }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', errors: [{ path, message: expect.stringContaining(message) }] },
    ]);
  },
);
