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
const NEWEST_VALUES = `query ($id: ID!) { queen(id: $id) { name ebv { ${VALUES} } } }`;
const OF_ALL_RUNS = `query ($id: ID!) { queen(id: $id) { ebv(history: true) { ${VALUES} } } }`;

/**
 * Creates an account with three queens, and a client with an API key of the account. Two queens have values of two
 * runs.
 */
async function insertAccount(permissions: object = { queens: 'read', blup: 'read' }) {
  const client = await service.register();
  const account = (await client.get('/api/account')).body.data.id as string;
  const queens = await make.queens(account, [{ name: 'Anna' }, { name: 'Berta' }, { name: 'Clara' }]);
  for (const year of [2024, 2025]) await addRun(account, queens.slice(0, 2), year);
  const created = await client.post('/api/api-keys', { name: 'Values', permissions });
  const keyClient = service.visitor();
  keyClient.headers.Authorization = `Bearer ${created.body.data.key}`;
  // The first request caches the key.
  await keyClient.graphql('query { queens(first: 1) { totalCount } }');
  return { account, queens: queens as [string, string, string], keyClient };
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

const valuesOf = async (keyClient: Client, id: string) =>
  (await keyClient.graphql(NEWEST_VALUES, { id })).body.data.queen.ebv;

test('values of a queen are complete and sorted', async () => {
  const { queens, keyClient } = await insertAccount();
  const valuesOfQueen = await valuesOf(keyClient, queens[0]);
  expect(valuesOfQueen.map(({ trait, entityType }: Record<string, string>) => [trait, entityType])).toEqual([
    ['honey', 'queen'],
    ['honey', 'worker'],
    ['nonSwarming', 'queen'],
    ['nonSwarming', 'worker'],
  ]);
  // Another query reads the values of all runs, newest first.
  const all = (await keyClient.graphql(OF_ALL_RUNS, { id: queens[0] })).body.data.queen.ebv;
  expect(all).toHaveLength(8);
  expect(valuesOfQueen).toEqual(all.slice(0, 4));
  expect(await valuesOf(keyClient, queens[2])).toEqual([]);
  // The whole response is cached after this request, so the next request reads no values.
  await valuesOf(keyClient, queens[0]);
  const { statements } = service;
  statements.length = 0;
  expect(await valuesOf(keyClient, queens[0])).toEqual(valuesOfQueen);
  expect(statements.map((text) => text.includes('breeding_value'))).toEqual([false]);
  const other = await keyClient.get(`/api/v1/ebv/queens/${queens[1]}`);
  expect(other.body.data.map((value: Record<string, unknown>) => value.normalized_value)).toContain(2026);
});

test('values belong to the run that is newest at the time of the request', async () => {
  const { account, queens, keyClient } = await insertAccount();
  expect((await valuesOf(keyClient, queens[0]))[0].normalized).toBe(2025);
  const run = await addRun(account, [queens[0]], 2030);
  expect((await valuesOf(keyClient, queens[0]))[0]).toMatchObject({ normalized: 2030, runId: run });
  // The newest run has no values of this queen.
  expect(await valuesOf(keyClient, queens[1])).toEqual([]);
});

test('values are returned only to keys that belong to the account and have permission, even during concurrent requests of other accounts', async () => {
  const [ownAccount, otherAccount] = [await insertAccount(), await insertAccount()];
  const withoutPermission = await insertAccount({ queens: 'read' });
  const request = async (keyClient: Client, id: string) => (await keyClient.graphql(NEWEST_VALUES, { id })).body;
  for (let round = 0; round < 5; round += 1) {
    const [own, foreign, otherResponse, rejected] = await Promise.all([
      request(ownAccount.keyClient, ownAccount.queens[round % 2]!),
      request(ownAccount.keyClient, otherAccount.queens[round % 2]!),
      request(otherAccount.keyClient, otherAccount.queens[0]),
      request(withoutPermission.keyClient, withoutPermission.queens[0]),
    ]);
    expect(own.data.queen.ebv).toHaveLength(4);
    expect(foreign).toEqual({ data: { queen: null } });
    expect(otherResponse.data.queen.ebv.map(({ queenId }: { queenId: string }) => queenId)).toEqual(
      Array(4).fill(otherAccount.queens[0]),
    );
    expect(rejected.errors[0].extensions.code).toBe('insufficient_permission');
    expect(JSON.stringify(rejected)).not.toContain('normalized');
  }
  expect((await withoutPermission.keyClient.get(`/api/v1/ebv/queens/${withoutPermission.queens[0]}`)).status).toBe(403);
  expect((await ownAccount.keyClient.get(`/api/v1/ebv/queens/${otherAccount.queens[0]}`)).status).toBe(404);
});

test('a request for the contributions to values returns them, even if concurrent requests select only the values', async () => {
  const { queens, keyClient } = await insertAccount();
  const alone = 'query ($id: ID!) { queen(id: $id) { ebv { trait entityType normalized } } }';
  const request = async (document: string) =>
    (await keyClient.graphql(document, { id: queens[0] })).body.data.queen.ebv;
  const lists = await Promise.all(
    Array.from({ length: 24 }, (_, index) => request(index % 3 === 1 ? NEWEST_VALUES : alone)),
  );
  const full = await request(NEWEST_VALUES);
  expect(full[0].pieces).toEqual({ parentAverage: 0.1, family: 0.2, ownTest: 0, offspring: 2025 / 7 });
  for (const [index, list] of lists.entries()) {
    if (index % 3 === 1) expect(list).toEqual(full);
    else expect(list[0]).toEqual({ trait: 'honey', entityType: 'queen', normalized: 2025 });
    expect(list).toHaveLength(4);
  }
});
