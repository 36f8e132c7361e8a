import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type Client, type TestService } from '../../support/service.js';

const onServer = process.env.TEST_DATABASE_URL !== undefined;

/**
 * With a database server, the tests use two services with separate caches; otherwise one service. The services do not
 * notify each other of writes.
 */
let services: TestService[];
beforeAll(async () => {
  const first = await startService({ REQUESTS_PER_MINUTE: '0' });
  services = [first];
  if (onServer)
    services.push(await startService({ REQUESTS_PER_MINUTE: '0', DATABASE_URL: first.services.config.DATABASE_URL! }));
});
afterAll(async () => {
  for (const service of services?.reverse() ?? []) await service.close();
});

interface Line {
  /** One client for each service. All clients have the same account. */
  clients: Client[];
  /** Ids of the queens. The founder is first, and each queen is the mother of the next queen. */
  ids: string[];
}

/** Creates an account with a key and with a line of queens. Each queen is the daughter of the previous queen. */
async function line(length: number): Promise<Line> {
  const client = await services[0]!.register();
  const ids: string[] = [];
  for (let place = 0; place < length; place += 1) {
    const mother = ids.at(-1);
    const response = await client.post('/api/queens/f0', {
      queen_name: `Queen ${place}`,
      birth_date: `${2000 + place}`,
      ...(mother && { mother_id: mother }),
    });
    ids.push(response.body.data.id);
  }
  const created = await client.post('/api/api-keys', {
    name: 'All',
    permissions: { queens: 'write', evaluations: 'read' },
  });
  const clients = services.map((service) => {
    const visitor = service.visitor();
    visitor.headers.Authorization = `Bearer ${created.body.data.key}`;
    return visitor;
  });
  return { clients, ids };
}

const FLAT = 'query ($id: ID!) { queen(id: $id) { name pedigree(depth: SEVEN) { ancestors { queen { id name } } } } }';
const NESTED = `query ($id: ID!) { queen(id: $id) { name mother { id name mother { id name mother { id name } } } } }`;

async function namesAbove(client: Client, id: string, nested: boolean): Promise<string[]> {
  const { body } = await client.graphql(nested ? NESTED : FLAT, { id });
  if (!nested) return body.data.queen.pedigree.ancestors.map(({ queen }: { queen: { name: string } }) => queen.name);
  const names: string[] = [];
  for (let { mother } = body.data.queen; mother; mother = mother.mother) names.push(mother.name);
  return names;
}

test('a request for a cached pedigree needs only the statement that looks up the API key', async () => {
  const { clients, ids } = await line(5);
  const [client] = clients as [Client];
  const { statements } = services[0]!;
  for (const [nested, first] of [
    [false, 2],
    [true, 1],
    [false, 1],
  ] as const) {
    statements.length = 0;
    expect(await namesAbove(client, ids[3]!, nested)).toEqual(['Queen 2', 'Queen 1', 'Queen 0']);
    expect(statements).toHaveLength(first);
  }
  // A daughter who was not read before needs another statement.
  statements.length = 0;
  expect(await namesAbove(client, ids[4]!, false)).toHaveLength(4);
  expect(statements).toHaveLength(2);
});

test('a queen is always returned in her current state, and only to her own account', async () => {
  const mine = await line(6);
  const others = await line(2);
  const [[client], [other]] = [mine.clients, others.clients] as [[Client], [Client]];
  const path = (id: string) => `/api/queens/f0/${id}`;
  const named = async (reader: Client, id: string) => (await reader.get(path(id))).body.data?.queen_name;
  expect(await named(client, mine.ids[2]!)).toBe('Queen 2');
  expect(await named(other, others.ids[0]!)).toBe('Queen 0');
  expect((await other.get(path(mine.ids[4]!))).status).toBe(404);
  expect(await named(client, mine.ids[3]!)).toBe('Queen 3');
  const { body } = await client.get(`${path(mine.ids[5]!)}/pedigree?depth=7`);
  expect(body.data).toMatchObject({
    known_ancestors: 5,
    tree: { queen_name: 'Queen 5', mother: { queen_name: 'Queen 4' } },
  });
  await client.put(path(mine.ids[5]!), { queen_name: 'Renamed' });
  expect(await Promise.all(mine.clients.map((each) => named(each, mine.ids[5]!)))).toEqual(
    mine.clients.map(() => 'Renamed'),
  );
  await Promise.all(
    [client, other, client, other].map(async (reader) => {
      const responses = await Promise.all([...mine.ids, ...others.ids].map((id) => named(reader, id)));
      expect(responses.filter((name) => name !== undefined)).toHaveLength(reader === client ? 6 : 2);
    }),
  );
});

test('if the ancestors of a new queen are cached, one statement completes her pedigree; the pedigree of a queen of another line is complete', async () => {
  const { clients, ids } = await line(6);
  const [client] = clients as [Client];
  const born = async (generation: 'f0' | 'f1', name: string, year: number, mother?: string): Promise<string> => {
    const queen = { queen_name: name, birth_date: `${year}`, ...(mother && { mother_id: mother }) };
    return (await client.post(`/api/queens/${generation}`, queen)).body.data.id;
  };
  const daughters: string[] = [];
  for (let n = 0; n < 24; n += 1) daughters.push(await born('f1', `Daughter ${n}`, 2010, ids[5]));
  // Creates a second maternal line, which the service has not read before.
  let last = await born('f0', 'Other 0', 2000);
  for (let place = 1; place < 5; place += 1) last = await born('f0', `Other ${place}`, 2000 + place, last);
  const latest = await born('f1', 'Latest', 2010, last);
  const { statements } = services[0]!;
  const QUERY = `query ($queen: ID!) { queen(id: $queen) { pedigree(depth: SEVEN) { ancestors { queen { name } } } } }`;
  for (const queen of daughters) {
    statements.length = 0;
    const { body } = await client.graphql(QUERY, { queen });
    const names = body.data.queen.pedigree.ancestors.map(
      (ancestor: { queen: { name: string } }) => ancestor.queen.name,
    );
    expect(names).toEqual([5, 4, 3, 2, 1, 0].map((place) => `Queen ${place}`));
    expect(statements.filter((text) => /from walk/.test(text))).toHaveLength(1);
  }
  expect(await namesAbove(client, latest, false)).toEqual([4, 3, 2, 1, 0].map((n) => `Other ${n}`));
});

test('after a change by any service, every pedigree contains the change', async () => {
  const { clients, ids } = await line(4);
  for (let round = 0; round < 12; round += 1) {
    const writer = clients[round % clients.length]!;
    const name = `Founder ${round}`;
    const written = await writer.put(`/api/queens/f0/${ids[0]}`, { queen_name: name });
    expect(written.status).toBe(200);
    for (const reader of clients) {
      expect((await namesAbove(reader, ids[3]!, round % 2 === 0)).at(-1)).toBe(name);
    }
  }
});

test('concurrent reads never return data from before the start of the request', async () => {
  const { clients, ids } = await line(4);
  let acknowledged = 0;
  let over = false;
  const write = async () => {
    for (let version = 1; version <= 40; version += 1) {
      const place = version % 3;
      const response = await clients[version % clients.length]!.put(`/api/queens/f0/${ids[place]}`, {
        queen_name: `Queen ${place} of ${version}`,
      });
      expect(response.status).toBe(200);
      acknowledged = version;
    }
    over = true;
  };
  const late: string[] = [];
  const read = async (client: Client, nested: boolean) => {
    while (!over) {
      const since = acknowledged;
      const names = await namesAbove(client, ids[3]!, nested);
      const newest = Math.max(...names.map((name) => Number(/ of (\d+)$/.exec(name)?.[1] ?? 0)));
      if (newest < since) late.push(`${newest} after ${since}`);
    }
  };
  await Promise.all([write(), ...clients.flatMap((client) => [read(client, false), read(client, true)])]);
  expect(late).toEqual([]);
});

test('a deleted queen is no longer returned, and a change of the mother changes the ancestors', async () => {
  const { clients, ids } = await line(4);
  const [writer, reader = writer] = clients as [Client, Client?];
  expect(await namesAbove(reader, ids[3]!, false)).toHaveLength(3);
  const other = await writer.post('/api/queens/f0', { queen_name: 'Other', birth_date: '1999' });
  await writer.put(`/api/queens/f0/${ids[3]}`, { mother_id: other.body.data.id });
  expect(await namesAbove(reader, ids[3]!, false)).toEqual(['Other']);
  expect((await writer.delete(`/api/queens/f0/${ids[2]}`)).status).toBe(204);
  const { body } = await reader.graphql(FLAT, { id: ids[2] });
  expect(body).toEqual({ data: { queen: null } });
});

test('cached queens of other accounts are not accessible', async () => {
  const one = await line(3);
  const other = await line(1);
  expect(await namesAbove(one.clients[0]!, one.ids[2]!, false)).toHaveLength(2);
  const { body } = await other.clients[0]!.graphql(FLAT, { id: one.ids[2] });
  expect(body).toEqual({ data: { queen: null } });
});
