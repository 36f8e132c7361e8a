import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { faults, sharedService, type Client, type SharedService } from '../../support/service.js';

let service: SharedService;
let client: Client;
let queen: string;
let apiary: string;
let hive: string;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
  queen = await id('/api/queens/f0', { queen_name: 'Mona' });
  apiary = await id('/api/apiaries', { name: 'Forest' });
  hive = await id('/api/hives', { name: '1', apiary_id: apiary });
});

const PATH = '/api/queens/evaluations';
async function id(path: string, body: object): Promise<string> {
  const response = await client.post(path, body);
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body.data.id;
}

describe('evaluation', () => {
  test('is created, changed, read and deleted', async () => {
    const created = await client.post(PATH, {
      queen_id: queen,
      evaluated_on: '2024-07-01',
      hive_id: hive,
      honey_yield_kg: 35.5,
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      eval_year: 2024,
      apiary_id: apiary,
      hive_id: hive,
      honey_yield_kg: 35.5,
    });
    const path = `${PATH}/${created.body.data.id}`;
    expect(created.headers.get('Location')).toBe(path.replace('/api', '/api/v1'));
    const changed = await client.put(path, { honey_yield_kg: null, swarming: 3.5 });
    expect(changed.body.data).toMatchObject({ honey_yield_kg: null, swarming: 3.5, eval_year: 2024 });
    expect((await client.get(path)).body).toEqual(changed.body);
    const { body } = await client.graphql('{ evaluations { nodes { nonSwarming queen { name } hive { name } } } }');
    expect(body.data.evaluations.nodes).toEqual([{ nonSwarming: 3.5, queen: { name: 'Mona' }, hive: { name: '1' } }]);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  test('keeps the apiary of the request, because the hive can have been elsewhere', async () => {
    const meadow = await id('/api/apiaries', { name: 'Meadow' });
    const one = { queen_id: queen, eval_year: 2024, hive_id: hive, gentleness: 3 };
    const there = await client.post(PATH, { ...one, apiary_id: meadow });
    const nowhere = await client.post(PATH, { ...one, eval_year: 2023, apiary_id: null });
    expect([there.body.data, nowhere.body.data]).toMatchObject([
      { hive_id: hive, apiary_id: meadow },
      { hive_id: hive, apiary_id: null },
    ]);
  });

  test('is returned in the list of its queen, which starts with the newest season', async () => {
    for (const eval_year of [2022, 2024, 2023]) await id(PATH, { queen_id: queen, eval_year, gentleness: 3 });
    const { body } = await client.graphql('{ queens { nodes { evaluations { year } } } }');
    expect(body.data.queens.nodes).toEqual([{ evaluations: [{ year: 2024 }, { year: 2023 }, { year: 2022 }] }]);
  });

  test('can have equal numbers of cells cleaned after 6 and after 24 hours', async () => {
    const cells = { hyg6_cleaned: 40, hyg24_cleaned: 40 };
    const { status, body } = await client.post(PATH, { queen_id: queen, eval_year: 2024, ...cells });
    expect([status, body.data]).toEqual([201, expect.objectContaining(cells)]);
  });

  test('is refused with the violations of all trait rules at once', async () => {
    const response = await client.post(PATH, {
      queen_id: '00000000-0000-7000-8000-000000000001',
      eval_year: 1850,
      honey_yield_kg: 200.5,
      gentleness: 2.25,
      vigor: '4',
      hyg6_cleaned: 40,
      hyg24_cleaned: 39,
      country_code: 'Germany',
    });
    expect([response.status, faults(response)]).toEqual([
      400,
      {
        queen_id: '"00000000-0000-7000-8000-000000000001" is not the id of a queen',
        eval_year: 'must be a whole number from 1900 to 2100, not 1850',
        honey_yield_kg: 'must be a number from 0 to 200 kg, not 200.5',
        gentleness: 'must be a number from 1 to 4 in steps of 0.5, not 2.25',
        vigor: 'must be a number from 1 to 4 in steps of 0.5, not "4"',
        hyg24_cleaned: 'must not be below the cells cleaned after 6 hours (40), but is 39',
        country_code: 'must be a country code of two letters, not "Germany"',
      },
    ]);
    expect(faults(await client.post(PATH, {}))).toEqual({
      queen_id: 'is required: the id of a queen',
      eval_year: 'is required: the season, such as 2024',
      '': expect.stringMatching(/^must have a value for at least one trait/),
    });
  });

  test('is refused with faults of invalid members only, and not of the members that depend on them', async () => {
    const refused = async (body: object) => Object.keys(faults(await client.post(PATH, body)));
    const one = { queen_id: queen, eval_year: 2024, honey_yield_kg: 1 };
    const unknown = '00000000-0000-7000-8000-000000000001';
    expect(await refused({ queen_id: queen, evaluated_on: '2024-02-30', honey_yield_kg: 1 })).toEqual(['evaluated_on']);
    // The evaluation has no valid value for a trait, but this follows from the reported faults.
    expect(await refused({ queen_id: queen, eval_year: 2024, honey_yield_kg: '1' })).toEqual(['honey_yield_kg']);
    expect(await refused({ queen_id: queen, eval_year: 2024, honey: 1 })).toEqual(['honey']);
    const existing = await id(PATH, { ...one, hyg6_cleaned: 40, hyg24_cleaned: 45 });
    for (const apiary_id of ['forest', unknown]) expect(await refused({ ...one, apiary_id })).toEqual(['apiary_id']);
    for (const hive_id of ['1', unknown]) expect(await refused({ ...one, hive_id })).toEqual(['hive_id']);
    const changed = await client.put(`${PATH}/${existing}`, { hyg6_cleaned: '30', hyg24_cleaned: 35 });
    expect(Object.keys(faults(changed))).toEqual(['hyg6_cleaned']);
  });

  test('is refused by GraphQL with the same messages, but with GraphQL names', async () => {
    const { body } = await client.graphql(
      'mutation ($input: EvaluationInput!) { createEvaluation(input: $input) { id } }',
      { input: { queenId: queen, year: 2024, gentleness: 2.25, hyg6h: 51 } },
    );
    expect(body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [
        { path: 'input.gentleness', message: 'must be a number from 1 to 4 in steps of 0.5, not 2.25' },
        { path: 'input.hyg6h', message: 'must be a whole number from 0 to 50, not 51' },
      ],
    });
  });

  test('is unique for queen, year and apiary', async () => {
    const one = { queen_id: queen, eval_year: 2024, honey_yield_kg: 1 };
    await id(PATH, one);
    const again = await client.post(PATH, one);
    expect([again.status, again.body.code, faults(again)]).toEqual([
      409,
      'conflict',
      { eval_year: 'cannot be used: the queen already has an evaluation of 2024 without an apiary' },
    ]);
    const there = await id(PATH, { ...one, apiary_id: apiary });
    expect((await client.put(`${PATH}/${there}`, { apiary_id: null })).status).toBe(409);
    const bulk = await client.post(`${PATH}/bulk`, [
      { ...one, eval_year: 2025 },
      { ...one, eval_year: 2025 },
    ]);
    expect([bulk.status, Object.keys(faults(bulk))]).toEqual([409, ['0.eval_year', '1.eval_year']]);
    expect((await client.get(PATH)).body.page.total).toBe(2);
  });

  test('prevents the deletion of its queen; the message shows the number of evaluations only to callers with permission', async () => {
    await id(PATH, { queen_id: queen, eval_year: 2024, honey_yield_kg: 1 });
    expect((await client.delete(`/api/queens/${queen}`)).body.detail).toBe('id: has 1 evaluation (2024)');
    const { body } = await client.post('/api/api-keys', { name: 'q', permissions: { queens: 'write' } });
    const program = service.visitor();
    program.headers.Authorization = `Bearer ${body.data.key}`;
    expect((await program.delete(`/api/queens/${queen}`)).body.detail).toBe('id: has evaluations');
  });
});
