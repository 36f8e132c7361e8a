import { beforeEach, beforeAll, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';

const ASSIGN = `mutation ($inputs: [QueenAssignment!]!) { assignQueens(inputs: $inputs) { id queenId updatedAt } }`;

let service: SharedService;
let owner: Client;
let queens: string[];
let hives: { id: string; updated_at: string }[];
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  owner = await service.register();
  const created = await owner.post('/api/queens/f0/bulk', [{ queen_name: 'Anna' }, { queen_name: 'Berta' }]);
  queens = created.body.data.map(({ id }: { id: string }) => id);
  hives = [];
  for (const [index, name] of ['1', '2', '3'].entries()) {
    hives.push((await owner.post('/api/hives', { name, queen_id: queens[index] ?? null })).body.data);
  }
});

const assign = async (inputs: object[]) => (await owner.graphql(ASSIGN, { inputs })).body;
const heads = () =>
  Promise.all(hives.map(async ({ id }) => (await owner.get(`/api/hives/${id}`)).body.data.queen_id as string | null));

test('two hives exchange their queens', async () => {
  const [one, two] = hives;
  const { data } = await assign([
    { hiveId: one!.id, queenId: queens[1], ifUpdatedAt: one!.updated_at },
    { hiveId: two!.id, queenId: queens[0], ifUpdatedAt: two!.updated_at },
  ]);
  expect(data.assignQueens).toMatchObject([
    { id: one!.id, queenId: queens[1] },
    { id: two!.id, queenId: queens[0] },
  ]);
  expect(await heads()).toEqual([queens[1], queens[0], null]);
});

test('queens can move in a circle, or into a hive that becomes free in the same request', async () => {
  const [one, two, three] = hives.map(({ id }) => id);
  await assign([
    { hiveId: three, queenId: queens[0] },
    { hiveId: one, queenId: queens[1] },
    { hiveId: two, queenId: null },
  ]);
  expect(await heads()).toEqual([queens[1], null, queens[0]]);
  await assign([
    { hiveId: three, queenId: null },
    { hiveId: one, queenId: queens[0] },
  ]);
  expect(await heads()).toEqual([queens[0], null, null]);
});

test('an assignment changes nothing if a hive was changed meanwhile, is unknown or listed twice, or if a queen already heads another hive', async () => {
  const [one, two, three] = hives;
  await owner.put(`/api/hives/${two!.id}`, { type: 'Dadant' });
  const before = await heads();
  const unknown = '01890000-0000-7000-8000-000000000000';
  const refused = async (input: object, code: string, errors: object[]) => {
    const body = await assign([{ hiveId: one!.id, queenId: null }, input]);
    expect(body.data).toBeNull();
    expect(body.errors[0].extensions).toMatchObject({ code, errors });
    expect(await heads()).toEqual(before);
  };
  const changed = [{ path: 'inputs.1.ifUpdatedAt', code: 'changed_since' }];
  await refused({ hiveId: two!.id, queenId: queens[0], ifUpdatedAt: two!.updated_at }, 'CONFLICT', changed);
  const hive = [{ path: 'inputs.1.hiveId', code: 'unknown_id' }];
  await refused({ hiveId: unknown, queenId: queens[0] }, 'BAD_USER_INPUT', hive);
  const twice = [{ path: 'inputs.1.hiveId', code: 'listed_twice' }];
  await refused({ hiveId: one!.id, queenId: queens[0] }, 'BAD_USER_INPUT', twice);
  const queen = [{ path: 'inputs.1.queenId', code: 'unknown_id' }];
  await refused({ hiveId: three!.id, queenId: unknown }, 'BAD_USER_INPUT', queen);
  const secondHive = [{ path: 'inputs.1.queenId', code: 'hive_head_taken' }];
  await refused({ hiveId: three!.id, queenId: queens[1] }, 'CONFLICT', secondHive);
});

test('one queen cannot be assigned to two hives, and hives of another account are unknown', async () => {
  const [one, two, three] = hives.map(({ id }) => id);
  const body = await assign([
    { hiveId: one, queenId: queens[1] },
    { hiveId: three, queenId: queens[1] },
    { hiveId: two, queenId: null },
  ]);
  expect(body.errors[0].extensions.code).toBe('CONFLICT');
  owner = await service.register();
  const foreign = await assign([{ hiveId: one, queenId: null }]);
  expect(foreign.errors[0].extensions.errors).toMatchObject([{ path: 'inputs.0.hiveId', code: 'unknown_id' }]);
});
