import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

interface Queen {
  id: string;
  queen_name: string;
  external_id: string | null;
  dam_external_id: string | null;
  mother_id: string | null;
}

let service: SharedService;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const importLines = (lines: string[]) => importFile(client, 'file.csv', lines.join('\n'));
const queens = () => all<Queen>(client, '/api/v1/queens');

const SAME: [what: string, first: string, other: string][] = [
  ['case', 'DE-1-2-3-2022', 'de-1-2-3-2022'],
  ['dashes', 'DE-1-2-3-2022', 'DE–1—2−3‐2022'],
  ['blanks around dashes', 'DE-1-2-3-2022', 'DE - 1 -2- 3 - 2022'],
  ['inner blanks', 'Linie 7 B', 'linie  7\u00a0B'],
  ['case of letters with accents', 'KÖ-7', 'kö-7'],
  ['invisible characters', 'DE-1-2', 'DE-\u200b1-2'],
];
const OTHERS: [what: string, first: string, other: string][] = [
  ['leading zeros', 'DE-1-2-3-2022', 'DE-1-2-03-2022'],
  ['a digit', 'DE-1-2-3-2022', 'DE-1-2-3-2023'],
  ['accents', 'KÖ-7', 'KO-7'],
  ['the use of a point instead of a dash', 'DE-1-2', 'DE.1.2'],
  ['blanks that are not beside a dash', 'A 12', 'A12'],
];

describe.each(SAME)('identifiers that differ only in %s', (_what, first, other) => {
  test('are equal in rows, as dams and in look-ups', async () => {
    const { created } = await importLines(['number;name;mother', `${first};Anna;`, `B-1;Bea;${other}`]);
    expect(created.queens).toBe(2);
    expect(await importLines(['number;race', `${other};C`])).toMatchObject({
      created: { queens: 0 },
      updated: { queens: 1 },
    });
    const [anna, bea] = await queens();
    expect([anna?.external_id, bea?.mother_id]).toEqual([first, anna?.id]);
    const found = await client.get(`/api/queens/f0/lookup?external_id=${encodeURIComponent(other)}`);
    expect(found.body).toMatchObject({ data: { id: anna?.id } });
    const searched = await client.get(`/api/v1/queens?search=${encodeURIComponent(other)}`);
    expect(searched.body.data).toMatchObject([{ id: anna?.id }]);
  });

  test('cannot belong to two queens', async () => {
    const { body } = await client.post('/api/queens/f0', { external_id: first });
    expect((await client.post('/api/queens/f0', { external_id: other })).status).toBe(409);
    const identifiers = [{ system: 'herdbook', value: other }];
    expect((await client.post('/api/queens/f0', { queen_name: 'X', external_identifiers: identifiers })).status).toBe(
      409,
    );
    const own = await client.put(`/api/queens/f0/${body.data.id}`, { external_id: other });
    expect([own.status, own.body.data.external_id]).toEqual([200, other.replaceAll('\u200b', '\u200b')]);
    const both = await client.post('/api/queens/f0/bulk', [
      { external_id: `${first}-x` },
      { external_id: `${other}-X` },
    ]);
    expect(both.status).toBe(409);
  });
});

test.each(OTHERS)('identifiers that differ in %s belong to different queens', async (_what, first, other) => {
  expect(await importLines(['number', first, other])).toMatchObject({ created: { queens: 2 } });
});

test("all spellings of a dam's identifier refer to one queen, even if the dam has no row", async () => {
  await importLines(['number;mother', '1;de-1-2-3-2020', '2;DE-1-2-3-2020', '3;DE - 1 - 2 - 3 - 2020']);
  expect(await queens()).toMatchObject([{}, {}, {}, { queen_name: 'de-1-2-3-2020', external_id: 'de-1-2-3-2020' }]);
});

describe('a name without an exact match', () => {
  test('refers to a queen whose name differs only in case or accents, with a warning', async () => {
    await importLines(['name', 'Änne']);
    const { status, created, warnings } = await importLines(['name;mother', 'Bea;ANNE', 'anne;']);
    expect([status, created.queens]).toEqual(['completed', 1]);
    expect(warnings.map(({ row, column, code, params }) => [row, column, code, params])).toEqual([
      [2, 'mother', 'name_alike', { given: 'ANNE', found: 'anne' }],
      [3, 'name', 'name_alike', { given: 'anne', found: 'Änne' }],
    ]);
    expect((await queens()).map(({ queen_name }) => queen_name)).toEqual(['Änne', 'Bea']);
  });

  test('refers to no queen of the account if it differs from the names of two queens only in case or accents', async () => {
    await client.post('/api/queens/f0', { queen_name: 'Anna' });
    await client.post('/api/queens/f0', { queen_name: 'ANNA' });
    const { created, warnings } = await importLines(['name;mother', 'Bea;anna', 'Cora;Anna']);
    expect([created.queens, warnings]).toEqual([3, []]);
  });
});

// Regression: a name with two blanks became another queen, with only a warning.
test('names that differ only in the number or kind of blanks are equal, in files and in requests', async () => {
  await importLines(['name;born', 'Queen  4;2021']);
  const { created, warnings } = await importLines(['name;born;mother', 'Berta;2023;Queen\u00a04', 'Queen 4 ;2021;']);
  expect([created.queens, warnings]).toEqual([1, []]);
  expect((await queens()).map(({ queen_name }) => queen_name).sort()).toEqual(['Berta', 'Queen 4']);
  const createdQueen = await client.post('/api/v1/queens/f0', { queen_name: ' Queen \t 5 ' });
  expect([createdQueen.status, createdQueen.body.data.queen_name]).toEqual([201, 'Queen 5']);
});
