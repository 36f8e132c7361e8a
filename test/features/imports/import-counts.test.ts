import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { csv } from './files.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

type Row = Record<string, string | number>;
const importRows = (rows: Row[], of = client) => importFile(of, 'queens.csv', csv(rows));
/** Returns [created, updated, unchanged] records of one kind. */
const countsOf = ({ created, updated, unchanged }: Awaited<ReturnType<typeof importRows>>, kind: string) =>
  [created, updated, unchanged].map((counts) => counts[kind]);

describe('a queen counts as updated', () => {
  test('if the file adds only an identifier', async () => {
    await importRows([{ queen_name: 'Anna', mother: 'M-9' }]);
    expect(countsOf(await importRows([{ external_id: 'M-9' }]), 'queens')).toEqual([0, 1, 0]);
    expect((await all(client, '/api/v1/queens?search=M-9')) as object[]).toMatchObject([{ external_id: 'M-9' }]);
  });

  test('if the file adds an identifier of another system, but not if it repeats a known identifier', async () => {
    const row = (external_id: string, ...identifiers: [string, string][]) => ({
      external_id,
      external_identifiers: JSON.stringify(identifiers.map(([system, value]) => ({ system, value }))),
    });
    const known = [row('X-1', ['herdbook', 'H-1']), row('X-2', ['herdbook', 'H-2'])];
    await importRows([{ external_id: 'Z-1', external_identifiers: known[0]!.external_identifiers }], await service.register()); // prettier-ignore
    await importRows([row('X-1'), row('X-2')]);
    expect(countsOf(await importRows([known[0]!, row('X-2')]), 'queens')).toEqual([0, 1, 1]);
    expect(countsOf(await importRows(known), 'queens')).toEqual([0, 1, 1]);
    const spelled = row('X-1', ['herdbook', 'h–1']);
    expect(countsOf(await importRows([spelled, row('X-2', ['register', 'H-2'])]), 'queens')).toEqual([0, 1, 1]);
  });

  test('if the file describes her or changes her sire; other queens of the account do not count', async () => {
    await importRows([
      { queen_name: 'Dam', mother: '', mated_to: 'Line' },
      { queen_name: 'Mona', mother: 'Dam', mated_to: '' },
    ]);
    expect(countsOf(await importRows([{ queen_name: 'Dam', mated_to: 'Line', race: 'C' }]), 'queens')).toEqual([
      0, 1, 0,
    ]);
    expect(countsOf(await importRows([{ queen_name: 'Dam', mated_to: 'Other' }]), 'queens')).toEqual([1, 2, 0]);
  });
});

test('evaluations, apiaries and hives count as updated if one of their fields changes', async () => {
  const row = {
    queen_name: 'Anna',
    eval_year: 2022,
    apiary: 'Pine',
    hive: '1',
    life_status: 'testing',
    honey_yield_kg: 20,
  };
  const first = await importRows([{ ...row, hive: '' }]);
  expect(['evaluations', 'apiaries', 'hives'].map((kind) => countsOf(first, kind))).toEqual([
    [1, 0, 0],
    [1, 0, 0],
    [0, 0, 0],
  ]);
  const changes: [Row, number[], number[], number[]][] = [
    [row, [0, 1, 0], [0, 0, 1], [1, 0, 0]],
    [{ ...row, evaluator: 'Zorn' }, [0, 1, 0], [0, 0, 1], [0, 0, 1]],
    [{ ...row, postal_code: '1010', country_code: 'AT' }, [0, 1, 0], [0, 1, 0], [0, 0, 1]],
    [{ ...row, queen_name: 'Berta' }, [1, 0, 0], [0, 0, 1], [0, 1, 0]],
  ];
  for (const [changed, ...counts] of changes) {
    const result = await importRows([changed]);
    expect(['evaluations', 'apiaries', 'hives'].map((kind) => countsOf(result, kind))).toEqual(counts);
  }
});

describe('the second import of a file counts each record of the file as unchanged', () => {
  const tested = (
    eval_year: number,
    apiary: string,
    hive: string,
    honey_yield_kg: number | string,
    vigor: number | string = '',
  ) => ({
    ...{ queen_name: 'Anna', eval_year, apiary, hive, honey_yield_kg, vigor },
  });
  const kinds = ['evaluations', 'apiaries', 'hives'] as const;

  test.each<[string, Row[], number[]]>([
    ['several seasons', [tested(2021, '', '1', 5), tested(2022, '', '1', 5)], [2, 0, 1]],
    ['several apiaries', [tested(2022, 'Pine', '1', 5), tested(2022, 'Rock', '1', 6)], [2, 2, 2]],
    ['two rows of one evaluation', [tested(2022, 'Pine', '1', 5), tested(2022, '', '', '', 3)], [1, 1, 1]],
  ])('(%s)', async (_, rows, expected) => {
    const other = await service.register();
    await importRows([...rows, tested(2022, 'Moor', '1', 5)], other);
    await importRows(rows);
    const result = await importRows(rows);
    expect(kinds.map((kind) => countsOf(result, kind))).toEqual(expected.map((count) => [0, 0, count]));
  });

  test('(an evaluation without an apiary and one at an apiary)', async () => {
    await importRows([tested(2022, '', '', 5)]);
    const rows = [tested(2022, 'Pine', '1', 6), tested(2022, '', '', 7)];
    await importRows(rows);
    await importRows([tested(2023, 'Rock', '1', 5)]);
    const result = await importRows(rows);
    expect(kinds.map((kind) => countsOf(result, kind))).toEqual([[0, 0, 2], [0, 0, 1], [0, 0, 1]]); // prettier-ignore
  });

  test('(an evaluation that no longer has its apiary)', async () => {
    const rows = [tested(2022, 'Pine', '', 6)];
    await importRows(rows);
    const [{ id }] = (await all<{ id: string }>(client, '/api/queens/evaluations')) as [{ id: string }];
    expect((await client.put(`/api/queens/evaluations/${id}`, { apiary_id: null })).status).toBe(200);
    const result = await importRows(rows);
    expect(kinds.map((kind) => countsOf(result, kind))).toEqual([[0, 0, 1], [0, 0, 1], [0, 0, 0]]); // prettier-ignore
  });

  test('(except apiaries and hives that have other names by now)', async () => {
    const rows = [tested(2022, 'Pine', '1', 6)];
    await importRows(rows, await service.register());
    await importRows(rows);
    for (const path of ['/api/apiaries', '/api/hives']) {
      const [{ id }] = (await all<{ id: string }>(client, path)) as [{ id: string }];
      expect((await client.put(`${path}/${id}`, { name: 'New' })).status).toBe(200);
    }
    const result = await importRows(rows);
    expect(kinds.slice(1).map((kind) => countsOf(result, kind))).toEqual([[0, 0, 0], [0, 0, 0]]); // prettier-ignore
  });
});
