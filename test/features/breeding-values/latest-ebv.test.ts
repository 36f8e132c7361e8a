import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';

let server: GraphQLServer;
beforeAll(async () => {
  server = await serveGraphQL();
});
afterAll(() => server?.close());

const LATEST = `query ($trait: Trait, $entityType: EntityType, $queenId: ID, $first: Int! = 20, $after: String) {
  latestEbv(trait: $trait, entityType: $entityType, queenId: $queenId, first: $first, after: $after) {
    run { id status source method computedAt } totalCount
    nodes { queenId trait entityType raw normalized reliability runId } pageInfo { hasNextPage endCursor } } }`;

/** Inserts two queens with values of two completed runs, and two runs that are not completed. */
async function insertRuns() {
  const { make } = server;
  const account = await make.account();
  const queens = await make.queens(account, [{ name: 'Anna' }, { name: 'Berta' }]);
  // The run with the newest values was entered first.
  const newest = await make.run(account, { computed_at: '2025-01-01T00:00:00Z', method: 'honey_bee' });
  const old = await make.run(account, { computed_at: '2024-01-01T00:00:00Z', source: 'import' });
  await make.run(account, { status: 'running', computed_at: null });
  await make.run(account, { status: 'failed', computed_at: '2026-01-01T00:00:00Z' });
  for (const [index, queen] of queens.entries()) {
    for (const trait of ['honey', 'non_swarming']) {
      for (const entity_type of ['queen', 'worker']) {
        await make.breedingValue(account, newest, queen, { trait, entity_type, normalized: 100 + index });
      }
    }
    await make.breedingValue(account, old, queen, { raw: null, normalized: 90 });
  }
  return { account, queens: queens as [string, string], old, newest };
}

test('the values of the newest completed run are listed by trait and entity type, best first', async () => {
  const { account, queens, newest } = await insertRuns();
  const { latestEbv } = await server.data(account, LATEST);
  expect(latestEbv.run).toMatchObject({ id: newest, status: 'completed', source: 'computed', method: 'honey_bee' });
  expect(latestEbv.totalCount).toBe(8);
  expect(latestEbv.nodes[0]).toEqual({
    queenId: queens[1], trait: 'honey', entityType: 'queen', raw: 1.5, normalized: 101, reliability: 0.5, runId: newest,
  }); // prettier-ignore
  const { latestEbv: some } = await server.data(account, LATEST, { trait: 'nonSwarming', entityType: 'worker' });
  expect(some.nodes.map(({ queenId }: { queenId: string }) => queenId)).toEqual([queens[1], queens[0]]);
  const { latestEbv: valuesOfQueen } = await server.data(account, LATEST, { queenId: queens[0] });
  expect(valuesOfQueen.totalCount).toBe(4);
});

test('all pages belong to the run of the first page, even if a newer run completes meanwhile', async () => {
  const { account, queens, newest } = await insertRuns();
  const { latestEbv: first } = await server.data(account, LATEST, { first: 3 });
  const later = await server.make.run(account, { computed_at: '2027-01-01T00:00:00Z' });
  await server.make.breedingValue(account, later, queens[0], { normalized: 999 });
  const { latestEbv: rest } = await server.data(account, LATEST, { first: 100, after: first.pageInfo.endCursor });
  expect(rest.run.id).toBe(newest);
  expect(rest.nodes).toHaveLength(5);
  const { latestEbv: current } = await server.data(account, LATEST);
  expect(current).toMatchObject({ run: { id: later }, totalCount: 1 });
});

test('if the account has no run, the response has null as its run and an empty list', async () => {
  const account = await server.make.account();
  const { latestEbv } = await server.data(account, LATEST);
  expect(latestEbv).toMatchObject({ run: null, totalCount: 0, nodes: [] });
});

test('values of one queen belong to the newest completed run, or with `history` to all completed runs', async () => {
  const { account, queens, old, newest } = await insertRuns();
  const query = `query ($id: ID!) { now: queenEbv(queenId: $id) { runId } all: queenEbv(queenId: $id, history: true) { runId }
    queen(id: $id) { ebv { runId trait } history: ebv(history: true) { runId } } }`;
  const { now, all, queen } = await server.data(account, query, { id: queens[0] });
  const runs = (values: { runId: string }[]) => values.map(({ runId }) => runId);
  const four = Array<string>(4).fill(newest);
  expect(runs(now)).toEqual(four);
  expect(runs(queen.ebv)).toEqual(four);
  expect(runs(all)).toEqual([...four, old]);
  expect(runs(queen.history)).toEqual([...four, old]);
});

test('runs of any status are listed, newest first', async () => {
  const { account } = await insertRuns();
  const { ebvRuns } = await server.data(account, '{ ebvRuns { totalCount nodes { status createdAt } } }');
  expect(ebvRuns.totalCount).toBe(4);
  const times = ebvRuns.nodes.map(({ createdAt }: { createdAt: string }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
});
