import { beforeAll, expect, test } from '@jest/globals';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';

const CHANGE = `mutation ($inputs: [QueenChangeInput!]!) {
  updateQueens(inputs: $inputs) { id status line race matingStation updatedAt } }`;

interface Changed {
  id: string;
  status: string | null;
  line: string | null;
  updatedAt: string;
}

let service: SharedService;
let owner: Client;
let ids: string[];
beforeAll(async () => {
  service = await sharedService();
  owner = await service.register();
  const rows = ['Anna', 'Berta', 'Clara'].map((queen_name) => ({ queen_name, life_status: 'testing', line: 'A' }));
  const { body } = await owner.post('/api/queens/f0/bulk', rows);
  ids = body.data.map(({ id }: { id: string }) => id);
});

const change = async (inputs: object[], client = owner) => (await client.graphql(CHANGE, { inputs })).body;
const stored = async () => Promise.all(ids.map(async (id) => (await owner.get(`/api/queens/${id}`)).body.data));

test('several queens are changed together, and a second change restores them', async () => {
  const before = await stored();
  const { data } = await change([
    { id: ids[2], status: 'production', matingStation: 'Norderney' },
    { id: ids[0], status: 'production', race: 'Carnica', ifUpdatedAt: before[0].updated_at },
  ]);
  expect(data.updateQueens).toMatchObject([
    { id: ids[2], status: 'production', line: 'A', matingStation: 'Norderney' },
    { id: ids[0], status: 'production', line: 'A', race: 'Carnica' },
  ]);
  expect((await stored()).map(({ life_status }) => life_status)).toEqual(['production', 'testing', 'production']);
  const undone = data.updateQueens.map(({ id, updatedAt }: Changed) => ({
    ...{ id, status: 'testing', race: null, matingStation: null },
    ifUpdatedAt: updatedAt,
  }));
  expect((await change(undone)).errors).toBeUndefined();
  const unstamped = (rows: { updated_at: string }[]) => rows.map((row) => ({ ...row, updated_at: '' }));
  expect(unstamped(await stored())).toEqual(unstamped(before));
});

test('a change of several queens has no effect if one of them was changed meanwhile, is unknown, is listed twice or gets an invalid value', async () => {
  const [anna, berta] = await stored();
  await owner.put(`/api/queens/${ids[1]}`, { notes: 'Changed by another device' });
  const expected = await stored();
  const refused = async (other: object, code: string, errors: object[]) => {
    const body = await change([{ id: ids[0], line: 'B', ifUpdatedAt: anna.updated_at }, other]);
    expect(body.data).toBeNull();
    expect(body.errors[0].extensions).toMatchObject({ code, errors });
  };
  await refused({ id: ids[1], line: 'B', ifUpdatedAt: berta.updated_at }, 'CONFLICT', [
    { path: 'inputs.1.ifUpdatedAt', code: 'changed_since' },
  ]);
  await refused({ id: 'x', line: 'B' }, 'BAD_USER_INPUT', [{ path: 'inputs.1.id', code: 'unknown_id' }]);
  await refused({ id: ids[0], line: 'C' }, 'BAD_USER_INPUT', [{ path: 'inputs.1.id', code: 'listed_twice' }]);
  await refused({ id: ids[1], line: 'x'.repeat(1000) }, 'BAD_USER_INPUT', [{ path: 'inputs.1.line' }]);
  await refused({ id: ids[1], name: 'Clara' }, 'CONFLICT', [{ path: 'inputs.1.name', code: 'name_taken' }]);
  expect(await stored()).toEqual(expected);
  const tooMany = await change(Array.from({ length: 1001 }, () => ({ id: ids[0], line: 'B' })));
  expect(tooMany.errors[0].extensions.errors).toMatchObject([{ path: 'inputs' }]);
});

test('queens that die together leave their hives', async () => {
  const hives: string[] = [];
  for (const queen_id of ids.slice(0, 2)) {
    hives.push((await owner.post('/api/hives', { name: `Hive of ${queen_id}`, queen_id })).body.data.id);
  }
  await change(ids.map((id) => ({ id, status: 'dead' })));
  for (const hive of hives) expect((await owner.get(`/api/hives/${hive}`)).body.data.queen_id).toBeNull();
});

const RENAME = `mutation ($inputs: [QueenChangeInput!]!) {
  updateQueens(inputs: $inputs) { id name externalId externalIdentifiers { system value } } }`;
const rename = async (inputs: object[]) => (await owner.graphql(RENAME, { inputs })).body;
const createQueens = async (rows: object[]): Promise<string[]> =>
  (await owner.post('/api/queens/f0/bulk', rows)).body.data.map(({ id }: { id: string }) => id);

// Regression: a queen who got another identifier was thought to lose all her identifiers, so that two queens shared one.
test.each([
  ['an identifier', { externalIdentifiers: [{ system: 't', value: 'X-1' }] }, { externalId: 'Y' }],
  ['an identifier in other case', { externalIdentifiers: [{ system: 's', value: 'x-1' }] }, { externalId: 'Y' }],
  ['an identifier of the same system', { externalIdentifiers: [{ system: 's', value: 'X-1' }] }, { externalId: 'Y' }],
  ['an identifier as main identifier', { externalId: 'X-1' }, { externalId: 'Y' }],
  ['a main identifier', { externalIdentifiers: [{ system: 's', value: 'X-2' }] }, { externalIdentifiers: [] }],
  ['a main identifier in other case', { externalId: 'x-2' }, { externalIdentifiers: [{ system: 's', value: 'Y' }] }],
  ['an identifier, if only other fields change', { externalId: 'x-1' }, { line: 'B' }],
])('a queen cannot get %s that another queen of the request keeps', async (_, taking, keeping) => {
  const [first, second] = await createQueens([
    { queen_name: 'Taking' },
    { queen_name: 'Keeping', external_id: 'X-2', external_identifiers: [{ system: 's', value: 'X-1' }] },
  ]);
  const { errors } = await rename([
    { id: first, ...taking },
    { id: second, ...keeping },
  ]);
  for (const id of [first, second]) await owner.delete(`/api/queens/${id}`);
  expect(errors?.[0].extensions).toMatchObject({ code: 'CONFLICT', errors: [{ code: 'identifier_taken' }] });
});

test('other accounts and keys without permission cannot change queens', async () => {
  const other = await service.register();
  expect((await change([{ id: ids[0], line: 'Z' }], other)).errors[0].extensions.errors).toMatchObject([
    { path: 'inputs.0.id', code: 'unknown_id' },
  ]);
  const reader = clientWithKey(service, (await makeKey(owner)).key);
  expect((await change([{ id: ids[0], line: 'Z' }], reader)).errors[0].extensions).toMatchObject({
    code: 'insufficient_permission',
    required: { resource: 'queens', level: 'write' },
  });
  expect((await stored())[0].line).toBe('A');
});
