import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { factories, type Factories } from '../../support/factories.js';
import { startService, type Client, type TestService } from '../../support/service.js';

let service: TestService;
let make: Factories;
beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '0' });
  make = factories(service.services.orm.database.kysely);
});
afterAll(() => service?.close());

const VALUES =
  'trait entityType raw normalized reliability runId queenId pieces { parentAverage family ownTest offspring }';
const HERS = `query ($id: ID!) { queen(id: $id) { name ebv { ${VALUES} } } }`;
const OF_ALL_RUNS = `query ($id: ID!) { queen(id: $id) { ebv(history: true) { ${VALUES} } } }`;

/** An account whose queens have values of all runs but the last, and a client with its key. */
async function insertAccount(permissions: object = { queens: 'read', blup: 'read' }) {
  const client = await service.register();
  const account = (await client.get('/api/account')).body.data.id as string;
  const queens = await make.queens(account, [{ name: 'Anna' }, { name: 'Berta' }, { name: 'Clara' }]);
  for (const year of [2024, 2025]) await addRun(account, queens.slice(0, 2), year);
  const created = await client.post('/api/api-keys', { name: 'Values', permissions });
  const holder = service.visitor();
  holder.headers.Authorization = `Bearer ${created.body.data.key}`;
  // The key is known from the first request on.
  await holder.graphql('query { queens(first: 1) { totalCount } }');
  return { account, queens: queens as [string, string, string], holder };
}

async function addRun(account: string, queens: readonly string[], year: number): Promise<string> {
  const run = await make.run(account, { computed_at: `${year}-01-01T00:00:00Z` });
  for (const [index, queen] of queens.entries()) {
    const pieces = { parent_average: 0.1, family: 0.2, own_test: index, offspring: year / 7 };
    for (const trait of ['non_swarming', 'honey']) {
      await make.breedingValue(account, run, queen, { trait, normalized: year + index, ...pieces });
      await make.breedingValue(account, run, queen, { trait, entity_type: 'worker', raw: null });
    }
  }
  return run;
}

const valuesOf = async (holder: Client, id: string) => (await holder.graphql(HERS, { id })).body.data.queen.ebv;

test('values of a queen are complete and in order', async () => {
  const { queens, holder } = await insertAccount();
  const valuesOfQueen = await valuesOf(holder, queens[0]);
  expect(valuesOfQueen.map(({ trait, entityType }: Record<string, string>) => [trait, entityType])).toEqual([
    ['honey', 'queen'],
    ['honey', 'worker'],
    ['nonSwarming', 'queen'],
    ['nonSwarming', 'worker'],
  ]);
  // Values of all runs are read by another query, the newest first.
  const all = (await holder.graphql(OF_ALL_RUNS, { id: queens[0] })).body.data.queen.ebv;
  expect(all).toHaveLength(8);
  expect(valuesOfQueen).toEqual(all.slice(0, 4));
  expect(await valuesOf(holder, queens[2])).toEqual([]);
  // The whole response is cached by then, so the values need not be read.
  await valuesOf(holder, queens[0]);
  const { statements } = service;
  statements.length = 0;
  expect(await valuesOf(holder, queens[0])).toEqual(valuesOfQueen);
  expect(statements.map((text) => text.includes('breeding_value'))).toEqual([false]);
  const other = await holder.get(`/api/v1/ebv/queens/${queens[1]}`);
  expect(other.body.data.map((value: Record<string, unknown>) => value.normalized_value)).toContain(2026);
});

test('values are those of the run that is newest at the time of the request, with current names', async () => {
  const { account, queens, holder } = await insertAccount();
  expect((await valuesOf(holder, queens[0]))[0].normalized).toBe(2025);
  const run = await addRun(account, [queens[0]], 2030);
  expect((await valuesOf(holder, queens[0]))[0]).toMatchObject({ normalized: 2030, runId: run });
  // Values of the newest run, which does not include this queen.
  expect(await valuesOf(holder, queens[1])).toEqual([]);
});

test('values are returned only to keys of the account with permission, even during concurrent requests of other accounts', async () => {
  const [mine, others] = [await insertAccount(), await insertAccount()];
  const closed = await insertAccount({ queens: 'read' });
  const request = async (holder: Client, id: string) => (await holder.graphql(HERS, { id })).body;
  for (let round = 0; round < 5; round += 1) {
    const [own, foreign, theirs, refused] = await Promise.all([
      request(mine.holder, mine.queens[round % 2]!),
      request(mine.holder, others.queens[round % 2]!),
      request(others.holder, others.queens[0]),
      request(closed.holder, closed.queens[0]),
    ]);
    expect(own.data.queen.ebv).toHaveLength(4);
    expect(foreign).toEqual({ data: { queen: null } });
    expect(theirs.data.queen.ebv.map(({ queenId }: { queenId: string }) => queenId)).toEqual(
      Array(4).fill(others.queens[0]),
    );
    expect(refused.errors[0].extensions.code).toBe('insufficient_permission');
    expect(JSON.stringify(refused)).not.toContain('normalized');
  }
  expect((await closed.holder.get(`/api/v1/ebv/queens/${closed.queens[0]}`)).status).toBe(403);
  expect((await mine.holder.get(`/api/v1/ebv/queens/${others.queens[0]}`)).status).toBe(404);
});

test('requests for contributions get them, even if concurrent requests select only the values', async () => {
  const { queens, holder } = await insertAccount();
  const alone = 'query ($id: ID!) { queen(id: $id) { ebv { trait entityType normalized } } }';
  const request = async (document: string) => (await holder.graphql(document, { id: queens[0] })).body.data.queen.ebv;
  const lists = await Promise.all(Array.from({ length: 24 }, (_, index) => request(index % 3 === 1 ? HERS : alone)));
  const full = await request(HERS);
  expect(full[0].pieces).toEqual({ parentAverage: 0.1, family: 0.2, ownTest: 0, offspring: 2025 / 7 });
  for (const [index, list] of lists.entries()) {
    if (index % 3 === 1) expect(list).toEqual(full);
    else expect(list[0]).toEqual({ trait: 'honey', entityType: 'queen', normalized: 2025 });
    expect(list).toHaveLength(4);
  }
});
