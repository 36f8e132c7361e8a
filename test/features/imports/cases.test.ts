import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startService, type Client, type TestService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

/** Sample files. A test name contains the number with which the name of its sample file begins. */
const folder = new URL('./cases/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(name, folder));

interface Queen {
  queen_name: string;
  external_id: string | null;
  race: string | null;
  birth_date: string | null;
  mating_type: string | null;
  dam_external_id: string | null;
  drone_sire_id: string | null;
  mother_id: string | null;
  mated_to_id: string | null;
}

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await service.register();
});

const importSample = (name: string, fields: Record<string, string> = {}) =>
  importFile(client, name, bytesOf(name), fields);
const queens = () => all<Queen>(client, '/api/queens/f0');
const evaluations = () => all<Record<string, unknown>>(client, '/api/queens/evaluations');
const names = async () => (await queens()).map(({ queen_name }) => queen_name);

/** Imports a file twice; the second import must change nothing. */
async function importTwice(name: string) {
  const first = await importSample(name);
  expect([first.status, first.errors]).toEqual(['completed', []]);
  const again = await importSample(name);
  expect(again).toMatchObject({ status: 'completed', created: { queens: 0, evaluations: 0 }, updated: { queens: 0 } });
  return first;
}

describe('a placeholder', () => {
  test('for an unknown mother, or a mating type instead of a mate, creates no queen (case 01)', async () => {
    await importTwice('01-missing-parent-words.csv');
    expect(await queens()).toMatchObject(
      ['Anna', 'Berta'].map((queen_name) => ({ queen_name, mother_id: null, mated_to_id: null, mating_type: 'open' })),
    );
    expect(await queens()).toHaveLength(2);
  });

  test('of dashes creates no queen (case 04)', async () => {
    await importTwice('04-placeholder-numbers.csv');
    expect((await queens()).map(({ queen_name, external_id }) => [queen_name, external_id])).toEqual([
      ['Anna', null],
      ['Berta', null],
      ['Cora', 'DE-1-1-1-2022'],
    ]);
  });

  test('that is the error #N/A of a spreadsheet creates no queen (case 07)', async () => {
    const { warnings } = await importTwice('07-excel-errors.xlsx');
    expect(await queens()).toMatchObject([
      { queen_name: 'Anna', mother_id: null },
      { queen_name: 'Berta', mother_id: null },
    ]);
    expect(warnings.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'Mutter', 'not_available'],
      [3, 'Mutter', 'not_available'],
    ]);
  });

  test('of zeros creates no queen (case 17)', async () => {
    await importTwice('17-beebreed-zeros.csv');
    expect(await queens()).toMatchObject([
      { queen_name: 'Anna', external_id: 'DE-31-2-33-2022', mother_id: null, mated_to_id: null },
      { queen_name: 'Berta', external_id: 'DE-31-2-34-2022', mother_id: null, mated_to_id: null },
    ]);
  });
});

test('a row of means and a footnote create no queen (case 16)', async () => {
  const { warnings } = await importTwice('16-rows-that-are-no-queens.csv');
  expect(await names()).toEqual(['Anna', 'Berta']);
  expect(warnings.map(({ row, code }) => [row, code])).toEqual([
    [4, 'summary_set_aside'],
    [5, 'footnote_set_aside'],
  ]);
});

test('measured results are imported as evaluations, and not as breeding values (case 02)', async () => {
  await importTwice('02-measured-as-breeding-values.csv');
  expect(await evaluations()).toMatchObject([
    { eval_year: 2024, honey_yield_kg: 32.5, gentleness: 3.5 },
    { eval_year: 2024, honey_yield_kg: 28, gentleness: 3 },
  ]);
  expect((await client.get('/api/ebv/latest')).body).toMatchObject({ run: null });
});

test('queen numbers that start again at 1 each year cause errors that name both rows (case 03)', async () => {
  const { status, errors } = await importSample('03-numbers-restart-each-year.csv');
  expect(status).toBe('failed');
  expect(errors.map(({ row, code, params }) => [row, code, params.row])).toEqual([
    [4, 'contradicts_row', 2],
    [5, 'contradicts_row', 3],
  ]);
});

test('a dam is found by other spellings of her identifier (case 14)', async () => {
  await importTwice('14-spelling-of-keys.csv');
  const [dam, ...daughters] = await queens();
  expect(daughters.map(({ dam_external_id }) => dam_external_id)).toEqual(Array(3).fill(dam!.external_id));
});

describe('text', () => {
  test('in Windows-1250 is recognized (case 05)', async () => {
    const found = await importTwice('05-windows-1250.csv');
    expect(found.encoding).toBe('windows-1250');
    expect(found.warnings).toMatchObject([{ row: null, code: 'encoding', params: { encoding: 'windows-1250' } }]);
    expect((await names()).sort((a, b) => a.localeCompare(b, 'pl'))).toEqual(['Łąka', 'Święta', 'Żółta']);
    const traits = (await evaluations()).map((row) => [row.honey_yield_kg, row.gentleness, row.vigor]);
    expect(traits.sort()).toEqual([
      [28, 3, 3],
      [32.5, 3.5, 4],
    ]);
  });

  test('in Mac OS Roman is recognized (case 06)', async () => {
    expect((await importTwice('06-macroman.csv')).encoding).toBe('macintosh');
    expect(await names()).toEqual(['Müßig']);
    expect(await evaluations()).toMatchObject([{ eval_year: 2023, honey_yield_kg: 30 }]);
  });
});

describe('a cell of a sheet', () => {
  test('is an error if it is a formula without a stored value (case 08)', async () => {
    const { status, errors } = await importSample('08-formula-without-value.xlsx');
    expect(status).toBe('failed');
    expect(errors).toMatchObject([{ row: 2, column: 'Honig', code: 'formula_without_value' }]);
    expect(await queens()).toEqual([]);
  });

  test('that contains a number is read with 15 significant digits (case 09)', async () => {
    await importTwice('09-seventeen-digits.xlsx');
    expect(await evaluations()).toMatchObject([{ honey_yield_kg: 30.4, hyg6_cleaned: 29 }]);
  });

  test('that contains an identifier is read with the leading zeros of its number format (case 10)', async () => {
    await importTwice('10-number-format-000.xlsx');
    expect(await queens()).toMatchObject([
      { queen_name: 'Anna', external_id: '007' },
      { queen_name: 'Berta', external_id: '008', dam_external_id: '007' },
    ]);
  });
});

describe('a table', () => {
  test('starts below a title (case 11)', async () => {
    const found = await importTwice('11-title-row.xlsx');
    expect([found.header_row, found.encoding]).toEqual([3, null]);
    expect(found.warnings).toMatchObject([{ row: 1, code: 'above_header_set_aside' }]);
    expect(await names()).toEqual(['Anna']);
  });

  test('starts below a line that names the delimiter (case 12)', async () => {
    expect((await importTwice('12-sep-line.csv')).header_row).toBe(2);
    expect(await queens()).toMatchObject([{ queen_name: 'Anna', race: 'C' }]);
  });

  test('ends before the end-of-file character of DOS (case 15)', async () => {
    await importTwice('15-ctrl-z.csv');
    expect(await queens()).toMatchObject([{ queen_name: 'Anna', external_id: '1' }]);
  });
});

describe('an identifier', () => {
  test('is read from a formula that preserves leading zeros (case 13)', async () => {
    await importTwice('13-equals-quoted.csv');
    expect(await queens()).toMatchObject([
      { queen_name: 'Anna', external_id: '0012' },
      { queen_name: 'Berta', external_id: '0013', dam_external_id: '0012' },
    ]);
  });

  test('is read without the .0 of a floating-point number (case 28)', async () => {
    await importTwice('28-pandas-floats.csv');
    expect(await queens()).toMatchObject([{ external_id: '7' }, { external_id: '8', dam_external_id: '7' }]);
    expect(await queens()).toHaveLength(2);
  });
});

test('a cycle in the pedigree is an error (case 23)', async () => {
  expect((await importSample('23-loop.csv')).status).toBe('failed');
});

test('an XML spreadsheet is refused, and the message asks for an .xlsx file (case 27)', async () => {
  const name = '27-xml-spreadsheet.xls';
  const { status, body } = await client.upload('/api/imports', name, bytesOf(name));
  expect([status, (body as { detail: string }).detail]).toEqual([
    415,
    expect.stringMatching(/XML spreadsheet.*\.xlsx/),
  ]);
});

test('names in the notation of Buckfast breeders are stored unchanged (case 29)', async () => {
  await importTwice('29-buckfast-notation.csv');
  expect((await names()).sort()).toEqual(['A299(IZ)', 'B171(IZ)', 'B257(IZ)', 'B37(TR)=.16-B251(TR)bal:']);
});
