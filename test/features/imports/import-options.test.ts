import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

test('a file that was imported before is applied if it is read with another mapping or another year', async () => {
  const file = 'Name;Farbe;Honig\nAnna;rot;30\n';
  const importWith = async (eval_year: string, mapping?: object) => {
    const { created, updated } = await importFile(client, 'a.csv', file, {
      eval_year,
      ...(mapping && { mapping: JSON.stringify(mapping) }),
    });
    return [created.evaluations, updated.queens];
  };
  const options = [
    ['2022'],
    ['2023'],
    ['2023', { Farbe: 'notes' }],
    ['2023', { Farbe: 'line' }],
    ['2024', { Farbe: 'line' }],
  ] as const;
  const changed = [];
  for (const [year, mapping] of options) changed.push(await importWith(year, mapping));
  expect(changed).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
    [1, 0],
  ]);
  expect(await all(client, '/api/v1/queens')).toMatchObject([{ notes: 'rot', line: 'rot' }]);
  for (const [year, mapping] of options) expect(await importWith(year, mapping)).toEqual([0, 0]);
});

test('a file with a mapping only is applied after the same file without a mapping', async () => {
  const file = 'Name;Farbe\nAnna;rot\n';
  await importFile(client, 'a.csv', file);
  const mapping = JSON.stringify({ Farbe: 'notes' });
  expect(await importFile(client, 'a.csv', file, { mapping })).toMatchObject({ updated: { queens: 1 } });
});

test('the generation of the request applies only to new queens with a row that does not state it', async () => {
  const generations = async (generation: string, ...lines: string[]) => {
    await importFile(client, 'a.csv', ['Name;Mutter;Generation', ...lines].join('\n'), { generation });
    const queens = await all<{ queen_name: string; generation: string }>(client, '/api/v1/queens');
    return Object.fromEntries(queens.map((queen) => [queen.queen_name, queen.generation]));
  };
  const first = { Anna: 'F1', Berta: 'F0', Dam: 'F0' };
  expect(await generations('F1', 'Anna;Dam;', 'Berta;;F0')).toEqual(first);
  expect(await generations('F0', 'Anna;;', 'Cora;;')).toEqual({ ...first, Cora: 'F0' });
});
