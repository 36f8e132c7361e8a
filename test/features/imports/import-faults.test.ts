import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { csv } from './files.js';
import { importFile } from './uploads.js';

let service: SharedService;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const state = async () =>
  Promise.all(
    ['/api/v1/queens?limit=100', '/api/queens/evaluations?limit=100', '/api/apiaries', '/api/hives'].map(
      async (path) => (await client.get(path)).body,
    ),
  );

/** Imports rows, expects that the import fails and changes nothing, and returns the errors. */
async function faultsOf(rows: Record<string, string | number | undefined>[], fields: Record<string, string> = {}) {
  const before = await state();
  const result = await importFile(client, 'queens.csv', csv(rows), fields);
  expect(result.status).toBe('failed');
  expect(result.created).toMatchObject({ queens: 0, evaluations: 0 });
  expect(result.error_count).toBe(result.errors.length);
  expect(await state()).toEqual(before);
  return result.errors.map(({ row, column, message }) => ({ row, column, message }));
}

describe('a file', () => {
  test('is refused with all its rows if a queen is her own ancestor', async () => {
    const errors = await faultsOf([
      { queen_name: 'Anna', mother: 'Berta' },
      { queen_name: 'Berta', mother: 'Cora' },
      { queen_name: 'Cora', mother: 'Anna' },
      { queen_name: 'Dora', mother: 'Anna' },
      { queen_name: 'Emma', mother: 'Emma' },
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([2, 3, 4, 6].map((row) => [row, 'mother']));
    expect(errors[0]?.message).toMatch(/Anna would be her own ancestor/);
  });

  // Regression: errors after the first 2,000 were not counted.
  test('is refused with all its rows if the mothers in its rows form a long cycle; all errors are counted', async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => ({ queen_name: `R ${n}`, mother: `R ${(n + 1) % 2_500}` }));
    const { status, error_count, errors } = await importFile(client, 'queens.csv', csv(rows));
    expect([status, error_count, errors.length]).toEqual(['failed', 2_500, 1_000]);
  });

  test('is refused with all its rows if a cycle in the pedigree contains queens of the account', async () => {
    await importFile(
      client,
      'a.csv',
      csv([{ queen_name: 'Anna' }, { queen_name: 'Berta', mother: 'Anna' }, { queen_name: 'Cora', mother: 'Berta' }]),
    );
    const errors = await faultsOf([{ queen_name: 'Anna', mother: 'Cora' }]);
    expect(errors).toEqual([{ row: 2, column: 'mother', message: expect.stringMatching(/own ancestor/) }]);
  });

  // Regression: a cycle through queens outside the file was accepted if one of them had no date of birth.
  test('is refused with all its rows if a cycle in the pedigree contains queens of the account, one of them without a date of birth', async () => {
    await importFile(
      client,
      'a.csv',
      csv([
        { queen_name: 'Anna', birth_date: '2020' },
        { queen_name: 'Berta', mother: 'Anna' },
        { queen_name: 'Cora', mother: 'Berta', birth_date: '2018' },
      ]),
    );
    const errors = await faultsOf([{ queen_name: 'Anna', mother: 'Cora' }]);
    expect(errors).toEqual([{ row: 2, column: 'mother', message: expect.stringMatching(/own ancestor/) }]);
  });

  test('is refused with all its rows if a cycle in the pedigree contains a father', async () => {
    const errors = await faultsOf([
      { queen_name: 'Dam', mated_to: 'Daughter' },
      { queen_name: 'Daughter', mother: 'Dam' },
    ]);
    expect(errors).toEqual([{ row: 2, column: 'mated_to', message: expect.stringMatching(/own ancestor/) }]);
    await importFile(client, 'a.csv', csv([{ queen_name: 'Daughter', mother: 'Dam' }]));
    expect(await faultsOf([{ queen_name: 'Dam', mated_to: 'Daughter' }])).toEqual(errors);
  });

  // Regression: such matings were accepted, but breeding values and inbreeding ignored the mates.
  test('is refused with all its rows if each of two matings would have to precede the other', async () => {
    const swapped = await faultsOf([
      { queen_name: 'Mona', mated_to: 'Sara', birth_date: '2020' },
      { queen_name: 'Sara', mated_to: 'Mona', birth_date: '2020' },
    ]);
    const eachFirst = (name: string, other: string) =>
      `contradicts the mating of ${other}, who is mated to ${name}: each of the two queens would have to exist before the other`;
    expect(swapped).toEqual([
      { row: 2, column: 'mated_to', message: eachFirst('Mona', 'Sara') },
      { row: 3, column: 'mated_to', message: eachFirst('Sara', 'Mona') },
    ]);
    await importFile(client, 'a.csv', csv([{ queen_name: 'Mona', mated_to: 'Sara' }]));
    expect(await faultsOf([{ queen_name: 'Sara', mated_to: 'Mona' }])).toEqual([
      { row: 2, column: 'mated_to', message: eachFirst('Sara', 'Mona') },
    ]);
    // The parents of the daughter imply the mating of Sara with Mona.
    expect(await faultsOf([{ queen_name: 'Tina', mother: 'Sara', father: 'Mona' }])).toEqual([
      { row: 2, column: 'father', message: eachFirst('Sara', 'Mona') },
    ]);
    // A cycle through another queen: Nora is a daughter of Mona, and Sara would be mated with drones of Nora.
    await importFile(client, 'b.csv', csv([{ queen_name: 'Nora', mother: 'Mona' }]));
    const around = await faultsOf([{ queen_name: 'Sara', mated_to: 'Nora', mating_type: 'single_queen' }]);
    expect(around).toEqual([
      {
        row: 2,
        column: 'mated_to',
        message:
          'daughters of Sara would be their own ancestors: according to other matings, Nora or her daughters descend from daughters of Sara',
      },
    ]);
    await importFile(
      client,
      'c.csv',
      csv([
        { queen_name: 'Olga', mated_to: 'Xena' },
        { queen_name: 'Xena', mated_to: 'Mona' },
      ]),
    );
    expect(await faultsOf([{ queen_name: 'Mona', mother: 'Olga' }])).toEqual([
      {
        row: 2,
        column: 'mother',
        message: 'Mona would be her own ancestor: according to the known matings, daughters of Olga descend from Mona',
      },
    ]);
    const drones = await importFile(client, 'd.csv', csv([{ queen_name: 'Mona', breeder_code: 'B-1' }]));
    expect(drones.status).toBe('completed');
  });

  // Regression: if there was one cycle, all other cycles were not reported. The error for a changed mating type named
  // the column of the mate.
  test('is refused with all its rows if it has cycles of several kinds; each cycle is reported at the cells that create it', async () => {
    await importFile(
      client,
      'a.csv',
      csv([
        { queen_name: 'Mona', mated_to: 'Sara' },
        { queen_name: 'Sara', mated_to: 'Mona', mating_type: 'single_queen' },
        { queen_name: 'Olga', mated_to: 'Xena' },
        { queen_name: 'Xena', mated_to: 'Nora' },
      ]),
    );
    const errors = await faultsOf([
      { queen_name: 'Zita', mother: 'Zora' },
      { queen_name: 'Zora', mother: 'Zita' },
      { queen_name: 'Sara', mating_type: 'island_station' },
      { queen_name: 'Nora', mother: 'Olga' },
    ]);
    expect(errors).toEqual([
      { row: 2, column: 'mother', message: expect.stringContaining('own ancestor') },
      { row: 3, column: 'mother', message: expect.stringContaining('own ancestor') },
      {
        row: 4,
        column: 'mating_type',
        message: expect.stringContaining('each of the two queens would have to exist before the other'),
      },
      {
        row: 5,
        column: 'mother',
        message: expect.stringContaining('according to the known matings, daughters of Olga descend from Nora'),
      },
    ]);
  });

  test('is refused with all its rows if a parent was born after her daughter', async () => {
    const errors = await faultsOf([
      { queen_name: 'Mother', birth_date: '2022-06-01' },
      { queen_name: 'Older', birth_date: '2021-06-01', mother: 'Mother' },
      { queen_name: 'Older by the year', birth_date: '2021', mother: 'Mother' },
      { queen_name: 'Perhaps younger', birth_date: '2022', mother: 'Mother' },
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [3, 'mother'],
      [4, 'mother'],
    ]);
  });

  test('is refused with all its rows if a queen of the account would be older than her mother', async () => {
    await importFile(
      client,
      'a.csv',
      csv([{ queen_name: 'Mother' }, { queen_name: 'Daughter', mother: 'Mother', birth_date: '2020-05-01' }]),
    );
    const errors = await faultsOf([{ queen_name: 'Mother', birth_date: '2021-05-01' }]);
    expect(errors).toEqual([
      { row: 2, column: 'birth_date', message: expect.stringMatching(/Daughter \(2020-05-01\)/) },
    ]);
  });

  test("is refused with all its rows if a mother's name belongs to two queens", async () => {
    const errors = await faultsOf([
      { queen_name: 'Anna', external_id: 'DE-1-1-1-2020' },
      { queen_name: 'Anna', external_id: 'DE-1-1-2-2020' },
      { queen_name: 'Berta', external_id: 'DE-1-1-3-2022', mother: 'Anna' },
    ]);
    expect(errors).toEqual([
      { row: 4, column: 'mother', message: '"Anna" is the name of 2 queens: use the identifier of the queen' },
    ]);
  });

  test("is refused with all its rows if a father contradicts the mother's mating", async () => {
    const errors = await faultsOf([
      { queen_name: 'Dam', mated_to: 'Drone line' },
      { queen_name: 'First', mother: 'Dam', father: 'Drone line' },
      { queen_name: 'Second', mother: 'Dam', father: 'Other line' },
      { queen_name: 'Third', mother: 'Other dam', father: 'One' },
      { queen_name: 'Fourth', mother: 'Other dam', father: 'Two' },
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [4, 'father'],
      [6, 'father'],
    ]);
    expect(errors[0]?.message).toMatch(/"Other line".*"Drone line"/);
  });

  // Regression: a mating of a queen with herself was refused in one column and accepted in another.
  test('is refused with all its rows if a queen is mated to herself', async () => {
    const errors = await faultsOf([
      { queen_name: 'Anna', mated_to: 'Anna' },
      { queen_name: 'Berta', mother: 'Dam', father: 'Dam' },
    ]);
    expect(errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'mated_to', 'must be a different queen: a queen cannot mate with herself'],
      [3, 'father', 'must be a different queen from the mother'],
    ]);
  });

  test('is refused with all its rows if values are out of range, impossible or invalid', async () => {
    const errors = await faultsOf([
      { queen_name: 'Anna', eval_year: 2023, gentleness: 5, honey_yield_kg: 201 },
      { queen_name: 'Berta', birth_date: '31.02.2023' },
      { queen_name: 'Cora', eval_year: 2023, vigor: '2,3', hyg6_cleaned: 51 },
      { queen_name: 'Dora', eval_year: 2023, hyg6_cleaned: 40, hyg24_cleaned: 30 },
      { queen_name: '', race: 'C' },
      { queen_name: 'Emma', gentleness: 3 },
      { queen_name: 'Frieda', life_status: 'asleep' },
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual(
      expect.arrayContaining([
        [2, 'gentleness'],
        [2, 'honey_yield_kg'],
        [3, 'birth_date'],
        [4, 'vigor'],
        [4, 'hyg6_cleaned'],
        [5, 'hyg24_cleaned'],
        [8, 'life_status'],
      ]),
    );
    expect(new Set(errors.map(({ row }) => row))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8]));
  });

  // Regression: a row with an invalid value was not compared with other rows, so cycles through this row were not
  // reported.
  test('is refused with all its rows if a row has an invalid value and another error', async () => {
    const errors = await faultsOf([
      { queen_name: 'A', mother: 'B', birth_date: '2019', honey_yield_kg: '' },
      { queen_name: 'B', mother: '', birth_date: '2020', honey_yield_kg: 500, eval_year: 2021 },
      { queen_name: 'C', mother: 'D', birth_date: '', honey_yield_kg: 500, eval_year: 2021 },
      { queen_name: 'D', mother: 'C', birth_date: '', honey_yield_kg: '' },
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'mother'],
      [3, 'honey_yield_kg'],
      [4, 'honey_yield_kg'],
      [4, 'mother'],
      [5, 'mother'],
    ]);
  });

  test('is refused with all its rows if an id belongs to no queen of the account', async () => {
    const unknownId = '01a1fced-ef06-75f7-930b-39558c75d658';
    const errors = await faultsOf([{ queen_name: 'A', mother_id: unknownId }]);
    expect(errors).toEqual([{ row: 2, column: 'mother_id', message: `"${unknownId}" is not the id of a queen` }]);
  });

  // Regression: sample values with a NUL character could not be stored, so the upload failed.
  test('is refused with all its rows if a cell has a NUL character', async () => {
    const errors = await faultsOf([
      { queen_name: 'A', race: 'C' },
      { queen_name: 'B', race: 'C\0' },
    ]);
    expect(errors).toEqual([{ row: 3, column: 'race', message: 'contains a NUL character' }]);
  });

  test('is refused with all its rows if two rows contradict each other about a queen or an evaluation', async () => {
    const evaluation = { queen_name: 'Anna', eval_year: 2021 };
    const one = { birth_date: '2020', mother: 'Berta', father: 'Dora', mated_to: 'Emma' };
    const other = { birth_date: '2021', mother: 'Cora', father: 'Fina', mated_to: 'Gerda' };
    const errors = await faultsOf([
      { ...evaluation, ...one, mated_at: '2021-06-01', generation: 'F0', honey_yield_kg: 20 },
      { ...evaluation, ...other, mated_at: '2021-06-02', generation: 'F1', honey_yield_kg: 21 },
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual(
      ['birth_date', 'father', 'generation', 'honey_yield_kg', 'mated_at', 'mated_to', 'mother'].map((column) => [
        3,
        column,
      ]),
    );
  });

  // Regression: both queens got the identifier, or one of them lost it without a message.
  test('is refused with all its rows if an identifier belongs to two queens of the file', async () => {
    const withIdentifier = (system: string) => JSON.stringify([{ system, value: 'Y-1' }]);
    const others = [{ queen_name: 'Cora', external_id: 'Z-1', external_identifiers: '[{"system":"s","value":"Z-2"}]' }];
    const numbered = await faultsOf([
      { queen_name: 'Anna', external_id: 'X-1', external_identifiers: withIdentifier('s') },
      { queen_name: 'Berta', external_id: 'Y-1', external_identifiers: '' },
      ...others,
    ]);
    expect(numbered).toMatchObject([
      {
        row: 2,
        column: 'external_identifiers',
        message: expect.stringMatching(/"Y-1" also belongs to the queen of row 3/),
      },
    ]);
    for (const system of ['s', 't']) {
      const errors = await faultsOf([
        { queen_name: 'Anna', external_id: 'X-1', external_identifiers: withIdentifier('s') },
        { queen_name: 'Berta', external_id: 'X-2', external_identifiers: withIdentifier(system) },
        ...others,
      ]);
      expect(errors.map(({ row, column }) => [row, column])).toEqual([
        [2, 'external_identifiers'],
        [3, 'external_identifiers'],
      ]);
    }
  });

  test('is refused with all its rows if an additional identifier belongs to another queen of the account', async () => {
    const row = (external_id: string, ...values: string[]) => ({
      external_id,
      external_identifiers: values.length > 0 ? JSON.stringify(values.map((value) => ({ system: 's', value }))) : '',
    });
    await importFile(client, 'a.csv', csv([row('X-1', 'Y-1'), row('X-2'), row('X-3')]));
    const errors = await faultsOf([row('X-2', 'Y-1'), row('X-3', 'x-1')]);
    expect(errors.map(({ row: number, column }) => [number, column])).toEqual([
      [2, 'external_identifiers'],
      [3, 'external_identifiers'],
    ]);
  });

  test('is refused with all its rows if the mother of an F1 queen is an F1 queen of the account', async () => {
    await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', generation: 'F1', mother: 'Berta' }]));
    const errors = await faultsOf([{ queen_name: 'Cora', generation: 'F1', mother: 'Anna' }]);
    expect(errors).toEqual([
      {
        row: 2,
        column: 'mother',
        message: 'Anna is an F1 queen herself: the mother of an F1 queen must be an F0 queen',
      },
    ]);
  });

  test('is refused with all its rows if the mother of an F1 queen would become an F1 queen', async () => {
    // Regression: such a file was accepted, and the export of the account could not be restored.
    await importFile(
      client,
      'first.csv',
      csv([
        { queen_name: 'Cora', generation: 'F0' },
        { queen_name: 'Berta', generation: 'F1', mother: 'Cora' },
        { queen_name: 'Anna', generation: 'F0' },
      ]),
    );
    const errors = await faultsOf([{ queen_name: 'Cora', generation: 'F1', mother: 'Anna' }]);
    expect(errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'generation', 'Cora is an F1 queen herself: the mother of an F1 queen must be an F0 queen'],
    ]);
  });

  test('is refused with all its rows if an F1 queen has no mother, or a mother who is an F1 queen herself', async () => {
    const errors = await faultsOf([
      { queen_name: 'Anna', generation: 'F1' },
      { queen_name: 'Berta', generation: 'F1', mother: 'Cora' },
      { queen_name: 'Dora', generation: 'F1', mother: 'Berta' },
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual(
      [
        [2, null],
        [4, 'mother'],
      ].map(([row, column]) => [row, column ?? 'mother']),
    );
  });
});

// Regression: the message began with "is missing" without a subject.
test('an error names the column of the file or, if the file has no such column, the field', async () => {
  expect(await faultsOf([{ queen_name: 'Anna', generation: 'F1' }])).toEqual([
    { row: 2, column: null, message: 'mother is missing: an F1 queen needs a mother' },
  ]);
  expect(await faultsOf([{ queen_name: 'Anna', generation: 'F1', dam_external_id: '' }])).toEqual([
    { row: 2, column: 'dam_external_id', message: 'is missing: an F1 queen needs a mother' },
  ]);
  const test = { queen_name: 'Anna', eval_year: 2020, honey_yield_kg: 20 };
  await importFile(client, 'a.csv', csv(['Hill', 'Dale'].map((apiary) => ({ ...test, apiary }))));
  expect(await faultsOf([{ ...test, honey_yield_kg: 21 }])).toEqual([
    { row: 2, column: null, message: 'apiary is missing: the queen has evaluations at 2 apiaries in 2020' },
  ]);
});

// Regression: the document was read as a table, with the error "Row 1: a quote …".
test('the file queenbook.json of an export is refused without its archive; the message asks for the ZIP file', async () => {
  for (const start of ['{"format":"queenbook","version":1}', '\ufeff{\n  "format": "queenbook"\n}']) {
    const { status, body } = await client.upload('/api/imports', 'queenbook.json', start);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('send the whole ZIP file that contained it'),
    ]);
  }
});

test('if an import has more than a thousand errors or warnings, all are counted, and the first thousand of each are listed', async () => {
  const rows = Array.from({ length: 1500 }, (_, index) => ({
    queen_name: `Queen ${index}`,
    race: '#N/A',
    line: '#N/A',
    eval_year: 2023,
    vigor: 9,
    gentleness: 9,
  }));
  const result = await importFile(client, 'queens.csv', csv(rows));
  expect(result).toMatchObject({ status: 'failed', error_count: 3000, warning_count: 3000 });
  const first = Array.from({ length: 1000 }, (_, index) => Math.floor(index / 2) + 2);
  expect([result.errors, result.warnings].map((list) => list.map(({ row }) => row))).toEqual([first, first]);
});

test('a dry run reports what the import would create, and changes nothing', async () => {
  const before = await state();
  const rows = [
    { queen_name: 'Anna', apiary: 'Hill', hive: '1', life_status: 'production', eval_year: 2023, honey_yield_kg: 30 },
    { queen_name: 'Berta', mother: 'Olga', race: 'C' },
  ];
  const dry = await importFile(client, 'queens.csv', csv(rows), { dry_run: 'true' });
  expect(dry).toMatchObject({
    status: 'completed',
    dry_run: true,
    created: { queens: 3, evaluations: 1, apiaries: 1, hives: 1 },
  });
  expect(dry.columns).toContainEqual({ header: 'race', field: 'race', samples: ['C'] });
  expect(await state()).toEqual(before);
  const wet = await importFile(client, 'queens.csv', csv(rows));
  expect(wet.created).toEqual(dry.created);
});

describe('an invalid upload', () => {
  test.each<[string, string | Uint8Array, Record<string, string>, number, string]>([
    ['an empty file', '', {}, 400, 'file'],

    ['a truncated workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 1, 2, 3]), {}, 400, 'file'],
    ['a header without rows', 'queen_name;race\n', {}, 400, 'file'],
    ['no column that identifies queens', 'a;b\n1;2\n', {}, 400, 'file'],
    ['two thousand columns', Array.from({ length: 2000 }, (_, i) => `c${i}`).join(';') + '\nx\n', {}, 400, 'file'],
    ['a mapping of a missing header', 'queen_name\nAnna\n', { mapping: '{"Name":"queen_name"}' }, 400, 'mapping'],
    ['a mapping that is not JSON', 'queen_name\nAnna\n', { mapping: '{' }, 400, 'mapping'],
    ['a mapping to a number', 'queen_name\nAnna\n', { mapping: '{"queen_name":7}' }, 400, 'mapping'],
    ['an unknown generation', 'queen_name\nAnna\n', { generation: 'F2' }, 400, 'generation'],
    ['an unknown encoding', 'queen_name\nAnna\n', { encoding: 'klingon' }, 400, 'encoding'],
    ['an unknown option', 'queen_name\nAnna\n', { colour: 'red' }, 400, 'colour'],
    ['an invalid value of dry_run', 'queen_name\nAnna\n', { dry_run: 'maybe' }, 400, 'dry_run'],
  ])('is refused at once: %s', async (_, content, fields, status, path) => {
    const response = await client.upload('/api/imports', 'file', content, fields);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
    expect((await client.get('/api/imports')).body).toMatchObject({ data: [] });
  });

  test('is refused at once: binary data', async () => {
    const bytes = new Uint8Array(4096).map((_, index) => (index * 7919) % 256);
    expect((await client.upload('/api/imports', 'file', bytes)).status).toBe(415);
  });

  test('is refused at once: a file over 200 MiB; the sender receives the response', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'queen_name\n');
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(Buffer.from(head)),
      pull(stream) {
        sent += 1;
        if (sent > 210) stream.close();
        else stream.enqueue(piece);
      },
    });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const response = await client.post('/api/imports', undefined, { raw: body, headers });
    expect(response).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  test.each([
    ['no part', '', 'B'],
    [
      'a boundary that differs from the header',
      '--C\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--C--\r\n',
      'B',
    ],
    ['a truncated header of a part', '--B\r\nContent-Disposi', 'B'],
  ])('is refused at once: a form with %s', async (_, raw, boundary) => {
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    const response = await client.post('/api/imports', undefined, { raw, headers });
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('is refused at once: a form that ends within its file', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const raw = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nqueen_name\nAn';
    expect((await client.post('/api/imports', undefined, { raw, headers })).status).toBe(400);
  });

  test('is refused at once: a body that is not a form', async () => {
    const response = await client.post('/api/imports', { file: 'x' });
    expect(response.status).toBe(415);
  });
});

test('a UTF-16 file that is truncated within a character is refused at once', async () => {
  const whole = Buffer.from('\ufeffqueen_name\nAnna\nB', 'utf16le');
  const { status, body } = await client.upload('/api/imports', 'queens.csv', whole.subarray(0, -1));
  expect([status, body.errors]).toMatchObject([
    400,
    [{ path: 'file', message: expect.stringMatching(/^The file is damaged or not complete/) }],
  ]);
  expect((await client.get('/api/queens')).body.page.total).toBe(0);
  expect((await client.get('/api/v1/imports')).body.page.total).toBe(0);
  expect(await importFile(client, 'queens.csv', whole)).toMatchObject({ status: 'completed', created: { queens: 2 } });
});
