import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type Client, type TestService } from '../../support/service.js';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = await service.register();
});
afterAll(() => service.close());

const GROUPS = `{ evaluations(sort: [{ field: HONEY }]) {
  nodes { honey groupTraits { trait n mean sd min max } } } }`;

async function create(path: string, body: object): Promise<string> {
  const response = await client.post(path, body);
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body.data.id;
}

test('an evaluation is compared only with evaluations at the same apiary in the same season', async () => {
  const [forest, meadow] = [
    await create('/api/apiaries', { name: 'Forest' }),
    await create('/api/apiaries', { name: 'M' }),
  ];
  const tests = [
    { apiary_id: forest, eval_year: 2024, honey_yield_kg: 10, gentleness: 3 },
    { apiary_id: forest, eval_year: 2024, honey_yield_kg: 20 },
    { apiary_id: forest, eval_year: 2025, honey_yield_kg: 30 },
    { apiary_id: meadow, eval_year: 2024, honey_yield_kg: 40 },
    { eval_year: 2024, honey_yield_kg: 50 },
  ];
  for (const [index, values] of tests.entries()) {
    const queen = await create('/api/queens/f0', { queen_name: `Mona ${index}` });
    await create('/api/queens/evaluations', { queen_id: queen, ...values });
  }
  service.statements.length = 0;
  const { body } = await client.graphql(GROUPS);
  expect(service.statements.filter((sql) => /stddev_samp/.test(sql))).toHaveLength(1);
  const [first, second, otherSeason, otherApiary, nowhere] = body.data.evaluations.nodes;
  expect(first.groupTraits).toHaveLength(8);
  expect(first.groupTraits[0]).toEqual({
    trait: 'honey',
    n: 2,
    mean: 15,
    sd: expect.closeTo(7.0711, 4),
    min: 10,
    max: 20,
  });
  expect(first.groupTraits[1]).toEqual({ trait: 'gentleness', n: 1, mean: 3, sd: null, min: 3, max: 3 });
  expect(first.groupTraits[2]).toEqual({ trait: 'vigor', n: 0, mean: null, sd: null, min: null, max: null });
  expect(second.groupTraits).toEqual(first.groupTraits);
  expect([otherSeason, otherApiary].map(({ groupTraits }) => groupTraits[0])).toEqual([
    expect.objectContaining({ n: 1, mean: 30 }),
    expect.objectContaining({ n: 1, mean: 40 }),
  ]);
  expect(nowhere.groupTraits).toBeNull();
});
