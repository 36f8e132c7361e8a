import { beforeAll, expect, test } from '@jest/globals';
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

/** Sent twice, for another row than in the later requests. */
async function becomeKnown(query: string): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    const { status, text } = await send(anna, { query, ...good, variables: { id: ids[2] } });
    expect([status, text]).toEqual([200, expect.stringContaining('{"data":')]);
  }
}

type Body = Record<string, unknown>;

/** The response without parts that differ between requests. */
async function send(client: Client, question: Body, headers: Record<string, string> = {}) {
  const { status, body, headers: received } = await client.post('/graphql', question, { headers });
  const stable = [...received].filter(([name]) => !['date', 'x-request-id', 'ratelimit', 'set-cookie'].includes(name));
  return { status, text: JSON.stringify(body), headers: Object.fromEntries(stable) };
}

/** Each document is new to the service once. */
let seen = 0;
const newDocument = () => `${QUERY} #${(seen += 1)}`;
const good = { operationName: 'A', variables: { id: '' } };

const KINDS: [string, () => Body, Record<string, string>?][] = [
  ['what was asked', () => ({ ...good, variables: { id: ids[0] } })],
  ['what was asked, of another row', () => ({ ...good, variables: { id: ids[1] } })],
  ['what was asked, in full', () => ({ ...good, variables: { id: ids[1], first: 3 } })],
  ['no row', () => ({ ...good, variables: { id: '0192f0c1-2345-7abc-8def-0123456789ab' } })],
  ['a variable that does not fit', () => ({ ...good, variables: { id: ids[0], first: 'many' } })],
  ['a variable that is refused', () => ({ ...good, variables: { id: ids[0], first: 1000 } })],
  ['a variable that is lacking', () => ({ ...good, variables: {} })],
  ['no variables', () => ({ operationName: 'A' })],
  ['variables that are null', () => ({ ...good, variables: null })],
  ['variables that are a list', () => ({ ...good, variables: [ids[0]] })],
  ['variables that are text', () => ({ ...good, variables: '{}' })],
  ['another operation', () => ({ operationName: 'B' })],
  ['an operation that is not there', () => ({ operationName: 'C', variables: { id: ids[0] } })],
  ['no operation of two', () => ({ variables: { id: ids[0] } })],
  ['an operation without a name', () => ({ operationName: '', variables: { id: ids[0] } })],
  ['an operation that is a number', () => ({ operationName: 1, variables: { id: ids[0] } })],
  ['more than that', () => ({ ...good, variables: { id: ids[0] }, extensions: { a: 1 } })],
  ['more that is wrong', () => ({ ...good, variables: { id: ids[0] }, extensions: 'none' })],
  [
    'for the newer type',
    () => ({ ...good, variables: { id: ids[0] } }),
    { Accept: 'application/graphql-response+json' },
  ],
  ['for the older type', () => ({ ...good, variables: { id: ids[0] } }), { Accept: 'application/json' }],
  ['for a type that there is not', () => ({ ...good, variables: { id: ids[0] } }), { Accept: 'image/png' }],
];

test.each(KINDS.map(([kind, body, headers = {}]) => [kind, body, headers] as const))(
  'a repeated query gets the same response as the first time: %s',
  async (_, body, headers) => {
    const query = newDocument();
    await becomeKnown(query);
    const known = await send(anna, { query, ...body() }, headers);
    expect(known.status).toBeLessThan(500);
    expect(known).toEqual(await send(anna, { query: newDocument(), ...body() }, headers));
  },
);

test('a repeated query reports missing permissions like the first time', async () => {
  const { key } = await makeKey(anna, { permissions: { ...READ_ALL, evaluations: 'none' } });
  const query = newDocument();
  const body = { ...good, variables: { id: ids[0] } };
  await becomeKnown(query);
  const known = await send(clientWithKey(service, key), { query, ...body });
  expect(known).toEqual(await send(clientWithKey(service, key), { query: newDocument(), ...body }));
  expect(known.text).toContain('insufficient_permission');
});

test('a repeated query returns changed data', async () => {
  const query = newDocument();
  const nameNow = async () => {
    const { text } = await send(anna, { query, ...good, variables: { id: ids[2] } });
    return (JSON.parse(text) as { data: { queen: { name: string } } }).data.queen.name;
  };
  const first = await nameNow();
  expect(await nameNow()).toBe(first);
  expect((await anna.put(`/api/v1/queens/${ids[2]}`, { queen_name: 'Another' })).status).toBe(200);
  expect(await nameNow()).toBe('Another');
});
