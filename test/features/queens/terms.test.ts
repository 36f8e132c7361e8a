import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';

let server: GraphQLServer;
beforeAll(async () => {
  server = await serveGraphQL();
});
afterAll(() => server?.close());

const termsOf = async (account: string) =>
  (await server.data(account, '{ queenTerms { races lines breederCodes years } }')).queenTerms;

test('terms are the races, lines, breeder codes and years of the queens, sorted and without duplicates', async () => {
  const [anna, bea] = [await server.make.account(), await server.make.account()];
  const rows = [
    { name: 'Berta', race: 'Carnica', line: 'Troiseck', birth_date: '2021', breeder_code: 'DE-3' },
    { name: 'Carla', race: 'Buckfast', line: 'B 24', birth_date: '2023-06-01' },
    { name: 'Dora', race: 'Carnica', birth_date: '2023' },
    { name: 'Emma' },
  ];
  for (const row of rows) await server.make.queen(anna, row);
  await server.make.queen(bea, { name: 'Fee', race: 'Ligustica' });
  expect(await termsOf(anna)).toEqual({
    races: ['Buckfast', 'Carnica'],
    lines: ['B 24', 'Troiseck'],
    breederCodes: ['DE-3'],
    years: [2023, 2021],
  });
  expect(await termsOf(bea)).toEqual({ races: ['Ligustica'], lines: [], breederCodes: [], years: [] });
});
