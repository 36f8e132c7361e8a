import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type Client, type TestService } from '../../support/service.js';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = await service.register();
});
afterAll(() => service.close());

const SEASONS = '{ apiaries { nodes { name seasons { year evaluations dams } } } }';

async function create(path: string, body: object): Promise<string> {
  const response = await client.post(path, body);
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body.data.id;
}

test('an apiary returns the number of tested colonies and of their dams for each season', async () => {
  const forest = await create('/api/apiaries', { name: 'Forest' });
  await create('/api/apiaries', { name: 'Meadow' });
  const [anna, berta] = [
    await create('/api/queens/f0', { queen_name: 'Anna' }),
    await create('/api/queens/f0', { queen_name: 'Berta' }),
  ];
  const tests = [
    [anna, 2023],
    [anna, 2024],
    [anna, 2024],
    [berta, 2024],
    [null, 2024],
  ] as const;
  for (const [index, [mother, year]] of tests.entries()) {
    const queen = await create('/api/queens/f0', { queen_name: `Mona ${index}`, ...(mother && { mother_id: mother }) });
    await create('/api/queens/evaluations', {
      queen_id: queen,
      apiary_id: forest,
      eval_year: year,
      honey_yield_kg: 20,
    });
  }
  service.statements.length = 0;
  const { body } = await client.graphql(SEASONS);
  expect(service.statements.filter((sql) => /from evaluation e/.test(sql))).toHaveLength(1);
  expect(body.data.apiaries.nodes).toEqual([
    {
      name: 'Forest',
      seasons: [
        { year: 2024, evaluations: 4, dams: 2 },
        { year: 2023, evaluations: 1, dams: 1 },
      ],
    },
    { name: 'Meadow', seasons: [] },
  ]);
});

test('evaluations can be filtered by hive', async () => {
  const queen = await create('/api/queens/f0', { queen_name: 'Cilli' });
  const hive = await create('/api/hives', { name: '7' });
  const id = await create('/api/queens/evaluations', {
    queen_id: queen,
    hive_id: hive,
    eval_year: 2024,
    honey_yield_kg: 20,
  });
  const found = async (hiveId: string) => {
    const { body } = await client.graphql(`{ evaluations(filter: { hiveId: "${hiveId}" }) { nodes { id } } }`);
    return body.data.evaluations.nodes;
  };
  expect(await found(hive)).toEqual([{ id }]);
  expect(await found(queen)).toEqual([]);
});
