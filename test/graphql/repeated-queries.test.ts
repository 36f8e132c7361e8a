import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { clientWithKey, makeKey, READ_ALL } from '../features/api-keys/keys.js';
import { sharedService, type Client, type SharedService } from '../support/service.js';
import { factories } from '../support/factories.js';

let service: SharedService;
let anna: Client & { account: { id: string } };
let ids: string[];
beforeAll(async () => {
  service = await sharedService();
  anna = await service.register();
  const make = factories(service.services.orm.database.kysely);
  const [mother_id] = await make.queens(anna.account.id, [{}]);
  ids = [mother_id!, ...(await make.queens(anna.account.id, [{ mother_id, name: 'Änne "die Erste"\n\u2028' }, {}]))];
});

const QUERY = `query A($id: ID!, $first: Int = 2) {
  queen(id: $id) { id name createdAt mother { id } pedigree { ancestors { position queen { name } } } evaluations { id } }
  queens(first: $first) { totalCount nodes { name externalIdentifiers { system } } }
}
query B { queens { totalCount } }`;

/** Sends a query twice, so that the service treats it as repeated. The compared requests contain other ids. */
async function sendTwice(query: string): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    const { status, text } = await send(anna, { query, ...validBody, variables: { id: ids[2] } });
    expect([status, text]).toEqual([200, expect.stringContaining('{"data":')]);
  }
}

type Body = Record<string, unknown>;

/** Sends a request. Returns the response without headers that differ between requests. */
async function send(client: Client, requestBody: Body, headers: Record<string, string> = {}) {
  const { status, body, headers: received } = await client.post('/graphql', requestBody, { headers });
  const stable = [...received].filter(([name]) => !['date', 'x-request-id', 'ratelimit', 'set-cookie'].includes(name));
  return { status, text: JSON.stringify(body), headers: Object.fromEntries(stable) };
}

let documentCount = 0;
/** Returns a document that the service has not received before. */
const newDocument = () => `${QUERY} #${(documentCount += 1)}`;
const validBody = { operationName: 'A', variables: { id: '' } };

const KINDS: [string, () => Body, Record<string, string>?][] = [
  ['valid variables', () => ({ ...validBody, variables: { id: ids[0] } })],
  ['another row', () => ({ ...validBody, variables: { id: ids[1] } })],
  ['all variables', () => ({ ...validBody, variables: { id: ids[1], first: 3 } })],
  ['an unknown row', () => ({ ...validBody, variables: { id: '0192f0c1-2345-7abc-8def-0123456789ab' } })],
  ['a variable of the wrong type', () => ({ ...validBody, variables: { id: ids[0], first: 'many' } })],
  ['a variable above its maximum', () => ({ ...validBody, variables: { id: ids[0], first: 1000 } })],
  ['a missing variable', () => ({ ...validBody, variables: {} })],
  ['no variables', () => ({ operationName: 'A' })],
  ['variables that are null', () => ({ ...validBody, variables: null })],
  ['variables that are a list', () => ({ ...validBody, variables: [ids[0]] })],
  ['variables that are text', () => ({ ...validBody, variables: '{}' })],
  ['another operation', () => ({ operationName: 'B' })],
  ['an unknown operation', () => ({ operationName: 'C', variables: { id: ids[0] } })],
  ['no operation name for two operations', () => ({ variables: { id: ids[0] } })],
  ['an empty operation name', () => ({ operationName: '', variables: { id: ids[0] } })],
  ['an operation name that is a number', () => ({ operationName: 1, variables: { id: ids[0] } })],
  ['extensions', () => ({ ...validBody, variables: { id: ids[0] }, extensions: { a: 1 } })],
  ['extensions of the wrong type', () => ({ ...validBody, variables: { id: ids[0] }, extensions: 'none' })],
  [
    'the newer content type',
    () => ({ ...validBody, variables: { id: ids[0] } }),
    { Accept: 'application/graphql-response+json' },
  ],
  ['the older content type', () => ({ ...validBody, variables: { id: ids[0] } }), { Accept: 'application/json' }],
  ['an unknown content type', () => ({ ...validBody, variables: { id: ids[0] } }), { Accept: 'image/png' }],
];

test.each(KINDS.map(([kind, body, headers = {}]) => [kind, body, headers] as const))(
  'a repeated query gets the same response as a new query: %s',
  async (_, body, headers) => {
    const query = newDocument();
    await sendTwice(query);
    const repeated = await send(anna, { query, ...body() }, headers);
    expect(repeated.status).toBeLessThan(500);
    expect(repeated).toEqual(await send(anna, { query: newDocument(), ...body() }, headers));
  },
);

test('a repeated query reports missing permissions like a new query', async () => {
  const { key } = await makeKey(anna, { permissions: { ...READ_ALL, evaluations: 'none' } });
  const query = newDocument();
  const body = { ...validBody, variables: { id: ids[0] } };
  await sendTwice(query);
  const repeated = await send(clientWithKey(service, key), { query, ...body });
  expect(repeated).toEqual(await send(clientWithKey(service, key), { query: newDocument(), ...body }));
  expect(repeated.text).toContain('insufficient_permission');
});

test('a repeated query returns changed data', async () => {
  const query = newDocument();
  const nameNow = async () => {
    const { text } = await send(anna, { query, ...validBody, variables: { id: ids[2] } });
    return (JSON.parse(text) as { data: { queen: { name: string } } }).data.queen.name;
  };
  const first = await nameNow();
  expect(await nameNow()).toBe(first);
  expect((await anna.put(`/api/v1/queens/${ids[2]}`, { queen_name: 'Another' })).status).toBe(200);
  expect(await nameNow()).toBe('Another');
});

test('a query that failed because of the database is executed again when it is repeated', async () => {
  const { kysely } = service.services.orm.database;
  const body = { query: '{ queens { totalCount } apiaries { totalCount } }' };
  await sql`alter table apiary rename to lost_apiary`.execute(kysely);
  const failed = await send(anna, body).finally(() => sql`alter table lost_apiary rename to apiary`.execute(kysely));
  expect(JSON.parse(failed.text)).toMatchObject({ errors: [{}], data: { queens: { totalCount: 3 }, apiaries: null } });
  const repeated = JSON.parse((await send(anna, body)).text) as unknown;
  expect(repeated).toEqual({ data: { queens: { totalCount: 3 }, apiaries: { totalCount: 0 } } });
});
