import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import type { Permissions } from '../../../src/auth/permissions.js';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { Copy, currentRows } from '../changes/synchronized-copy.js';
import { csv } from '../imports/files.js';
import { importFile } from '../imports/uploads.js';
import { factories, type Factories } from '../../support/factories.js';
import { sharedService, type TestResponse, type SharedService } from '../../support/service.js';
import { brokenRules } from './pedigree-invariants.js';

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;
let account: string;
let make: Factories;
let db: Kysely<unknown>;
beforeAll(async () => {
  service = await sharedService();
  db = service.services.orm.database.kysely;
  make = factories(db);
});
beforeEach(async () => {
  client = await service.register();
  account = client.account.id;
});

const faults = ({ body }: TestResponse) =>
  (body.errors ?? []).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`);
const read = async (id: string) => (await client.get(`/api/queens/${id}`)).body.data;
const preview = async (keep: string, other: string) =>
  (await client.get(`/api/queens/${keep}/merge?queen_id=${other}`)).body.data;

async function merge(keep: string, other: string) {
  const response = await client.post(`/api/queens/${keep}/merge`, { queen_id: other });
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  expect((await client.get(`/api/queens/${other}`)).status).toBe(404);
  expect(await brokenRules(db, account)).toEqual([]);
  return response.body.data;
}

/**
 * Expects that a merge is refused with the obstacles of its preview, and changes nothing. Returns the obstacles of the
 * merge.
 */
async function obstacles(keep: string, other: string): Promise<string[]> {
  const before = await currentRows(client);
  const ahead = await preview(keep, other);
  const response = await client.post(`/api/queens/${keep}/merge`, { queen_id: other });
  expect([response.status, response.body.code]).toEqual([409, 'conflict']);
  expect(response.body.errors).toEqual(ahead.obstacles);
  expect(await currentRows(client)).toEqual(before);
  return faults(response);
}

describe('two records of one queen', () => {
  test('become one record that gets all references to both records', async () => {
    const [mother, mate, sire] = await make.queens(account, [{ name: 'Dam' }, { name: 'Mate' }, { name: 'Sire' }]);
    await sql`update queen set mated_to_id = ${sire} where account_id = ${account} and id = ${mother}`.execute(db);
    const keep = await make.queen(account, { name: 'Mona', birth_date: '2022', race: 'Carnica', status: 'testing' });
    const other = await make.queen(account, {
      name: 'Mona',
      external_id: 'DE-44-1-3-2022',
      birth_date: '2022-05-01',
      race: 'C',
      mother_id: mother,
      father_id: sire,
      mated_to_id: mate,
      drones: 9,
    });
    await make.identifier(account, other, 'chip-7', 'chip');
    const [first, second, mated] = await make.queens(account, [
      { name: 'First', mother_id: keep, birth_date: '2023' },
      { name: 'Second', mother_id: other, father_id: mate },
      { name: 'Mated', mated_to_id: other },
    ]);
    const byDrones = await make.queen(account, { name: 'By drones', mother_id: mated, father_id: other });
    await make.evaluation(account, keep, { year: 2023 });
    const evaluation = await make.evaluation(account, other, { year: 2024 });
    const hive = await make.hive(account, { queen_id: other });
    const [early, late] = [await make.run(account), await make.run(account)];
    await make.breedingValue(account, early, other);
    await make.breedingValue(account, late, other);
    await make.breedingValue(account, late, keep, { raw: 7 });
    await make.import(account, { filename: 'a.csv' }, [[other, 'Mona']]);
    const copy = new Copy(client);
    await copy.follow();

    expect(await preview(keep, other)).toEqual({
      obstacles: [],
      facts: [
        { field: 'external_id', kept: 'DE-44-1-3-2022', dropped: null, filled: true },
        { field: 'race', kept: 'Carnica', dropped: 'C', filled: false },
        { field: 'birth_date', kept: '2022-05-01', dropped: null, filled: true },
        { field: 'drones', kept: 9, dropped: null, filled: true },
        { field: 'mother_id', kept: mother, dropped: null, filled: true },
        { field: 'father_id', kept: sire, dropped: null, filled: true },
        { field: 'mated_to_id', kept: mate, dropped: null, filled: true },
      ],
      external_identifiers: [{ system: 'chip', value: 'chip-7' }],
      moves: {
        daughters: 1,
        daughters_by_her_drones: 1,
        mated_to_her: 1,
        imported_rows: 1,
        evaluations: 1,
        hives: 1,
        breeding_values: 1,
        breeding_values_dropped: 1,
      },
    });
    expect(await copy.follow()).toEqual([]);

    const merged = await merge(keep, other);
    expect(merged).toMatchObject({
      id: keep,
      queen_name: 'Mona',
      external_id: 'DE-44-1-3-2022',
      external_identifiers: [{ system: 'chip', value: 'chip-7' }],
      birth_date: '2022-05-01',
      race: 'Carnica',
      life_status: 'testing',
      drones: 9,
      mother_id: mother,
      father_id: sire,
      mated_to_id: mate,
      origin_data: { Name: 'Mona' },
    });
    for (const daughter of [first, second]) {
      expect(await read(daughter!)).toMatchObject({ mother_id: keep, father_id: mate });
    }
    expect((await read(mated!)).mated_to_id).toBe(keep);
    expect((await read(byDrones)).father_id).toBe(keep);
    expect((await client.get(`/api/queens/evaluations/${evaluation}`)).body.data.queen_id).toBe(keep);
    expect((await client.get(`/api/hives/${hive}`)).body.data.queen_id).toBe(keep);
    const values = await client.graphql(
      'query ($id: ID!) { queenEbv(queenId: $id, history: true) { raw run { id } } }',
      {
        id: keep,
      },
    );
    expect(values.body.data.queenEbv).toHaveLength(2);
    expect(values.body.data.queenEbv).toContainEqual({ raw: 7, run: { id: late } });
    await copy.follow();
    expect(copy.rows).toEqual(await currentRows(client));
  });

  test('become one record that keeps every identifier and name', async () => {
    const keep = await make.queen(account, { name: 'DE-1', external_id: 'DE-1' });
    const other = await make.queen(account, { name: 'Mona', external_id: 'DE-2' });
    const third = await make.queen(account, { name: 'Mona the Great' });
    expect(await merge(keep, other)).toMatchObject({
      queen_name: 'Mona',
      external_id: 'DE-1',
      external_identifiers: [{ system: 'merged', value: 'DE-2' }],
    });
    expect((await merge(keep, third)).external_identifiers).toEqual([
      { system: 'merged', value: 'DE-2' },
      { system: 'name', value: 'Mona the Great' },
    ]);
    // The name is the identifier of another queen, so the merged queen does not get it as an identifier.
    await make.identifier(account, await make.queen(account, { name: 'X', external_id: 'Minna' }), 'Nina');
    for (const name of ['Minna', 'Nina']) {
      const duplicate = await make.queen(account, { name });
      expect(await merge(keep, duplicate)).toMatchObject({ queen_name: 'Mona', external_identifiers: { length: 2 } });
    }
    const entry = await read(keep);
    expect((await client.put(`/api/queens/${keep}`, entry)).status).toBe(200);
  });

  test('become one record; if one of them has only default values, values of the other record replace the defaults', async () => {
    const mother = await make.queen(account);
    const keep = await make.queen(account, { name: 'Mona' });
    const other = await make.queen(account, { name: 'Mona', external_id: 'M-1', generation: 'F1', mother_id: mother });
    expect((await preview(keep, other)).facts).toContainEqual({
      field: 'generation',
      kept: 'F1',
      dropped: null,
      filled: true,
    });
    const facts: { field: string }[] = (await preview(other, keep)).facts;
    expect(facts.map(({ field }) => field)).not.toContain('generation');
    expect((await merge(keep, other)).generation).toBe('F1');
  });

  test('become one record of the generation of the remaining record, if this record names at least a father', async () => {
    const [mother, sire] = await make.queens(account, [{ name: 'Dam' }, { name: 'Sire' }]);
    const keep = await make.queen(account, { name: 'Mona', father_id: sire });
    const other = await make.queen(account, { name: 'Mona', external_id: 'M-1', generation: 'F1', mother_id: mother });
    expect((await preview(keep, other)).facts).toContainEqual({
      field: 'generation',
      kept: 'F0',
      dropped: 'F1',
      filled: false,
    });
    expect((await merge(keep, other)).generation).toBe('F0');
  });

  test('become one record with the more precise of two dates that agree, and with all fields that only the duplicate has', async () => {
    const only = {
      line: 'Sklenar',
      breeder_code: 'DE-44',
      marking: 'green',
      notes: 'Calm',
      mating_type: 'insemination',
      sdi_code: 2,
      drone_producers: 5,
    };
    const keep = await make.queen(account, { name: 'Mona', birth_date: '2022-05-01', mated_at: '2022' });
    const more = { ...only, drones: 9, mated_at: '2022-06-30', mating_station: 'Heide' };
    const other = await make.queen(account, { name: 'Mona', external_id: 'M-1', birth_date: '2022', ...more });
    const facts = Object.entries({ external_id: 'M-1', ...more });
    expect((await preview(keep, other)).facts).toEqual(
      facts.map(([field, kept]) => ({ field, kept, dropped: null, filled: true })),
    );
    expect(await merge(keep, other)).toMatchObject({ birth_date: '2022-05-01', ...more });
  });

  test("set the mother's mating if one record names the mother and the other record names the father", async () => {
    const [mother, sire] = await make.queens(account, [{ name: 'Dam' }, { name: 'Sire' }]);
    const sister = await make.queen(account, { mother_id: mother });
    const keep = await make.queen(account, { mother_id: mother });
    await merge(keep, await make.queen(account, { father_id: sire }));
    expect((await read(mother!)).mated_to_id).toBe(sire);
    expect((await read(sister)).father_id).toBe(sire);
  });

  test('become one record without the values of a running run, which will also store values of that record', async () => {
    const [keep, other] = (await make.queens(account, [{ name: 'Mona' }, { name: 'Mona II' }])) as [string, string];
    const run = await make.run(account, { status: 'running', computed_at: null });
    await make.breedingValue(account, run, other);
    expect((await preview(keep, other)).moves).toMatchObject({ breeding_values: 0, breeding_values_dropped: 1 });
    await merge(keep, other);
    const { rows } = await sql`select from breeding_value where account_id = ${account}`.execute(db);
    expect(rows).toEqual([]);
  });

  test('can be merged in GraphQL', async () => {
    const [keep, other] = await make.queens(account, [{ name: 'Mona' }, { name: 'Mona 2', birth_date: '2021' }]);
    const variables = { keep, other };
    const ahead = await client.graphql(
      'query ($keep: ID!, $other: ID!) { queenMerge(keepId: $keep, mergeId: $other) { obstacles { path } facts { field } moves { daughters } } }',
      variables,
    );
    expect(ahead.body).toEqual({
      data: {
        queenMerge: { obstacles: [], facts: [{ field: 'name' }, { field: 'dateOfBirth' }], moves: { daughters: 0 } },
      },
    });
    const done = await client.graphql(
      'mutation ($keep: ID!, $other: ID!) { mergeQueens(keepId: $keep, mergeId: $other) { id dateOfBirth } }',
      variables,
    );
    expect(done.body).toEqual({ data: { mergeQueens: { id: keep, dateOfBirth: '2021' } } });
  });
});

test('one query can request many previews of merges', async () => {
  const ids = await make.queens(account, Array(11).fill({}));
  const previews = ids
    .slice(1)
    .map((id, index) => `_${index}: queenMerge(keepId: "${ids[0]}", mergeId: "${id}") { moves { daughters } }`);
  const { body } = await client.graphql(`{ ${previews.join(' ')} queens { totalCount } }`);
  expect(body.errors).toBeUndefined();
  expect(Object.keys(body.data)).toHaveLength(11);
});

describe('a merge with obstacles', () => {
  test('reports all obstacles: contradicting or duplicate data', async () => {
    const [anna, berta, carla, dora] = await make.queens(
      account,
      ['Anna', 'Berta', 'Carla', 'Dora'].map((name) => ({ name })),
    );
    const keep = await make.queen(account, { birth_date: '2021', mother_id: anna, mated_to_id: carla });
    const other = await make.queen(account, {
      birth_date: '2022-05-01',
      mother_id: berta,
      mated_to_id: dora,
    });
    const hill = await make.apiary(account, { name: 'Hill' });
    for (const id of [keep, other]) {
      await make.evaluation(account, id, { year: 2022 });
      await make.evaluation(account, id, { year: 2023, apiary_id: hill });
    }
    await make.evaluation(account, keep, { year: 2021 });
    await make.evaluation(account, other, { year: 2021, apiary_id: hill });
    await make.evaluation(account, keep, { year: 2024, apiary_id: hill });
    await make.evaluation(account, other, { year: 2024 });
    await make.evaluation(account, keep, { year: 2025, apiary_id: hill });
    await make.evaluation(account, other, { year: 2025, apiary_id: await make.apiary(account) });
    await make.hive(account, { name: '1', queen_id: keep });
    await make.hive(account, { name: '2', queen_id: other });
    expect(await obstacles(keep, other)).toEqual([
      'birth_date: is "2021" and "2022-05-01": the dates of birth differ',
      'mother_id: names two mothers, "Anna" and "Berta": if they are the same queen, merge them first',
      'mated_to_id: names two mates, "Carla" and "Dora": if they are the same queen, merge them first',
      'evaluations: both records have an evaluation of 2021, without an apiary and at "Hill": delete one of the two evaluations first',
      'evaluations: both records have an evaluation of 2022 without an apiary: delete one of the two evaluations first',
      'evaluations: both records have an evaluation of 2023 at "Hill": delete one of the two evaluations first',
      'evaluations: both records have an evaluation of 2024, at "Hill" and without an apiary: delete one of the two evaluations first',
      'hive: the two records head two hives, "1" and "2", but a queen can head only one',
    ]);
  });

  test('reports all obstacles: more than 50 further identifiers', async () => {
    const keep = await make.queen(account, { name: 'Mona', external_id: 'M-1' });
    const other = await make.queen(account, { name: 'Mona' });
    for (let n = 1; n <= 50; n++) await make.identifier(account, n % 2 ? keep : other, `chip-${n}`);
    expect((await preview(keep, other)).obstacles).toEqual([]);
    await make.identifier(account, other, 'chip-51');
    expect(await obstacles(keep, other)).toEqual([
      'external_identifiers: the merged record would have 51 other identifiers, but a queen can have at most 50',
    ]);
  });

  test('reports all obstacles: two fathers, with and without a mother', async () => {
    const [sire, rival] = await make.queens(account, [{ name: 'Sire' }, { name: 'Rival' }]);
    const mother = await make.queen(account, { name: 'Dam', mated_to_id: sire });
    const known = await make.queen(account, { mother_id: mother, father_id: sire });
    const [one, two] = await make.queens(account, [{ father_id: sire }, { father_id: rival }]);
    expect(await obstacles(one!, two!)).toEqual([
      'father_id: names two fathers, "Sire" and "Rival": if they are the same queen, merge them first',
    ]);
    expect(await obstacles(two!, known)).toEqual([
      'father_id: contradicts the mating of the mother: the father would be "Rival", but the mother is mated to "Sire"',
    ]);
    await merge(known, one!);
  });

  // Regression: a merge mated a mother with herself.
  test('reports all obstacles: a father that is the mother', async () => {
    const parent = await make.queen(account, { name: 'Parent' });
    const [byHer, ofHer] = await make.queens(account, [{ father_id: parent }, { mother_id: parent }]);
    expect(await obstacles(byHer!, ofHer!)).toEqual(['father_id: must be a different queen from the mother']);
  });

  test('reports all obstacles: two matings that would each have to precede the other', async () => {
    const mona = await make.queen(account, { name: 'Mona' });
    const xena = await make.queen(account, { name: 'Xena', mated_to_id: mona });
    const yara = await make.queen(account, { name: 'Yara', mated_to_id: xena });
    const contradiction =
      'contradicts the mating of Xena, who is mated to Mona: each of the two queens would have to exist before the other';
    expect(await obstacles(mona, yara)).toEqual([`mated_to_id: ${contradiction}`]);
  });

  test('reports all obstacles: a merge of a queen with a relative', async () => {
    const grandmother = await make.queen(account, { name: 'Granny' });
    const mother = await make.queen(account, { name: 'Mother', mother_id: grandmother });
    const mona = await make.queen(account, { name: 'Mona', mother_id: mother });
    const mate = await make.queen(account, { name: 'Mate', mated_to_id: mona });
    const child = await make.queen(account, { name: 'Child', mother_id: mate, father_id: mona });
    expect(await obstacles(mona, mother)).toContain(
      'mother_id: "Mother" is the mother of "Mona": they cannot be the same queen',
    );
    expect(await obstacles(grandmother, mona)).toContain('mother_id: Granny would be her own ancestor, through Mother');
    expect(await obstacles(mona, grandmother)).toContain('mother_id: Mona would be her own ancestor, through Mother');
    expect(await obstacles(mate, mona)).toContain(
      'mated_to_id: "Mona" is the mate of "Mate": they cannot be the same queen',
    );
    expect(await obstacles(mona, child)).toContain(
      'father_id: "Mona" is the father of "Child": they cannot be the same queen',
    );
    expect(await obstacles(child, mona)).toContain(
      'father_id: "Mona" is the father of "Child": they cannot be the same queen',
    );
  });

  test('reports all obstacles: a daughter older than the merged queen, and an F1 queen with F1 daughters', async () => {
    const dam = await make.queen(account, { name: 'Dam' });
    const keep = await make.queen(account, { name: 'Mona', generation: 'F1', mother_id: dam, birth_date: '2022' });
    const other = await make.queen(account, { name: 'Mona II', race: 'Carnica' });
    const mate = await make.queen(account, { name: 'Mate', birth_date: '2023' });
    await make.queen(account, { name: 'Old', mother_id: other, birth_date: '2021' });
    await make.queen(account, { name: 'F1', mother_id: other, generation: 'F1' });
    expect((await obstacles(keep, other)).sort()).toEqual([
      'daughters: Mona is an F1 queen herself: the mother of an F1 queen must be an F0 queen',
      'daughters: the dam Mona was born (2022) after her daughter Old (2021)',
    ]);
    const mated = await make.queen(account, { name: 'Mated', mated_to_id: mate });
    expect(await obstacles(other, mated)).toEqual([
      'mated_to_id: the sire Mate was born (2023) after her daughter Old (2021)',
    ]);
  });

  test.each(['sold', 'dead', 'lost'])('reports all obstacles: a queen that is %s and heads a hive', async (status) => {
    const [gone, head] = await make.queens(account, [{ status }, { status: null }]);
    await make.hive(account, { name: '7', queen_id: head });
    const obstacle = `life_status: is "${status}" in one record, but the other record heads "7"`;
    expect(await obstacles(gone!, head!)).toEqual([obstacle]);
    // The remaining record has no status, so it would get the status of the duplicate.
    expect(await obstacles(head!, gone!)).toEqual([obstacle]);
  });
});

describe('a merge request', () => {
  test('must name two different records of the account', async () => {
    const [keep, other] = await make.queens(account, [{}, {}]);
    const path = `/api/queens/${keep}/merge`;
    const nobody = '00000000-0000-7000-8000-000000000001';
    const theirs = await make.queen(await make.account());
    for (const id of [nobody, theirs]) {
      expect((await client.post(path, { queen_id: id })).status).toBe(404);
      expect((await client.get(`${path}?queen_id=${id}`)).status).toBe(404);
      expect((await client.post(`/api/queens/${id}/merge`, { queen_id: keep })).status).toBe(404);
    }
    const same = ['queen_id: must be a different record from the one that remains'];
    expect(faults(await client.post(path, { queen_id: keep!.toUpperCase() }))).toEqual(same);
    expect(faults(await client.get(`${path}?queen_id=${keep}`))).toEqual(same);
    expect(faults(await client.post(path, {}))).toEqual(['queen_id: is required']);
    expect(faults(await client.post(path, { queen_id: null }))).toEqual(['queen_id: is required']);
    expect(faults(await client.post(path, { queen_id: 'Mona', keep: 1 }))).toEqual([
      'keep: is unknown; the known members are queen_id',
      'queen_id: must be the id (a UUID) of a queen, not "Mona"',
    ]);
    expect(faults(await client.post(path, { queen_id: other, keep: 1 }))).toHaveLength(1);
    expect((await read(other!)).id).toBe(other);
    expect(faults(await client.get(path))).toEqual(['queen_id: is required']);
  });

  test('returns the same response when repeated with the same Idempotency-Key, and is refused if If-Match is outdated', async () => {
    const [keep, other, third] = await make.queens(account, [{}, {}, {}]);
    const path = `/api/queens/${keep}/merge`;
    const headers = { 'Idempotency-Key': 'm-1' };
    const first = await client.post(path, { queen_id: other }, { headers });
    const again = await client.post(path, { queen_id: other }, { headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await client.post(path, { queen_id: third }, { headers })).status).toBe(409);
    expect((await client.post(`/api/queens/${third}/merge`, { queen_id: other }, { headers })).status).toBe(409);
    const tag = first.headers.get('ETag')!;
    expect((await client.get(`/api/queens/${keep}`)).headers.get('ETag')).toBe(tag);
    await client.put(`/api/queens/${keep}`, { race: 'C' });
    const late = await client.post(path, { queen_id: third }, { headers: { 'If-Match': tag } });
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
    const now = (await client.get(`/api/queens/${keep}`)).headers.get('ETag')!;
    expect((await client.post(path, { queen_id: third }, { headers: { 'If-Match': now } })).status).toBe(200);
  });

  test('needs write permission for all rows that move, and returns only data that the caller may read', async () => {
    const [keep, other] = await make.queens(account, [{}, {}]);
    const run = await make.run(account);
    const rows = {
      evaluations: () => make.evaluation(account, other!, { year: 2023 }),
      hive: () => make.hive(account, { queen_id: other }),
      blup: () => make.breedingValue(account, run, other!),
    } as const;
    const path = `/api/queens/${keep}/merge`;
    const key = async (permissions: Partial<Permissions>) =>
      clientWithKey(service, (await makeKey(client, { permissions })).key);
    expect((await (await key({ queens: 'read' })).post(path, { queen_id: other })).status).toBe(403);
    const granted: Record<string, string> = { queens: 'write' };
    for (const [resource, add] of Object.entries(rows)) {
      await add();
      const refused = await (await key({ ...granted, [resource]: 'read' })).post(path, { queen_id: other });
      expect([refused.status, refused.body.required]).toEqual([403, { resource, level: 'write' }]);
      granted[resource] = 'write';
    }
    await make.breedingValue(account, run, keep!);
    // Now, the merge deletes the breeding values of the duplicate instead of moving them.
    const deleting = await (await key({ ...granted, blup: 'read' })).post(path, { queen_id: other });
    expect([deleting.status, deleting.body.required]).toEqual([403, { resource: 'blup', level: 'write' }]);
    await make.evaluation(account, keep!, { year: 2023 });
    const limited = (await (await key({ queens: 'read' })).get(`${path}?queen_id=${other}`)).body.data;
    const inGraphql = await (
      await key({ queens: 'read' })
    ).graphql(
      'query ($keep: ID!, $other: ID!) { queenMerge(keepId: $keep, mergeId: $other) { moves { daughters hives } } }',
      { keep, other },
    );
    expect(inGraphql.body).toMatchObject({
      data: { queenMerge: { moves: { daughters: 0, hives: null } } },
      errors: [{ path: ['queenMerge', 'moves', 'hives'], extensions: { code: 'insufficient_permission' } }],
    });
    expect(Object.keys(limited.moves)).toEqual([
      'daughters',
      'daughters_by_her_drones',
      'mated_to_her',
      'imported_rows',
    ]);
    expect(limited.obstacles).toMatchObject([
      { path: 'evaluations', message: 'both records have an evaluation of the same year and apiary' },
    ]);
    await sql`delete from evaluation where account_id = ${account} and queen_id = ${keep}`.execute(db);
    expect((await (await key(granted)).post(path, { queen_id: other })).status).toBe(200);
  });
});

describe('after a merge, imports', () => {
  const first = csv([{ queen_name: 'Zoe', mother: 'Mona' }]);
  const second = csv([{ queen_name: 'Mona II', external_id: '', birth_date: '2020', race: 'C' }]);
  const third = csv([{ queen_name: 'Monika', external_id: 'DE-1', mother: 'Granny' }]);
  const queenNamed = async (name: string) => {
    const { body } = await client.get(`/api/queens?search=${encodeURIComponent(name)}`);
    return body.data.find((queen: { queen_name: string }) => queen.queen_name === name).id as string;
  };

  test('find the merged queen by every former identifier and name, and change nothing if they are repeated', async () => {
    for (const [index, file] of [first, second, third].entries()) await importFile(client, `${index}.csv`, file);
    const keep = await queenNamed('Mona');
    await merge(keep, await queenNamed('Mona II'));
    await merge(keep, await queenNamed('Monika'));
    expect((await read(keep)).origin_imports).toHaveLength(2);
    const before = await currentRows(client);
    for (const [index, file] of [first, second, third].entries()) {
      const again = await importFile(client, `${index}.csv`, file);
      expect([again.status, again.created.queens, again.updated.queens]).toEqual(['completed', 0, 0]);
    }
    expect(await currentRows(client)).toEqual(before);
    const names = ['Mona', 'Mona II', 'Monika', 'DE-1'];
    await importFile(client, 'more.csv', csv(names.map((mother, index) => ({ queen_name: `Q${index}`, mother }))));
    for (const index of names.keys()) expect((await read(await queenNamed(`Q${index}`))).mother_id).toBe(keep);
    await importFile(client, 'line.csv', csv([{ queen_name: 'Mona II', line: 'Sklenar' }]));
    expect(await read(keep)).toMatchObject({ queen_name: 'Mona', line: 'Sklenar' });
    const all = csv([
      { queen_name: 'Monika', external_id: 'DE-1' },
      ...['Mona', 'Mona II', 'Monika'].map((queen_name) => ({ queen_name, marking: 'green' })),
    ]);
    expect((await importFile(client, 'all.csv', all)).created.queens).toBe(0);
    expect(await read(keep)).toMatchObject({ queen_name: 'Mona', marking: 'green' });
    // A queen with this name takes precedence over a queen who had this name before.
    const plain = await make.queen(account, { name: 'Mona II', name_key: 'mona ii' });
    await importFile(client, 'late.csv', csv([{ queen_name: 'Late', mother: 'Mona II' }]));
    expect((await read(await queenNamed('Late'))).mother_id).toBe(plain);
    expect(await brokenRules(db, account)).toEqual([]);
  });

  test('recognize a file of breeding values that was imported before the merge', async () => {
    const [mona, again] = await make.queens(account, [
      { name: 'Mona', external_id: 'M-1' },
      { name: 'Mona', external_id: 'M-2' },
    ]);
    await make.queen(account, { name: 'Zoe', external_id: 'Z-1' });
    const values = csv(['M-2', 'Z-1'].map((number) => ({ Zuchtbuchnummer: number, Honig: '101', Sanftmut: '99' })));
    const first = await importFile(client, 'values.csv', values);
    expect([first.format, first.created.breeding_values]).toEqual(['zuchtwerte', 4]);
    await merge(mona!, again!);
    const second = await importFile(client, 'values.csv', values);
    expect([second.created.breeding_values, second.unchanged.breeding_values]).toEqual([0, 4]);
  });

  test('cannot be undone if they created or changed one of the records; other imports can be undone', async () => {
    const created = [];
    for (const [index, file] of [first, second, third].entries()) {
      created.push(await importFile(client, `${index}.csv`, file));
    }
    // This import changes two of the records.
    const both = csv(['Mona', 'Mona II'].map((queen_name) => ({ queen_name, line: 'Sklenar' })));
    created.push(await importFile(client, 'both.csv', both));
    const apart = await importFile(client, 'apart.csv', csv([{ queen_name: 'Apart' }]));
    const keep = await queenNamed('Mona');
    await merge(keep, await queenNamed('Mona II'));
    await merge(keep, await queenNamed('Monika'));
    const before = await currentRows(client);
    for (const { id } of created) {
      const { status, body } = await client.post(`/api/imports/${id}/undo`);
      expect([status, body.detail]).toEqual([409, expect.stringMatching(/changed after the import/)]);
    }
    expect(await currentRows(client)).toEqual(before);
    expect((await client.post(`/api/imports/${apart.id}/undo`)).status).toBe(200);
  });

  test('cannot be undone if they created an evaluation or a hive that moved to the other record', async () => {
    const [keep, other] = (await make.queens(account, [
      { name: 'Mona', status: 'testing' },
      { name: 'Mona II', status: 'testing' },
    ])) as [string, string];
    const tests = await importFile(client, 'tests.csv', 'queen_name;eval_year;honey_yield_kg\nMona II;2023;20\n');
    const hives = await importFile(client, 'hives.csv', 'queen_name;apiary;hive\nMona II;Heide;1\n');
    await merge(keep, other);
    for (const [{ id }, kind] of [
      [tests, 'changed_evaluations'],
      [hives, 'changed_hives'],
    ] as const) {
      const { status, body } = await client.post(`/api/imports/${id}/undo`);
      const kinds = body.errors.map(({ params }: { params: { kind: string } }) => params.kind);
      expect([status, kinds]).toEqual([409, expect.arrayContaining([kind])]);
    }
  });

  test('cannot be undone if they created a queen whose mother was merged into another record', async () => {
    const [keep, mother] = await make.queens(account, [{ name: 'Mona II' }, { name: 'Mona' }]);
    const { id } = await importFile(client, 'daughter.csv', first);
    await merge(keep!, mother!);
    const { status, body } = await client.post(`/api/imports/${id}/undo`);
    expect([status, body.detail]).toEqual([409, expect.stringMatching(/changed after the import/)]);
    expect((await read(await queenNamed('Zoe'))).mother_id).toBe(keep);
  });

  test('cannot be undone if the undo would restore a mother whose record was merged into another record', async () => {
    const [mona, again] = await make.queens(account, [{ name: 'Mona' }, { name: 'Mona II' }]);
    await make.queen(account, { name: 'Zoe', name_key: 'zoe', mother_id: mona });
    const moved = await importFile(client, 'moved.csv', csv([{ queen_name: 'Zoe', mother: 'Other' }]));
    await merge(again!, mona!);
    const { status, body } = await client.post(`/api/imports/${moved.id}/undo`);
    expect([status, body.detail]).toEqual([409, expect.stringMatching(/deleted or merged later/)]);
  });

  test('when undone, restore the mother of a queen; the father is then the mate that the mother got in the merge', async () => {
    const [mona, mate] = await make.queens(account, [{ name: 'Mona' }, { name: 'Mate' }]);
    const zoe = await make.queen(account, { name: 'Zoe', name_key: 'zoe', mother_id: mona });
    const moved = await importFile(client, 'moved.csv', csv([{ queen_name: 'Zoe', mother: 'Other' }]));
    await merge(mona!, await make.queen(account, { mated_to_id: mate }));
    expect((await client.post(`/api/imports/${moved.id}/undo`)).status).toBe(200);
    expect(await read(zoe)).toMatchObject({ mother_id: mona, father_id: mate });
    expect(await brokenRules(db, account)).toEqual([]);
  });
});

test('no other tables refer to queens than those whose rows a merge moves', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'queen'::regclass order by 1`.execute(db);
  expect(rows.map(({ table }) => table)).toEqual([
    'breeding_value',
    'evaluation',
    'hive',
    'import_row',
    'queen',
    'queen_identifier',
  ]);
});
