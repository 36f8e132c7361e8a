import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '../../src/server/routes.js';
import { startService, type Client, type TestService } from '../support/service.js';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';

let service: TestService;
let session: Client;
let reader: Client;
/** Callers who must not get the cached responses of `reader`: a key with fewer permissions, and another account. */
let others: Client[];
beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '0' });
  session = await service.register();
  const withKey = async (input?: Record<string, unknown>) =>
    clientWithKey(service, (await makeKey(session, input)).key);
  reader = await withKey();
  others = [await withKey({ permissions: { queens: 'read' } }), await service.register()];
});
afterAll(() => service?.close());

async function create(path: string, body: unknown): Promise<string> {
  const response = await session.post(path, body);
  if (response.status >= 300) throw new Error(JSON.stringify(response.body));
  return response.body.data.id;
}

async function imported(csv: string): Promise<string> {
  const { body } = await session.upload('/api/imports', 'queens.csv', csv);
  for (;;) {
    const { data } = (await session.get(`/api/imports/${body.data.id}`)).body;
    if (data.status === 'completed') return data.id;
    if (data.status === 'failed') throw new Error(JSON.stringify(data.errors));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * A request in two forms with the same result. `repeat` always sends the same text, so the service can cache the
 * response. `uncached` sends a new text each time.
 */
interface CacheableRequest {
  repeat(headers?: Record<string, string>, caller?: Client): Promise<{ status: number; body: unknown }>;
  uncached(caller?: Client): Promise<{ status: number; body: unknown; tag: string | null }>;
  last?: unknown;
}

/** Makes the text of each uncached request unique. */
let times = 0;

const byRest = (path: string): CacheableRequest => ({
  repeat: (headers = {}, caller = reader) => caller.get(path, { headers }),
  async uncached(caller = reader) {
    const { status, body, headers } = await caller.get(path + '&'.repeat((times += 1)));
    return { status, body, tag: status === 200 ? headers.get('ETag') : null };
  },
});

const byGraphql = (query: string, variables: Record<string, unknown>): CacheableRequest => ({
  repeat: (_headers, caller = reader) => caller.graphql(query, variables),
  uncached: async (caller = reader) => ({
    ...(await caller.graphql(`${query} # ${(times += 1)}`, variables)),
    tag: null,
  }),
});

const ALL_OF_A_QUEEN = `query ($id: ID!) {
  queen(id: $id) {
    id name externalId status race dateOfBirth inbreeding updatedAt externalIdentifiers { system value }
    mother { name matedTo { name } } father { name } pedigree(depth: FIVE) { completeness ancestors { queen { name } } }
    evaluations { year honey updatedAt } ebv { trait raw } hive { name apiary { name } }
  }
}`;

test('after any write, cached and 304 responses equal uncached responses, and need only the look-up of the key', async () => {
  const dam = await create('/api/queens/f0', { queen_name: 'Dam', birth_date: '2020', external_id: 'D-1' });
  const sire = await create('/api/queens/f0', { queen_name: 'Sire', birth_date: '2020' });
  const queen = await create('/api/queens/f0', { queen_name: 'Mona', birth_date: '2022', mother_id: dam });
  const apiary = await create('/api/apiaries', { name: 'Hill' });
  const hive = await create('/api/hives', { name: 'H1', apiary_id: apiary, queen_id: queen });
  const evaluation = await create('/api/queens/evaluations', { queen_id: queen, eval_year: 2023, honey_yield_kg: 30 });

  const ids: Record<string, string> = { apiaries: apiary, hives: hive, evaluations: evaluation, runs: queen };
  const cacheable = routes.filter((route) => route.cacheable);
  const idOf = (path: string) => ids[/([\w-]+)\/:id/.exec(path)?.[1] ?? ''] ?? queen;
  const requests: CacheableRequest[] = cacheable.flatMap(({ path: template, document }) => {
    const id = idOf(template);
    const path = `/api/v1${template.replace(':id', id)}?${template.endsWith('pedigree') ? 'depth=7' : ''}`;
    return [byRest(path), byGraphql(document, document.includes('$id') ? { id } : {})];
  });
  requests.push(byGraphql(ALL_OF_A_QUEEN, { id: queen }), byGraphql(ALL_OF_A_QUEEN, { id: dam }));
  expect(requests.length).toBeGreaterThan(40);

  const tags = new Map<CacheableRequest, string>();
  let notModified = 0;
  let cacheHits = 0;
  const cost = async (work: () => Promise<unknown>) => {
    service.statements.length = 0;
    await work();
    return service.statements.length;
  };
  /**
   * Sends all requests and compares the responses.
   * @param untilCached whether each request is repeated until its response is cached
   */
  const check = async (untilCached: boolean) => {
    for (const request of requests) {
      const expected = await request.uncached();
      let status = 0;
      const statements = await cost(
        async () => ({ status } = await request.repeat({ 'If-None-Match': tags.get(request) ?? '""' })),
      );
      if (status === 304) expect(request.last).toEqual(expected.body);
      if (status === 304 && statements === 1) notModified += 1;
      expect((await request.repeat()).body).toEqual(expected.body);
      if (untilCached) {
        expect((await request.repeat()).body).toEqual(expected.body);
        const third = await cost(async () => expect((await request.repeat()).body).toEqual(expected.body));
        if (third === 1 && expected.status === 200) cacheHits += 1;
        for (const other of others) {
          expect((await request.repeat({}, other)).body).toEqual((await request.uncached(other)).body);
        }
      }
      if (expected.tag) tags.set(request, expected.tag);
      request.last = expected.body;
    }
  };
  await check(true);
  const firstCacheHits = cacheHits;
  await check(true);
  // No row was written between the checks, so the service recognizes all earlier responses.
  expect(notModified).toBe(tags.size);
  expect(cacheHits).toBe(2 * firstCacheHits);
  expect(firstCacheHits).toBeGreaterThan(35);

  const file = 'name;id;born;note\nMona;D-9;2022;first\n';
  const writes: (() => Promise<unknown>)[] = [
    () => session.put(`/api/queens/f0/${dam}`, { queen_name: 'Dame' }),
    () => session.put(`/api/queens/f0/${dam}`, { mated_to_id: sire }),
    () => session.put(`/api/queens/evaluations/${evaluation}`, { honey_yield_kg: 31 }),
    () => session.put(`/api/apiaries/${apiary}`, { name: 'Hollow' }),
    () => session.put(`/api/hives/${hive}`, { queen_id: null }),
    () => session.put('/api/v1/ebv/index-weights', { weights: { honey: 2, gentleness: 1 } }),
    () => session.post('/api/queens/evaluations/bulk', [{ queen_id: dam, eval_year: 2022, gentleness: 3 }]),
    () => imported(file),
    // Imports the same values of the same queen from another row.
    () => imported(file.replace('first', 'second')),
    async () => session.post(`/api/v1/imports/${await imported('name;id\nUndone;U-1\n')}/undo`),
    () => session.put('/api/account', { name: 'Another name' }),
    () => session.delete(`/api/queens/evaluations/${evaluation}`),
    () => session.delete(`/api/hives/${hive}`),
    () => session.post(`/api/queens/${dam}/merge`, { queen_id: sire }),
    async () => {
      const { body } = await session.post('/api/v1/ebv/runs', { traits: ['gentleness'] });
      for (let status = ''; !/completed|failed/.test(status);) {
        status = (await session.get(`/api/v1/ebv/runs/${body.data.id}`)).body.data.status;
      }
    },
  ];
  for (const write of writes) {
    await write();
    await check(false);
  }
});

test('an entity tag is valid only for its own request, and works with If-Match', async () => {
  const id = await create('/api/queens/f0', { queen_name: 'Tagged', birth_date: '2021' });
  const path = `/api/queens/f0/${id}`;
  const { headers } = await session.get(path);
  const tag = headers.get('ETag')!;
  const conditional = { headers: { 'If-None-Match': tag } };
  expect((await session.get(path, conditional)).status).toBe(304);
  // A proxy that compresses a response changes its entity tag.
  const marked = { headers: { 'If-None-Match': tag.replace(/"$/, '-gzip"') } };
  expect((await session.get(path, marked)).status).toBe(304);
  expect((await session.get('/api/queens/f0', conditional)).status).toBe(200);
  expect((await session.get(`${path}/pedigree`, conditional)).status).toBe(200);
  // Another row of the account changes. The queen does not change.
  await create('/api/queens/f0', { queen_name: 'Elsewhere' });
  expect((await session.get(path, conditional)).status).toBe(304);
  expect((await session.put(path, { race: 'carnica' }, { headers: { 'If-Match': tag } })).status).toBe(200);
  expect((await session.put(path, { race: 'ligustica' }, { headers: { 'If-Match': tag } })).status).toBe(412);
});

test('the list of keys is never stale, although a new key changes no breeding data', async () => {
  const path = '/api/v1/api-keys';
  const { headers } = await session.get(path);
  await create('/api/api-keys', { name: 'Another', permissions: { queens: 'read' } });
  const { status, body } = await session.get(path, { headers: { 'If-None-Match': headers.get('ETag')! } });
  expect([status, body.data[0].name]).toEqual([200, 'Another']);
});

test('a GraphQL response with keys is never stale, also if it contains breeding data', async () => {
  for (const query of ['{ apiKeys { totalCount } }', '{ queens { totalCount } apiKeys { totalCount } }']) {
    const count = async () => (await session.graphql(query)).body.data.apiKeys.totalCount as number;
    const before = await count();
    await create('/api/api-keys', { name: 'One more', permissions: { queens: 'read' } });
    expect(await count()).toBe(before + 1);
  }
});

test('a repeated GraphQL query gets the content type that it accepts', async () => {
  for (const Accept of ['application/json', 'application/graphql-response+json', 'application/json']) {
    const response = await session.post('/graphql', { query: '{ queens { totalCount } }' }, { headers: { Accept } });
    expect(response.headers.get('Content-Type')).toContain(Accept);
  }
});
