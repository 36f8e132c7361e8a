import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Kysely } from 'kysely';
import { runs } from '../../support/fuzz.js';
import { startService, type TestResponse, type Client, type TestService } from '../../support/service.js';
import { brokenRules } from './pedigree-invariants.js';

const ROUNDS = runs(120);

let service: TestService;
beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '0' });
});
afterAll(() => service.close());

/** Random numbers that depend only on the seed. A failure prints the seed. */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const GRAPHQL = {
  motherId: 'mother_id',
  fatherId: 'father_id',
  matedToId: 'mated_to_id',
  matingType: 'mating_type',
  dateOfBirth: 'birth_date',
  externalId: 'external_id',
  name: 'queen_name',
  status: 'life_status',
  generation: 'generation',
} as const;
const IN_GRAPHQL = Object.fromEntries(Object.entries(GRAPHQL).map(([field, member]) => [member, field]));

let merged = 0;

/** Sends random writes to the queens, as one of several concurrent clients. Updates use REST or GraphQL at random. */
async function program(client: Client, seed: number, ids: string[], statuses: Map<number, number>): Promise<void> {
  const pick = random(seed);
  const oneOf = <T>(list: readonly T[]) => list[pick(list.length)] as T;
  for (let round = 0; round < ROUNDS; round++) {
    const members: Record<string, unknown> = {};
    for (let count = 1 + pick(3); count > 0; count--) {
      const member = oneOf(Object.values(GRAPHQL));
      members[member] = {
        mother_id: () => oneOf([null, ...ids]),
        father_id: () => oneOf([null, ...ids]),
        mated_to_id: () => oneOf([null, ...ids]),
        mating_type: () => oneOf([null, 'island_station', 'single_queen']),
        birth_date: () => oneOf([null, '2018', '2019-05-01', '2020', '2021-06-02', '2022']),
        external_id: () => oneOf([null, 'N-1', 'N-2', 'N-3', 'N-4', 'N-5']),
        queen_name: () => oneOf(['A', 'B', 'C', 'D', 'E', 'F']),
        life_status: () => oneOf(['testing', 'dead', 'sold', null]),
        generation: () => oneOf(['F0', 'F0', 'F1']),
      }[member]();
    }
    const id = oneOf(ids);
    const response = await oneOf([
      () => client.put(`/api/queens/${id}`, members),
      () =>
        client.graphql('mutation ($id: ID!, $input: QueenInput!) { updateQueen(id: $id, input: $input) { id } }', {
          id,
          input: Object.fromEntries(Object.entries(members).map(([member, value]) => [IN_GRAPHQL[member], value])),
        }),
      () => client.post('/api/queens', { generation: 'F0', queen_name: `Q${pick(40)}`, ...members }),
      () => client.delete(`/api/queens/${id}`),
      async () => {
        const response = await client.post(`/api/queens/${id}/merge`, { queen_id: oneOf(ids) });
        if (response.status === 200) merged++;
        return response;
      },
      () => client.post('/api/hives', { name: `H${pick(5)}`, queen_id: id }),
      () => client.post('/api/queens/evaluations', { queen_id: id, eval_year: 2020 + pick(3), gentleness: 3 }),
    ])();
    const status = statusOf(response);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 201 && response.body.data?.queen_name) ids.splice(pick(ids.length), 1, response.body.data.id);
  }
}

const IN_HTTP: Record<string, number> = { BAD_USER_INPUT: 400, NOT_FOUND: 404, CONFLICT: 409 };

function statusOf({ status, body }: TestResponse): number {
  const code = body.errors?.[0]?.extensions?.code as string | undefined;
  return code === undefined ? status : (IN_HTTP[code] ?? 500);
}

test('the pedigree stays valid if several clients write the same queens concurrently', async () => {
  const session = await service.register();
  const { body } = await session.post('/api/api-keys', {
    name: 'program',
    permissions: { queens: 'write', hive: 'write', evaluations: 'write' },
  });
  const key = service.visitor();
  key.headers.Authorization = `Bearer ${body.data.key}`;
  const names = Array.from({ length: 14 }, (_, index) => ({ queen_name: `Q${index}`, generation: 'F0' }));
  const created = await session.post('/api/queens/bulk', names);
  const ids = created.body.data.map(({ id }: { id: string }) => id);
  const seed = Date.now() % 100_000;
  const statuses = new Map<number, number>();
  await Promise.all([
    program(session, seed, ids, statuses),
    program(key, seed + 1, ids, statuses),
    program(key, seed + 2, [...ids], statuses),
  ]);
  const statusCounts = [...statuses].sort(([one], [other]) => one - other);
  expect({
    seed,
    broken: await brokenRules(service.services.orm.database.kysely as Kysely<unknown>, session.account.id),
  }).toEqual({
    seed,
    broken: [],
  });
  expect(merged).toBeGreaterThan(0);
  // Expects successful writes, refusals with the status 400 and 409, and no internal error.
  expect(statusCounts.map(([status]) => status)).toEqual(expect.arrayContaining([200, 201, 204, 400, 409]));
  expect(Math.max(...statuses.keys())).toBeLessThan(500);
});
