import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

interface Queen {
  queen_name: string;
  external_id: string | null;
  birth_date: string | null;
  dam_external_id: string | null;
}

let service: SharedService;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const importLines = (lines: string[], fields: Record<string, string> = {}) =>
  importFile(client, 'file.csv', lines.join('\n'), fields);
const queens = async () =>
  (await all<Queen>(client, '/api/v1/queens'))
    .map(({ queen_name, external_id, birth_date, dam_external_id }) =>
      [queen_name, external_id, birth_date, dam_external_id].join(' '),
    )
    .sort();

describe('two rows with one identifier', () => {
  test.each([
    ['names', 'number;name', ['1;Anna', '1;Berta'], 'name'],
    ['names, and two spellings of the identifier', 'number;name', ['de-1-2;Anna', 'DE – 1-2;Berta'], 'name'],
    ['years of birth', 'number;born', ['1;2021', '1;2022'], 'born'],
    ['days of birth', 'number;born', ['1;2021-05-01', '1;2021-05-02'], 'born'],
    ['dams', 'number;mother', ['1;Anna', '1;Berta'], 'mother'],
    ['mates', 'number;mated_to', ['1;Anna', '1;Berta'], 'mated_to'],
    ['mating types', 'number;mating_type', ['1;open', '1;insemination'], 'mating_type'],
    ['generations', 'number;generation;mother', ['1;F0;D', '1;F1;D'], 'generation'],
    ['results of one test', 'number;eval_year;honey', ['1;2023;30', '1;2023;31'], 'honey'],
  ])('are an error that names both rows if they have different %s', async (_what, header, rows, column) => {
    const { status, errors } = await importLines([header, ...rows]);
    expect(status).toBe('failed');
    expect(errors).toMatchObject([{ row: 3, column, code: 'contradicts_row', params: { row: 2 } }]);
    expect(errors[0]!.message).toMatch(/contradicts row 2: /);
    expect(await queens()).toEqual([]);
  });

  test('cause a warning that names the earlier row if they are equal', async () => {
    const { status, warnings } = await importLines(['number;name;born', '1;Anna;2021', '2;Bea;2021', '1;Anna;2021']);
    expect(status).toBe('completed');
    expect(warnings).toMatchObject([{ row: 4, column: null, code: 'repeats_row', params: { row: 2 } }]);
    expect(await queens()).toEqual(['Anna 1 2021 ', 'Bea 2 2021 ']);
  });

  test.each([
    ['cells that are empty', 'number;name;born', ['1;Anna;', '1;;2021']],
    ['the precision of a date', 'number;born', ['1;2021', '1;2021-05-01', '1;2021']],
    ['the case of the name', 'number;name', ['1;Anna', '1;ANNA']],
    ['the name, which is the identifier in one of the rows', 'number;name', ['1;1', '1;Anna']],
    ['the reference to the dam, by name or identifier', 'number;name;mother', ['1;Anna;', '2;Bea;1', '2;Bea;Anna']],
    ['the years of tests', 'number;eval_year;honey', ['1;2023;30', '1;2024;31']],
  ])('describe one queen if they differ only in %s', async (_what, header, rows) => {
    expect(await importLines([header, ...rows])).toMatchObject({ status: 'completed', errors: [] });
  });

  test('are an error for each row that differs from the first', async () => {
    const { errors } = await importLines(['number;name', '1;Anna', '1;Anna', '1;Berta', '1;Cora']);
    expect(errors.map(({ row, params }) => [row, params.row])).toEqual([
      [4, 2],
      [5, 2],
    ]);
  });

  test('set fields such as the race to the last value, with a warning', async () => {
    const { status, warnings } = await importLines(['number;race;line', '1;C;A', '1;L;A']);
    expect([status, warnings]).toEqual([
      'completed',
      [
        {
          row: 3,
          column: 'race',
          message: 'overrides row 2: "L" replaces "C"',
          code: 'overrides_row',
          params: { row: 2, given: 'L', other: 'C' },
        },
      ],
    ]);
    expect((await all<{ race: string }>(client, '/api/v1/queens')).map(({ race }) => race)).toEqual(['L']);
  });

  test('set each field that describes no birth, parent or mating to the last value, with a warning', async () => {
    const columns = ['race', 'line', 'life_status', 'breeder_code', 'marking', 'notes', 'mating_station'];
    const { status, warnings } = await importLines([
      ['number', ...columns].join(';'),
      '1;C;A;testing;DE-1;red;one;Norderney',
      '1;L;B;production;DE-2;blue;two;Spiekeroog',
    ]);
    expect(status).toBe('completed');
    expect(warnings.map(({ row, column, code }) => [row, column, code]).sort()).toEqual(
      columns.map((column) => [3, column, 'overrides_row']).sort(),
    );
    const [queen] = await all<{ id: string }>(client, '/api/v1/queens');
    expect((await client.get(`/api/v1/queens/${queen!.id}`)).body.data).toMatchObject({
      race: 'L',
      line: 'B',
      life_status: 'production',
      breeder_code: 'DE-2',
      marking: 'blue',
      notes: 'two',
      mating_station: 'Spiekeroog',
    });
  });

  test('set fields of an evaluation such as the evaluator to the last value, with a warning', async () => {
    const header = 'number;eval_year;honey;evaluated_on;evaluator;postal_code;hive';
    const rows = ['1;2023;30;2023-09-02;Zorn;90000;H1', '1;2023;30;2023-08-01;Amsel;;H2'];
    const { warnings } = await importLines([header, ...rows]);
    expect(warnings.map(({ row, column, code, params }) => [row, column, code, params.row])).toEqual([
      [3, 'evaluated_on', 'overrides_row', 2],
      [3, 'evaluator', 'overrides_row', 2],
      [3, 'hive', 'overrides_row', 2],
    ]);
    const hives = await all<{ id: string; name: string }>(client, '/api/hives');
    const hive_id = hives.find(({ name }) => name === 'H2')!.id;
    expect(await all(client, '/api/v1/queens/evaluations')).toMatchObject([
      { evaluated_on: '2023-08-01', evaluator: 'Amsel', postal_code: '90000', hive_id },
    ]);
  });

  test('describe two queens after the decision "another"; after the decision "same", they describe one queen with the last values', async () => {
    const rows = ['number;name;born;eval_year;honey', '1;Anna;2020;2021;30', '1;Berta;2021;2022;28', '2;Cora;;2021;30', '2;Dora;;2022;27']; // prettier-ignore
    const decisions = JSON.stringify({ '1': 'another', '*': 'same' });
    expect(await importLines(rows, { decisions })).toMatchObject({ status: 'completed', created: { queens: 3 } });
    expect(await queens()).toEqual(['Anna 1 2020 ', 'Berta 1/2021 2021 ', 'Dora 2  ']);
    expect(await importLines(rows, { decisions })).toMatchObject({ created: { queens: 0 }, updated: { queens: 0 } });
  });
});

// Regression: such an identifier could not be stored, so the upload ended with an internal error.
test.each([
  ['a NUL character', 'a\0b'],
  ['an unpaired surrogate', 'a\ud83d'],
])('a decision about an identifier with %s is refused', async (_, identifier) => {
  const decisions = JSON.stringify({ [identifier]: 'same', '*': 'another' });
  const { status, body } = await client.upload('/api/v1/imports', 'file.csv', 'number;name\n1;Anna', { decisions });
  expect([status, body.errors]).toMatchObject([
    400,
    [{ path: 'decisions', message: expect.stringContaining('NUL'), code: 'unstorable_characters' }],
  ]);
});

test.each([
  [['12;2022', '12;2021'], '2021'],
  [['12;2021', '12;2022-05-01', '12;2022'], '2022-05-01'],
])('with the decision "same", the last year of birth in %j is stored', async (rows, born) => {
  await importLines(['number;born', ...rows], { decisions: JSON.stringify({ '*': 'same' }) });
  expect(await queens()).toEqual([`12 12 ${born} `]);
});

describe('rows that a decision assigns to other queens', () => {
  const decisions = JSON.stringify({ '*': 'another' });

  test.each([
    ['first', ['12;Anna;2021', '12;Berta;2022']],
    ['last', ['12;Berta;2022', '12;Anna;2021']],
  ])('leave the identifier to the queen of the account if her row is the %s', async (_where, rows) => {
    await importLines(['number;name;born', '12;Anna;2021']);
    expect(await importLines(['number;name;born', ...rows], { decisions })).toMatchObject({ created: { queens: 1 } });
    expect(await queens()).toEqual(['Anna 12 2021 ', 'Berta 12/2022 2022 ']);
  });

  test('describe one queen if they do not contradict one another', async () => {
    const rows = [
      '12;Anna;2020;',
      '12;Berta;2022;',
      '12;Berta;;2024',
      '15;Cora;2021;',
      '15;Cora;;2023',
      '16;16;;',
      '16;Dora;;',
    ];
    await importLines(
      ['number;name;born;eval_year;honey', ...rows.map((row) => `${row};${row.endsWith(';') ? '' : 20}`)],
      {
        decisions,
      },
    );
    expect(await queens()).toEqual(['Anna 12 2020 ', 'Berta 12/2022 2022 ', 'Cora 15 2021 ', 'Dora 16  ']);
  });
});

describe('an identifier of a queen of the account', () => {
  const first = ['number;name;born;mother', '1;Anna;2021;Dam', '2;Bea;2022;1'];
  const second = ['number;name;born;mother', '1;Berta;2022;', '3;Cora;2022;1'];
  beforeEach(async () => {
    expect(await importLines(first)).toMatchObject({ status: 'completed' });
  });

  test('with another year of birth is an error that names both queens', async () => {
    const { status, errors } = await importLines(second);
    expect([status, errors]).toEqual([
      'failed',
      [
        {
          row: 2,
          column: 'born',
          code: 'contradicts_account',
          message:
            'contradicts "Anna" of the account, who has the identifier "1": she was born in 2021, but "Berta" was born in 2022; decide whether she is the same queen or another queen',
          params: {
            identifier: '1',
            queen_id: expect.any(String),
            queen: 'Anna',
            name: 'Berta',
            given: '2022',
            other: '2021',
            decisions: ['same', 'another'],
          },
        },
      ],
    ]);
  });

  test('with another dam is an error, too', async () => {
    const { status, errors } = await importLines(['number;name;mother', '1;Zita;Other']);
    expect([status, errors.length]).toEqual(['failed', 1]);
    expect(errors).toMatchObject([
      { row: 2, column: 'mother', code: 'contradicts_account', params: { given: 'Other', other: 'Dam' } },
    ]);
  });

  test.each(['same', '{"1":"same"}', '{"*":"same"}'])(
    'refers to the same queen after the decision %s',
    async (decisions) => {
      expect(await importLines(second, { decisions })).toMatchObject({ status: 'completed', created: { queens: 1 } });
      expect(await queens()).toEqual(['Bea 2 2022 1', 'Berta 1 2022 ', 'Cora 3 2022 1', 'Dam   ']);
    },
  );

  test.each(['another', '"another"', '{" 1":"another"}'])(
    'refers to another queen after the decision %s, also in later files',
    async (decisions) => {
      expect(await importLines(second, { decisions })).toMatchObject({ status: 'completed', created: { queens: 2 } });
      const all = ['Anna 1 2021 ', 'Bea 2 2022 1', 'Berta 1/2022 2022 ', 'Cora 3 2022 1', 'Dam   '];
      expect(await queens()).toEqual(all);
      for (const file of [first, second, [...second, '']])
        expect(await importLines(file)).toMatchObject({ created: { queens: 0 }, updated: { queens: 0 } });
      expect(await importLines([...second, '4;Dora;2022;1', '5;Eva;2023;1/2022'])).toMatchObject({
        status: 'completed',
        created: { queens: 2 },
      });
      expect(await queens()).toEqual(expect.arrayContaining(['Dora 4 2022 1', 'Eva 5 2023 1/2022']));
    },
  );

  test('with another dam refers to another queen after the decision "another", also in later files', async () => {
    const file = ['number;name;mother', '1;Zita;Other', '5;Eva;1'];
    expect(await importLines(file, { decisions: 'another' })).toMatchObject({ created: { queens: 3 } });
    expect(await queens()).toEqual(expect.arrayContaining(['Anna 1 2021 ', 'Eva 5  1/Zita', 'Zita 1/Zita  ']));
    expect(await importLines(file)).toMatchObject({ created: { queens: 0 }, updated: { queens: 0 } });
  });

  test('with another dam in only one of her rows contradicts her other row, and not the account', async () => {
    await importLines(['number;name;mother', '20;Cora;Anna']);
    const { status, errors } = await importLines(['number;name;mother;note', '20;Cora;Anna;a', '20;Cora;Berta;b']);
    expect(status).toBe('failed');
    expect(errors.map(({ row, code }) => [row, code])).toEqual([[3, 'contradicts_row']]);
  });

  test('with a day in the known year of birth, or with a dam that was unknown, refers to the same queen', async () => {
    expect(await importLines(['number;born;mother', '1;2021-05-01;Dam', 'Dam;;Grandam'])).toMatchObject({
      status: 'completed',
    });
  });
});

describe('an identifier of two queens of the file', () => {
  const header = 'number;name;born;mother';
  const two = ['12;Anna;2021;', '12;Berta;2022;'];
  const decisions = 'another';

  test('is an error in a reference that could mean either queen', async () => {
    const { status, errors } = await importLines([header, ...two, '20;Cora;2023;12'], { decisions });
    expect([status, errors]).toEqual([
      'failed',
      [
        {
          row: 4,
          column: 'mother',
          code: 'ambiguous_identifier',
          message: '"12" is the number of several queens: use one of 12/2021, 12/2022',
          params: { given: '12', queens: 2, identifiers: '12/2021, 12/2022' },
        },
      ],
    ]);
  });

  test('is an error in a row that could describe either queen', async () => {
    const rows = ['number;born;year;honey', '12;2021;2022;30', '12;2022;2023;31', '12;;2024;29'];
    const { errors } = await importLines(rows, { decisions });
    expect(errors).toMatchObject([{ row: 4, column: 'number', code: 'ambiguous_identifier', params: { queens: 2 } }]);
  });

  test('is unambiguous if the year or the name of the queen follows it', async () => {
    const rows = ['20;D;;12/2021', '21;E;;12/2022', '22;F;;12/Anna', '23;G;;12/Berta', '24;H;;Anna'];
    expect(await importLines([header, ...two, ...rows], { decisions })).toMatchObject({
      errors: [],
      created: { queens: 7 },
    });
    expect((await queens()).slice(2)).toEqual(['D 20  12', 'E 21  12/2022', 'F 22  12', 'G 23  12/2022', 'H 24  12']);
  });
});

describe('queens that an earlier decision distinguished', () => {
  test.each([
    ['by year', ['12;Anna;2021', '12;Berta;2022'], ['12;;2022', '12;;2021', '12;Berta;']],
    ['by name', ['12;Anna;', '12;Berta;'], ['12;Berta;', '12;Anna;', '12/Berta;;']],
    ['by either identifier', ['12;Anna;2021', '12;Berta;2022'], ['12/2022;Berta;2022', '12;Anna;2021', '12;;2022']],
  ])('are found %s without a new decision', async (_what, first, later) => {
    await importLines(['number;name;born', ...first], { decisions: 'another' });
    const before = await queens();
    expect(await importLines(['number;name;born;race', ...later.map((row) => `${row};C`)])).toMatchObject({
      errors: [],
      created: { queens: 0 },
      updated: { queens: 2 },
    });
    expect(await queens()).toEqual(before);
  });

  test('cause a warning if a row has only the shared identifier, which refers to the queen with exactly this identifier', async () => {
    await importLines(['number;name;born', '12;Anna;2021', '12;Berta;2022'], { decisions: 'another' });
    const named = await importLines(['number;mother', '20;12']);
    const described = await importLines(['number;race', '12;C']);
    const params = { given: '12', found: 'Anna', others: '"12/2022"' };
    expect([named.warnings, described.warnings]).toMatchObject([
      [{ row: 2, column: 'mother', code: 'identifier_of_several', params }],
      [{ row: 2, column: 'number', code: 'identifier_of_several', params }],
    ]);
  });
});

describe('a name in the account', () => {
  test('that differs from the name in the file is an error for a plain number such as 12, unless the decision is "another"', async () => {
    await importLines(['number;name', '12;Anna']);
    const file = ['number;name', '12;Berta'];
    expect(await importLines(file)).toMatchObject({
      status: 'failed',
      errors: [{ row: 2, column: 'name', code: 'contradicts_account', params: { given: 'Berta', other: 'Anna' } }],
    });
    expect(await importLines(file, { decisions: '{"12":"another"}' })).toMatchObject({ created: { queens: 1 } });
    expect(await queens()).toEqual(['Anna 12  ', 'Berta 12/Berta  ']);
  });

  test('is corrected with a warning if the identifier is not a plain number', async () => {
    await importLines(['number;name', 'X-1;Anna']);
    const { updated, warnings } = await importLines(['number;name', 'X-1;Berta']);
    expect([updated.queens, warnings]).toMatchObject([
      1,
      [{ row: 2, column: 'name', code: 'renames_queen', params: { given: 'Berta', other: 'Anna' } }],
    ]);
    await importLines(['number;name', 'X-1;Cora'], { decisions: 'another' });
    expect(await queens()).toEqual(['Berta X-1  ', 'Cora X-1/Cora  ']);
  });

  test.each([
    ['a complete studbook number', 'DE-1-2-3-2020;Anna;;', 'DE-1-2-3-2020;Berta;;'],
    ['the year of birth', '1;Anna;2020;', '1;Berta;2020;'],
    ['the dam', '1;Anna;;Dam', '1;Berta;;Dam'],
  ])('is corrected if %s confirms the queen', async (_what, first, second) => {
    const header = 'number;name;born;mother';
    await importLines([header, first]);
    expect(await importLines([header, second])).toMatchObject({ errors: [], warnings: [], updated: { queens: 1 } });
  });

  test('is not confirmed by a dam if the dam of the queen of the account is unknown', async () => {
    await importLines(['number;name', '1;Anna', '2;Dam']);
    expect(await importLines(['number;name;mother', '1;Berta;2'])).toMatchObject({
      status: 'failed',
      errors: [{ row: 2, column: 'name', code: 'contradicts_account', params: { given: 'Berta', other: 'Anna' } }],
    });
  });

  test('refers to the same queen if the file has a day in her known year of birth, or only this year', async () => {
    await importLines(['number;name;born', '1;Anna;2021', ';Bea;2021', ';Cora;2021-05-01']);
    const file = ['name;born', 'Anna;2021-05-01', 'Bea;2021-06-02', 'Cora;2021'];
    expect(await importLines(file)).toMatchObject({ status: 'completed', errors: [], updated: { queens: 2 } });
    expect(await queens()).toEqual(['Anna 1 2021-05-01 ', 'Bea  2021-06-02 ', 'Cora  2021-05-01 ']);
  });

  test('with another date of birth is an error; the decision "another" requires an identifier in the account or in the row', async () => {
    await importLines(['number;name;born', '1;Anna;2021', ';Bea;2021']);
    const [anna, bea] = [['name;born', 'Anna;2022'], ['name;born', 'Bea;2022']]; // prettier-ignore
    for (const file of [anna, bea]) {
      const { errors } = await importLines(file);
      expect(errors).toMatchObject([{ row: 2, column: 'born', code: 'contradicts_account' }]);
    }
    const refused = await importLines(bea, { decisions: 'another' });
    expect(refused.errors).toMatchObject([
      {
        message: expect.stringMatching(/for another queen, the row must state an identifier$/),
        params: { missing: 'identifier' },
      },
    ]);
    expect(await importLines(anna, { decisions: 'another' })).toMatchObject({ created: { queens: 1 } });
    expect(await importLines(bea, { decisions: 'same' })).toMatchObject({ updated: { queens: 1 } });
    expect(await queens()).toEqual(['Anna  2022 ', 'Anna 1 2021 ', 'Bea  2022 ']);
  });
});

test('a row of an export can correct a date of birth', async () => {
  await importLines(['number;name;born', '1;Anna;2021']);
  const list = (await client.get('/api/queens/f0.csv')).body as string;
  expect(await importFile(client, 'f0.csv', list.replace('2021', '2022'))).toMatchObject({
    status: 'completed',
    updated: { queens: 1 },
  });
});

test('invalid decisions are refused', async () => {
  const { status, body } = await client.upload('/api/imports', 'a.csv', 'name\nAnna', { decisions: 'maybe' });
  expect([status, body.errors]).toMatchObject([
    400,
    [{ path: 'decisions', message: expect.stringMatching(/"same" or "another"/) }],
  ]);
});
