import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

interface Queen {
  queen_name: string;
  dam_external_id: string | null;
  drone_sire_id: string | null;
}

let service: SharedService;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const HEADER = 'number;name;born;mother;father;mated_to';
const importLines = (...lines: string[]) =>
  importFile(client, 'file.csv', [HEADER, ...lines].join('\n'), { decisions: 'another' });
const queens = () => all<Queen>(client, '/api/v1/queens');
const queen = async (name: string) => (await queens()).find(({ queen_name }) => queen_name === name);
const ANNA = '12;Anna;2021;;;';
const BERTA = '12;Berta;2022;;;';

describe('a reference with a number that two queens have', () => {
  test.each([
    ['dam', '20;Cora;2022;12;;', { dam_external_id: '12' }],
    ['mate', '20;Cora;2021;;;12', { drone_sire_id: '12' }],
  ])('is resolved as %s to the only queen who is old enough, with a warning', async (_what, row, expected) => {
    const { errors, warnings } = await importLines(ANNA, BERTA, row);
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([
      { row: 4, code: 'identifier_of_several', params: { given: '12', found: 'Anna', others: '"12/2022"' } },
    ]);
    expect(await queen('Cora')).toMatchObject(expected);
  });

  test('is resolved as sire to the only queen who was born before the daughter', async () => {
    const { errors } = await importLines(ANNA, BERTA, '20;Cora;2020;;;', '21;Dora;2022;20;12;');
    expect(errors).toEqual([]);
    expect(await queen('Cora')).toMatchObject({ drone_sire_id: '12' });
  });

  // Regression: the queen of the same file became the dam without a warning, although she was born in the same year as
  // her daughter.
  test.each([
    ['in the same year as the daughter', BERTA],
    ['after the daughter', '12;Berta;2023;;;'],
  ])('is resolved to the queen of the account if the queen of the file was born %s', async (_when, row) => {
    await importLines(ANNA);
    const { errors, warnings, created } = await importLines(row, '20;Cora;2022;12;;');
    expect([errors, created.queens]).toEqual([[], 2]);
    expect(warnings).toMatchObject([
      { row: 3, column: 'mother', code: 'identifier_of_several', params: { given: '12', found: 'Anna' } },
    ]);
    expect(await queen('Cora')).toMatchObject({ dam_external_id: '12' });
  });

  test('is resolved to the queen of the file if the queen of the account was born after the daughter', async () => {
    await importLines(BERTA);
    const { errors } = await importLines('12;Anna;2020;;;', '20;Cora;2021;12;;');
    expect(errors).toEqual([]);
    expect(await queen('Cora')).toMatchObject({ dam_external_id: '12/2020' });
  });

  test('is resolved separately for each daughter in one file', async () => {
    const { errors } = await importLines(ANNA, BERTA, '12;Cora;2023;12;;', '20;Dora;2022;12;;', '21;Eva;2021;20;;');
    expect(errors).toMatchObject([
      { row: 4, code: 'ambiguous_identifier', params: { identifiers: '12/2021, 12/2022' } },
      { row: 6, code: 'parent_born_after' },
    ]);
  });

  test('is an error if the file describes two queens who are old enough; the identifiers in the message are unambiguous', async () => {
    // The message does not contain the third queen, who is younger than the daughter.
    const { status, errors } = await importLines(ANNA, BERTA, '20;Cora;2023;12;;', '12;Eva;2024;;;');
    expect([status, errors]).toMatchObject([
      'failed',
      [{ row: 4, column: 'mother', code: 'ambiguous_identifier', params: { given: '12', identifiers: '12/2021, 12/2022' } }], // prettier-ignore
    ]);
    expect(await importLines(ANNA, BERTA, '20;Cora;2023;12/2021;;', '21;Dora;2023;12/Berta;;')).toMatchObject({
      errors: [],
      created: { queens: 4 },
    });
    expect([await queen('Cora'), await queen('Dora')]).toMatchObject([
      { dam_external_id: '12' },
      { dam_external_id: '12/2022' },
    ]);
  });

  test('is an error if neither queen is old enough', async () => {
    const { errors } = await importLines(ANNA, BERTA, '20;Cora;2021;12;;');
    expect(errors).toMatchObject([{ row: 4, column: 'mother', code: 'ambiguous_identifier', params: { queens: 2 } }]);
  });

  test.each([
    ['the year of birth of the daughter is unknown', '20;Cora;;12;;'],
    ['the queen of the account is old enough, too', '20;Cora;2023;12;;'],
  ])('is resolved to the queen of the file if %s, with a warning', async (_why, row) => {
    await importLines(ANNA);
    const { errors, warnings } = await importLines(BERTA, row);
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([
      { row: 3, column: 'mother', code: 'identifier_of_several', params: { given: '12', found: 'Berta', others: '"12/2021"' } }, // prettier-ignore
    ]);
    expect(await queen('Cora')).toMatchObject({ dam_external_id: '12/2022' });
  });

  test('is an error if the year of birth of the daughter is unknown and the file describes both queens', async () => {
    const { errors } = await importLines(ANNA, BERTA, '20;Cora;;12;;');
    expect(errors).toMatchObject([{ row: 4, column: 'mother', code: 'ambiguous_identifier' }]);
  });

  test('is never resolved to the queen whom the same row describes', async () => {
    const { errors } = await importLines('12;Anna;;;;', '12;Berta;;12;;');
    expect(errors).toEqual([]);
    expect(await queen('Berta')).toMatchObject({ dam_external_id: '12' });
  });

  test('is an error even with the year of birth as a suffix, if both queens were born in that year', async () => {
    const { errors } = await importLines(ANNA, '12;Berta;2021;;;', '20;Cora;2022;12/2021;;', '21;Dora;2022;12/Berta;;');
    expect(errors).toMatchObject([{ row: 4, column: 'mother', code: 'ambiguous_identifier' }]);
  });

  test('is resolved again if the dam of a row shows that the row does not describe the queen of the account with the same number', async () => {
    await importLines('12;Anna;;Dam;;');
    const { errors, warnings } = await importLines('12;Berta;2022;Other;;', '20;Cora;2022;12;;', '21;Dora;;12;;');
    expect([errors, warnings]).toMatchObject([
      [],
      [
        { row: 3, code: 'identifier_of_several', params: { found: 'Anna' } },
        { row: 4, code: 'identifier_of_several', params: { found: 'Berta' } },
      ],
    ]);
    expect([await queen('Cora'), await queen('Dora')]).toMatchObject([
      { dam_external_id: '12' },
      { dam_external_id: '12/2022' },
    ]);
  });

  test('is resolved to the queen with exactly this number if the file describes neither of them, with a warning', async () => {
    await importLines(ANNA, BERTA);
    const { errors, warnings } = await importLines('20;Cora;2023;12;;');
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([
      { row: 2, column: 'mother', code: 'identifier_of_several', params: { found: 'Anna', others: '"12/2022"' } },
    ]);
    expect(await queen('Cora')).toMatchObject({ dam_external_id: '12' });
  });

  test('is resolved to the same queen if the file is imported again, with or without an additional row', async () => {
    const file = [ANNA, BERTA, '20;Cora;2022;12;;'];
    await importLines(...file);
    for (const lines of [file, [...file, '21;Dora;2022;12;;']])
      expect(await importLines(...lines)).toMatchObject({ status: 'completed', updated: { queens: 0 } });
    expect([await queen('Cora'), await queen('Dora')]).toMatchObject([
      { dam_external_id: '12' },
      { dam_external_id: '12' },
    ]);
  });
});

test('in a file with the identifier "12/2022", the number "12" refers to the queen whose identifier is exactly "12"', async () => {
  await importLines(ANNA, BERTA);
  const { errors, warnings } = await importLines('12;Anna;2021;;;', '12/2022;Berta;2022;;;', '20;Cora;2023;12;;');
  expect([errors, warnings]).toEqual([[], []]);
  expect(await queen('Cora')).toMatchObject({ dam_external_id: '12' });
});

test('in an export of Queenbook, a number refers to the queen whose identifier is exactly this number', async () => {
  await importLines(ANNA, BERTA, '20;Cora;2023;12/2021;;');
  const list = (await client.get('/api/queens/f0.csv')).body as string;
  const { errors, warnings, updated } = await importFile(client, 'f0.csv', list.replace('Cora', 'Clara'));
  expect([errors, warnings, updated.queens]).toEqual([[], [], 1]);
  expect(await queen('Clara')).toMatchObject({ dam_external_id: '12' });
});
