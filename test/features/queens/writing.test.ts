import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { importFile } from '../imports/uploads.js';
import { factories } from '../../support/factories.js';
import { faults, sharedService, type AccountClient, type SharedService } from '../../support/service.js';

let service: SharedService;
let client: AccountClient;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const make = async (queen: object, generation = 'f0') => {
  const response = await client.post(`/api/queens/${generation}`, queen);
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body.data;
};
const read = async (id: string) => (await client.get(`/api/queens/${id}`)).body.data;

describe('queen', () => {
  test('is created by REST, changed by GraphQL and read by both', async () => {
    const response = await client.post('/api/queens/f0', {
      queen_name: 'Mona',
      birth_date: '2022',
      external_id: 'DE-1',
      external_identifiers: [{ system: 'chip', value: '77' }],
      drones: 12,
    });
    expect(response.status).toBe(201);
    const { id } = response.body.data;
    expect(response.headers.get('Location')).toBe(`/api/v1/queens/f0/${id}`);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const detail = await client.get(`/api/queens/f0/${id}`);
    expect(detail.body).toEqual(response.body);
    expect(detail.headers.get('ETag')).toBe(response.headers.get('ETag'));

    const changed = await client.graphql(
      'mutation ($id: ID!) { updateQueen(id: $id, input: { name: "Mona II", drones: null }) { name drones externalIdentifiers { value } } }',
      { id },
    );
    expect(changed.body).toEqual({
      data: { updateQueen: { name: 'Mona II', drones: null, externalIdentifiers: [{ value: '77' }] } },
    });
    expect(await read(id)).toMatchObject({ queen_name: 'Mona II', drones: null, birth_date: '2022' });
  });

  test('is refused with all errors at once, including those that need a look-up', async () => {
    await make({ queen_name: 'Berta', external_id: 'X-1' });
    const response = await client.post('/api/queens/f1', {
      queen_name: 'x'.repeat(201),
      birth_date: '2023-02-30',
      sdi_code: 3,
      external_id: 'X-1',
      mated_to_id: '00000000-0000-7000-8000-000000000001',
      colour: 'blue',
      generation: 'F0',
    });
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('validation_failed');
    expect(faults(response)).toEqual({
      queen_name: 'must have at most 200 characters, not 201',
      birth_date: 'names a day that does not exist: "2023-02-30"',
      sdi_code: 'must be a whole number from 1 to 2, not 3',
      external_id: 'the identifier "X-1" already belongs to another queen',
      mated_to_id: '"00000000-0000-7000-8000-000000000001" is not the id of a queen',
      colour: expect.stringMatching(/^is unknown; the known members are generation, queen_name/),
      generation: 'must be F1 at this path, or absent',
      mother_id: 'is missing: an F1 queen needs a mother',
    });
    expect((await client.get('/api/queens')).body.page.total).toBe(1);
  });

  test('is refused without a complaint about her name if only her identifier is invalid', async () => {
    await make({ queen_name: 'Berta' });
    const tooLong = 'must have at most 100 characters, not 101';
    const external_id = 'x'.repeat(101);
    expect(faults(await client.post('/api/queens/f0', { external_id }))).toEqual({ external_id: tooLong });
    const bulk = await client.post('/api/queens/f0/bulk', [{ queen_name: 'Berta', external_id }, { external_id }]);
    expect(faults(bulk)).toEqual({ '0.external_id': tooLong, '1.external_id': tooLong });
    for (const name of [undefined, 'Berta']) {
      const { body } = await client.graphql('mutation ($input: QueenInput!) { createQueen(input: $input) { id } }', {
        input: { generation: 'F0', externalId: external_id, name },
      });
      expect(body.errors[0].extensions.errors).toMatchObject([{ path: 'input.externalId', message: tooLong }]);
      expect(body.errors[0].extensions.errors).toHaveLength(1);
    }
  });

  test('is refused with the errors of both `external_id` and `external_identifiers`, although one name begins with the other', async () => {
    await make({ queen_name: 'Berta', external_id: 'X-1' });
    const external_identifiers = [{ system: 'ring', value: 'X-1' }];
    const input = { queen_name: 'Mona', external_id: 'x'.repeat(101), external_identifiers };
    expect(faults(await client.post('/api/queens/f0', input))).toEqual({
      external_id: 'must have at most 100 characters, not 101',
      'external_identifiers.0.value': 'the identifier "X-1" already belongs to another queen',
    });
  });

  test('can keep an identifier that another queen also has since an earlier version, but cannot get such an identifier', async () => {
    const { queens } = factories(service.services.orm.database.kysely);
    const [mona, berta] = await queens(client.account.id, [
      { name: 'Mona', external_id: 'DE-1' },
      { name: 'Berta', external_id: 'de - 1' },
    ]);
    const changed = await client.put(`/api/queens/${mona}`, { ...(await read(mona!)), race: 'Carnica' });
    expect([changed.status, changed.body.data?.race]).toEqual([200, 'Carnica']);
    const refused = await client.put(`/api/queens/${berta}`, { external_id: 'DE-1' });
    expect([refused.status, faults(refused)]).toEqual([
      409,
      { external_id: 'the identifier "DE-1" already belongs to another queen' },
    ]);
  });

  test('can be changed by sending back her data as they were read, with one changed member', async () => {
    const mother = await make({ queen_name: 'Mother', birth_date: '2020' });
    const { id } = await make({ queen_name: 'Mona', mother_id: mother.id, birth_date: '2021-05-03' }, 'f1');
    const entry = await read(id);
    const response = await client.put(`/api/queens/f1/${id}`, { ...entry, race: 'Carnica' });
    expect([response.status, response.body.data.race]).toEqual([200, 'Carnica']);
    expect(faults(await client.put(`/api/queens/f1/${id}`, { ...entry, inbreeding: 0.5 }))).toMatchObject({
      inbreeding: 'is read-only: omit it or send it unchanged',
      updated_at: expect.stringMatching(/^is read-only: .* changed since/),
    });
  });

  test('is returned with her current relatives after each write of a request with several writes', async () => {
    const mother = await make({ queen_name: 'Mother' });
    const daughter = await make({ queen_name: 'Daughter', mother_id: mother.id });
    const { body } = await client.graphql(
      `mutation ($mother: ID!, $daughter: ID!) {
        one: updateQueen(id: $daughter, input: { race: "A" }) { mother { name } }
        two: updateQueen(id: $mother, input: { name: "Renamed" }) { name }
        three: updateQueen(id: $daughter, input: { race: "B" }) { mother { name } }
      }`,
      { mother: mother.id, daughter: daughter.id },
    );
    expect(body.data).toEqual({
      one: { mother: { name: 'Mother' } },
      two: { name: 'Renamed' },
      three: { mother: { name: 'Renamed' } },
    });
  });

  // Regression: two concurrent writes both succeeded, and one of them was lost.
  test('can be changed by only one of two concurrent writes that contain her `updated_at`', async () => {
    const { id } = await make({ queen_name: 'Mona' });
    for (let round = 0; round < 10; round += 1) {
      const entry = await read(id);
      const put = (members: object) => client.put(`/api/queens/f0/${id}`, { ...entry, ...members });
      const responses = await Promise.all([put({ notes: `${round}` }), put({ line: `${round}` })]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      const refused = responses.find(({ status }) => status === 400)!;
      expect(faults(refused).updated_at).toMatch(/^is read-only: .* changed since/);
    }
  });

  test('is not found under the path of the other generation', async () => {
    const { id } = await make({ queen_name: 'Mona' });
    expect((await client.put(`/api/queens/f1/${id}`, { race: 'x' })).status).toBe(404);
    expect((await client.delete(`/api/queens/f1/${id}`)).status).toBe(404);
    expect((await client.delete(`/api/queens/f0/${id}`)).status).toBe(204);
    expect((await client.get(`/api/queens/f0/${id}`)).status).toBe(404);
  });

  test('must have a unique name if she has no identifier, and gets her identifier as name if she has no name', async () => {
    await make({ queen_name: 'Mona' });
    const again = await client.post('/api/queens/f0', { queen_name: 'Mona' });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    await make({ queen_name: 'Mona', external_id: 'M-1' });
    expect((await make({ external_id: 'M-2' })).queen_name).toBe('M-2');
    const numbers = await client.post('/api/queens/f0', {
      external_id: 'M-3',
      external_identifiers: [{ system: 'a', value: 'M-2' }],
    });
    expect(faults(numbers)).toEqual({
      'external_identifiers.0.value': 'the identifier "M-2" already belongs to another queen',
    });
    // Regression: messages contained GraphQL paths ("inputs.0.name").
    const twins = await client.post('/api/queens/f0/bulk', [{ queen_name: 'Twin' }, { queen_name: 'Twin' }]);
    expect(twins.body.detail).toMatch(/^0\.queen_name: .*; 1\.queen_name: /);
    // Regression: if a value was not an object, its members were reported as missing.
    expect(faults(await client.post('/api/queens/f0/bulk', [7]))).toEqual({ 0: 'must be an object' });
    expect(faults(await client.post('/api/queens/f0', {}))).toEqual({
      queen_name: 'is required: a queen needs a name or an external identifier',
    });
  });
});

describe('pedigree', () => {
  test('uses the mate of the mother as the father, even after a change of the mother or of her mate', async () => {
    const sire = await make({ queen_name: 'Sire' });
    const mother = await make({ queen_name: 'Mother' });
    const first = await make({ queen_name: 'First', mother_id: mother.id });
    const second = await make({ queen_name: 'Second', mother_id: mother.id, father_id: sire.id });
    expect((await read(mother.id)).mated_to_id).toBe(sire.id);
    expect((await read(first.id)).father_id).toBe(sire.id);
    const other = await make({ queen_name: 'Other' });
    await client.put(`/api/queens/f0/${mother.id}`, { mated_to_id: other.id });
    expect([(await read(first.id)).father_id, (await read(second.id)).father_id]).toEqual([other.id, other.id]);
    const wrong = await client.put(`/api/queens/f0/${first.id}`, { father_id: sire.id });
    expect(faults(wrong)).toEqual({
      father_id: 'contradicts the mating of the mother: the father would be "Sire", but the mother is mated to "Other"',
    });
    expect((await client.put(`/api/queens/f0/${first.id}`, { father_id: null })).status).toBe(400);
    await client.put(`/api/queens/f0/${first.id}`, { mother_id: null });
    expect(await read(first.id)).toMatchObject({ mother_id: null, father_id: null });
    await client.put(`/api/queens/f0/${first.id}`, { father_id: sire.id });
    expect((await read(first.id)).father_id).toBe(sire.id);
  });

  // Regression: a client could mate a queen with herself through the father of a daughter.
  test('refuses a mating of a queen with herself, whether mated_to_id, father_id or mother_id would cause it', async () => {
    const mother = await make({ queen_name: 'Mother' });
    const daughter = await make({ queen_name: 'Daughter', mother_id: mother.id });
    const lone = await make({ queen_name: 'Lone', father_id: mother.id });
    const isMother = 'must be a different queen from the mother';
    for (const [wrong, expected] of [
      [
        await client.put(`/api/queens/${mother.id}`, { mated_to_id: mother.id }),
        { mated_to_id: 'must be a different queen: a queen cannot mate with herself' },
      ],
      [await client.put(`/api/queens/${daughter.id}`, { father_id: mother.id }), { father_id: isMother }],
      [await client.put(`/api/queens/${lone.id}`, { mother_id: mother.id }), { mother_id: isMother }],
      [
        await client.post('/api/queens/f0', { queen_name: 'New', mother_id: mother.id, father_id: mother.id }),
        { father_id: isMother },
      ],
    ] as const) {
      expect([wrong.status, faults(wrong)]).toEqual([400, expected]);
    }
  });

  test('refuses cycles of mothers and of matings', async () => {
    const a = await make({ queen_name: 'A' });
    const b = await make({ queen_name: 'B', mother_id: a.id });
    const c = await make({ queen_name: 'C', mother_id: b.id });
    expect(faults(await client.put(`/api/queens/f0/${a.id}`, { mother_id: c.id }))).toEqual({
      mother_id: 'A would be her own ancestor, through C',
    });
    expect(faults(await client.put(`/api/queens/f0/${a.id}`, { mother_id: a.id }))).toEqual({
      mother_id: 'A would be her own ancestor, through A',
    });
    expect(faults(await client.put(`/api/queens/f0/${a.id}`, { mated_to_id: c.id }))).toEqual({
      mated_to_id: 'B would be her own ancestor, through C',
    });
    expect((await read(b.id)).father_id).toBe(null);
  });

  // Regression: future dates of birth were accepted. Their year then determined the base of normalized values.
  test('refuses dates of birth, mating and test after the end of next year', async () => {
    const thisYear = new Date().getUTCFullYear();
    const wrong = await client.post('/api/queens/f0', { queen_name: 'Mona', birth_date: '2099-01-01', mated_at: 2098 });
    // The latest allowed year is next year. The current year can change during the test.
    const latest = Number(/no later than (\d+)/.exec(String(faults(wrong).birth_date))?.[1]);
    expect([thisYear + 1, thisYear + 2]).toContain(latest);
    expect([wrong.status, faults(wrong)]).toEqual([
      400,
      {
        birth_date: `must be no later than ${latest}, not "2099-01-01"`,
        mated_at: `must be no later than ${latest}, not "2098"`,
      },
    ]);
    const { id } = await make({ queen_name: 'Mona', birth_date: String(latest) });
    const test = await client.post('/api/queens/evaluations', {
      queen_id: id,
      eval_year: 2099,
      evaluated_on: '2099-05-01',
      vigor: 3,
    });
    expect(Object.keys(faults(test)).sort()).toEqual(['eval_year', 'evaluated_on']);
    // A future date that is already stored, for example by a restore, does not prevent other changes.
    const kysely = service.services.orm.database.kysely;
    await sql`update queen set birth_date = '2099' where id = ${id}`.execute(kysely);
    const whole = { ...(await read(id)), race: 'carnica' };
    expect([(await client.put(`/api/queens/f0/${id}`, whole)).status, (await read(id)).birth_date]).toEqual([
      200,
      '2099',
    ]);
    const file = await importFile(
      client,
      'a.csv',
      `queen_name;birth_date;eval_year;honey_yield_kg\nAnna;1.5.2099;2099;20\n`,
    );
    const limit = Number(file.errors[0]?.params.most);
    expect([latest, latest + 1]).toContain(limit);
    const fault = (column: string, value: string) => ({
      row: 2,
      column,
      message: `must be no later than ${limit}, not ${value}`,
      code: 'must_be',
      params: { expected: `no later than ${limit}`, kind: 'not_after', most: limit, given: value },
    });
    expect(file.errors).toEqual([fault('birth_date', '"1.5.2099"'), fault('eval_year', '"2099"')]);
  });

  // Regression: two matings that would each have to precede the other were accepted, but breeding values and inbreeding
  // ignored the mates.
  test('refuses two matings that would each have to precede the other', async () => {
    const make4 = ['Mona', 'Sara', 'Nora', 'Olga'].map((queen_name) => make({ queen_name }));
    const [mona, sara, nora, olga] = (await Promise.all(make4)) as [
      { id: string },
      { id: string },
      { id: string },
      { id: string },
    ];
    const put = (queen: { id: string }, members: Record<string, unknown>) =>
      client.put(`/api/queens/f0/${queen.id}`, members);
    expect((await put(mona, { mated_to_id: sara.id })).status).toBe(200);
    const eachFirst =
      'contradicts the mating of Mona, who is mated to Sara: each of the two queens would have to exist before the other';
    const swapped = await put(sara, { mated_to_id: mona.id });
    expect([swapped.status, faults(swapped)]).toEqual([400, { mated_to_id: eachFirst }]);
    const daughter = { queen_name: 'Daughter', mother_id: sara.id, father_id: mona.id };
    expect(faults(await client.post('/api/queens/f0', daughter))).toEqual({ father_id: eachFirst });
    // With `single_queen`, Mona's own drones mated with Sara. Mona does not need a mating for this, so this write
    // succeeds. Afterwards, a change of the mating type is refused.
    expect((await put(sara, { mated_to_id: mona.id, mating_type: 'single_queen' })).status).toBe(200);
    const station = await put(sara, { mating_type: 'island_station' });
    expect(faults(station)).toEqual({ mating_type: eachFirst });
    expect((await put(sara, { mating_type: 'insemination', sdi_code: 1 })).status).toBe(200);
    expect(faults(await put(sara, { sdi_code: 2 }))).toEqual({ sdi_code: eachFirst });
    expect((await put(sara, { mating_type: 'single_queen', sdi_code: null })).status).toBe(200);
    // A cycle of more than two queens, and a cycle that contains a birth.
    expect((await put(olga, { mated_to_id: nora.id })).status).toBe(200);
    expect((await put(nora, { mated_to_id: mona.id })).status).toBe(200);
    expect(faults(await put(mona, { mother_id: olga.id }))).toEqual({
      mother_id: 'Mona would be her own ancestor: according to the known matings, daughters of Olga descend from Mona',
    });
    expect(faults(await put(sara, { mated_to_id: olga.id, mating_type: null }))).toEqual({
      mated_to_id:
        'daughters of Sara would be their own ancestors: according to other matings, Olga or her daughters descend from daughters of Sara',
    });
  });

  test('can be corrected if earlier versions accepted two matings that would each have to precede the other', async () => {
    const [mona, sara] = [await make({ queen_name: 'Mona' }), await make({ queen_name: 'Sara' })];
    for (const [id, mate] of [
      [mona.id, sara.id],
      [sara.id, mona.id],
    ] as const) {
      await sql`update queen set mated_to_id = ${mate} where id = ${id}`.execute(service.services.orm.database.kysely);
    }
    const mother = await make({ queen_name: 'Mother' });
    expect((await client.put(`/api/queens/f0/${mona.id}`, { race: 'carnica', mother_id: mother.id })).status).toBe(200);
    expect((await client.put(`/api/queens/f0/${mona.id}`, { mating_type: 'insemination' })).status).toBe(200);
    expect((await client.put(`/api/queens/f0/${mona.id}`, { mated_to_id: null })).status).toBe(200);
    expect((await client.put(`/api/queens/f0/${mona.id}`, { mated_to_id: sara.id })).status).toBe(400);
  });

  test('refuses a daughter who is older than a parent, after a change of either queen', async () => {
    const mother = await make({ queen_name: 'Mother', birth_date: '2020-05-01' });
    const young = await client.post('/api/queens/f0', {
      queen_name: 'Old',
      mother_id: mother.id,
      birth_date: '2020-04-30',
    });
    expect(faults(young)).toEqual({
      mother_id: 'the dam Mother was born (2020-05-01) after her daughter Old (2020-04-30)',
    });
    const daughter = await make({ queen_name: 'Daughter', mother_id: mother.id, birth_date: '2021' });
    expect(faults(await client.put(`/api/queens/f0/${mother.id}`, { birth_date: '2022' }))).toEqual({
      birth_date: 'the dam Mother was born (2022) after her daughter Daughter (2021)',
    });
    const late = await make({ queen_name: 'Late', birth_date: '2023' });
    // The new mother can be the error, so the daughter is not reported.
    expect(faults(await client.put(`/api/queens/f0/${mother.id}`, { birth_date: '2022', mother_id: late.id }))).toEqual(
      {
        mother_id: 'the dam Late was born (2023) after her daughter Mother (2022)',
      },
    );
    const sire = await make({ queen_name: 'Sire', birth_date: '2023' });
    expect(faults(await client.put(`/api/queens/f0/${mother.id}`, { mated_to_id: sire.id }))).toEqual({
      mated_to_id: 'the sire Sire was born (2023) after her daughter Daughter (2021)',
    });
    expect((await read(daughter.id)).father_id).toBe(null);
  });

  test('requires an F0 mother for an F1 queen, even after a change of the mother', async () => {
    const mother = await make({ queen_name: 'Mother' });
    const grand = await make({ queen_name: 'Grand' });
    await client.put(`/api/queens/f0/${mother.id}`, { mother_id: grand.id });
    const daughter = await make({ queen_name: 'Daughter', mother_id: mother.id }, 'f1');
    expect(faults(await client.put(`/api/queens/${mother.id}`, { generation: 'F1' }))).toEqual({
      generation: 'Mother is an F1 queen herself: the mother of an F1 queen must be an F0 queen',
    });
    expect(faults(await client.post('/api/queens/f1', { queen_name: 'X', mother_id: daughter.id }))).toEqual({
      mother_id: 'Daughter is an F1 queen herself: the mother of an F1 queen must be an F0 queen',
    });
    expect((await make({ queen_name: 'Raised', mother_id: daughter.id })).mother_id).toBe(daughter.id);
  });
});

describe('deletion', () => {
  test('is refused with a list of the rows that refer to the queen', async () => {
    const mother = await make({ queen_name: 'Mother' });
    const daughter = await make({ queen_name: 'Daughter', mother_id: mother.id });
    const response = await client.delete(`/api/queens/${mother.id}`);
    expect([response.status, response.body.detail]).toEqual([409, 'id: has 1 daughter (Daughter)']);
    await client.delete(`/api/queens/${daughter.id}`);
    expect((await client.delete(`/api/queens/${mother.id}`)).status).toBe(204);
  });

  test('is refused with the sorted identifiers of these rows, or with the names of rows without an identifier', async () => {
    const mother = await make({ queen_name: 'Mother' });
    for (const daughter of [{ queen_name: 'Zita' }, { queen_name: 'Ada', external_id: 'M-2' }, { queen_name: 'Berta' }])
      await make({ ...daughter, mother_id: mother.id });
    const { body } = await client.delete(`/api/queens/${mother.id}`);
    expect(body.detail).toBe('id: has 3 daughters (Berta, M-2, Zita)');
  });

  test('is refused with the names of at most five rows of a kind', async () => {
    const sire = await make({ queen_name: 'Sire' });
    const mother = await make({ queen_name: 'Mother', mated_to_id: sire.id });
    for (let n = 1; n <= 5; n += 1) await make({ queen_name: `Q${n}`, mother_id: mother.id });
    const detail = async (id: string) => (await client.delete(`/api/queens/${id}`)).body.detail as string;
    const details = [await detail(sire.id), await detail(mother.id)];
    await make({ queen_name: 'Q6', mother_id: mother.id });
    expect([...details, await detail(mother.id)]).toEqual([
      // The daughters are not listed, because their father is the mate of their mother.
      'id: has 1 queen mated to her (Mother)',
      'id: has 5 daughters (Q1, Q2, Q3, Q4, Q5)',
      'id: has 6 daughters (Q1, Q2, Q3, Q4, Q5, …)',
    ]);
  });

  // Regression: a key without permission for breeding values deleted them with the queen.
  test('requires permission to write breeding values if the queen has breeding values', async () => {
    await importFile(client, 'values.csv', 'Zuchtbuchnummer;Honig;Sanftmut\nDE-9-1-1-2020;110;98\n');
    const { id } = (await client.get('/api/v1/queens?search=DE-9-1-1-2020')).body.data[0];
    const keyed = async (permissions: object) => {
      const { body } = await client.post('/api/api-keys', { name: 'Key', permissions });
      const visitor = service.visitor();
      visitor.headers.Authorization = `Bearer ${body.data.key}`;
      return visitor;
    };
    const refused = await (await keyed({ queens: 'write', blup: 'read' })).delete(`/api/queens/${id}`);
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_permission']);
    expect(refused.body.required).toEqual({ resource: 'blup', level: 'write' });
    expect((await client.get(`/api/ebv/latest?queen_id=${id}`)).body.data).not.toEqual([]);
    const allowed = await keyed({ queens: 'write', blup: 'write' });
    expect((await allowed.delete(`/api/queens/${id}`)).status).toBe(204);
    expect((await client.get(`/api/queens/${id}`)).status).toBe(404);
  });
});

describe('bulk creation', () => {
  test('creates all queens or none, and reports every row with errors', async () => {
    const mother = await make({ queen_name: 'Mother', birth_date: '2020' });
    const good = Array.from({ length: 998 }, (_, index) => ({
      queen_name: `Q${index}`,
      mother_id: mother.id,
      generation: 'F1',
    }));
    const wrong = await client.post('/api/queens/bulk', [
      ...good,
      { queen_name: 'Q1', generation: 'F0' },
      { generation: 'F2' },
    ]);
    expect(wrong.status).toBe(400);
    expect(faults(wrong)).toMatchObject({
      '999.generation': 'must be one of F0, F1, not "F2"',
      '999.queen_name': expect.stringMatching(/^is required/),
      '1.queen_name': expect.stringMatching(/another queen without an identifier/),
      '998.queen_name': expect.anything(),
    });
    expect((await client.get('/api/queens')).body.page.total).toBe(1);
    const created = await client.post('/api/queens/f1/bulk', good);
    expect([created.status, created.body.data.length, created.body.data[997].queen_name]).toEqual([201, 998, 'Q997']);
    expect((await client.post('/api/queens/bulk', [])).status).toBe(400);
    const tooMany = Array.from({ length: 1001 }, (_, n) => ({ generation: 'F0', queen_name: `Queen ${n}` }));
    expect((await client.post('/api/queens/bulk', tooMany)).status).toBe(400);
  });

  // Regression: with more than 1000 conflicts, `detail` contained the GraphQL names, such as `inputs.0.externalId`.
  test('lists at most 1000 conflicts, and states the number of all conflicts', async () => {
    const queens = Array.from({ length: 501 }, (_, n) => ({
      external_id: `A-${n}`,
      external_identifiers: [{ system: 'ring', value: `B-${n}` }],
    }));
    expect((await client.post('/api/queens/f0/bulk', queens)).status).toBe(201);
    const { status, body } = await client.post('/api/queens/f0/bulk', queens);
    expect([status, body.errors.length]).toEqual([409, 1000]);
    expect(body.detail).toMatch(/^0\.external_id: the identifier "A-0" .*; 0\.external_identifiers\.0\.value: /);
    expect(body.detail).toMatch(/; and 992 more$/);
    expect(body.detail).not.toContain('inputs');
  });

  test('lists at most 1000 invalid members, and states the number of all of them', async () => {
    const queens = Array.from({ length: 600 }, (_, n) => ({ queen_name: `Queen ${n}`, race: 1, line: 2 }));
    const { status, body } = await client.post('/api/queens/f0/bulk', queens);
    expect([status, body.errors.length]).toEqual([400, 1000]);
    expect(body.detail).toMatch(/^0\.race: .*; and 1190 more$/);
  });
});

describe('repeated and outdated requests', () => {
  test('are executed only once for each Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'a-1' };
    const once = await Promise.all(
      Array.from({ length: 5 }, () => client.post('/api/queens/f0', { queen_name: 'Mona' }, { headers })),
    );
    expect(once.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(once.map(({ body }) => body.data.id)).size).toBe(1);
    const other = await client.post('/api/queens/f0', { queen_name: 'Other' }, { headers });
    expect([other.status, other.body.code]).toEqual([409, 'conflict']);
    // The body can be the same, because a hive also has a name.
    const forest = { name: 'Forest' };
    const there = { 'Idempotency-Key': 'a-2' };
    expect((await client.post('/api/apiaries', forest, { headers: there })).status).toBe(201);
    const elsewhere = await client.post('/api/hives', forest, { headers: there });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'conflict']);
    // Regression: if the other body also had an error, the response was a 400 with the path "_idempotency-_key".
    const faulty = await client.post('/api/queens/f0', { queen_name: 5 }, { headers });
    expect([faulty.status, faulty.body.detail]).toEqual([409, other.body.detail]);
    for (const key of ['ä b', 'k'.repeat(256)]) {
      const bad = await client.post('/api/queens/f0', { queen_name: 'B' }, { headers: { 'Idempotency-Key': key } });
      expect(faults(bad)).toHaveProperty('Idempotency-Key');
    }
    const longest = { 'Idempotency-Key': 'k'.repeat(255) };
    expect((await client.post('/api/queens/f0', { queen_name: 'B' }, { headers: longest })).status).toBe(201);
  });

  test('with an Idempotency-Key are executed again after 24 hours', async () => {
    const post = async () => {
      const headers = { 'Idempotency-Key': 'a-3' };
      return (await client.post('/api/queens/f0', { queen_name: 'Mona' }, { headers })).status;
    };
    /** Moves the time of the first request back. */
    const pass = (time: string) =>
      sql`update idempotency_key set created_at = created_at - ${time}::interval
        where account_id = ${client.account.id}`.execute(service.services.orm.database.kysely);
    expect(await post()).toBe(201);
    await pass('23 hours');
    expect(await post()).toBe(201);
    await pass('1 hour');
    // The repeated request is a new request, so the name is in use.
    expect(await post()).toBe(409);
  });

  test('change nothing if If-Match does not match', async () => {
    const { id } = await make({ queen_name: 'Mona' });
    const etag = (await client.get(`/api/queens/f0/${id}`)).headers.get('ETag')!;
    const first = await client.put(`/api/queens/f0/${id}`, { race: 'A' }, { headers: { 'If-Match': etag } });
    expect(first.status).toBe(200);
    const late = await client.put(`/api/queens/f0/${id}`, { race: 'B' }, { headers: { 'If-Match': etag } });
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
    const whole = { ...(await read(id)), race: 'B' };
    const withReadOnly = await client.put(`/api/queens/f0/${id}`, whole, { headers: { 'If-Match': etag } });
    expect([withReadOnly.status, withReadOnly.body.code]).toEqual([412, 'precondition_failed']);
    expect((await client.delete(`/api/queens/f0/${id}`, undefined, { headers: { 'If-Match': etag } })).status).toBe(
      412,
    );
    const next = first.headers.get('ETag')!;
    expect((await client.delete(`/api/queens/f0/${id}`, undefined, { headers: { 'If-Match': next } })).status).toBe(
      204,
    );
  });
});
