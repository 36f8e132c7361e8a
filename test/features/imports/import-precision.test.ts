import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

interface Queen {
  id: string;
  generation: string;
  queen_name: string;
  external_id: string | null;
  birth_date: string | null;
  notes: string | null;
  mated_at: string | null;
  mating_type: string | null;
  sdi_code: number | null;
  drone_producers: number | null;
  drones: number | null;
}

let service: SharedService;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

/** Imports lines that must succeed, and returns all queens by name. */
async function after(...lines: string[]): Promise<Map<string, Queen>> {
  const { status, errors } = await importFile(client, 'file.csv', lines.join('\n'));
  expect([status, errors]).toEqual(['completed', []]);
  const queens = await all<Queen>(client, '/api/v1/queens');
  return new Map(queens.map((queen) => [queen.queen_name, queen]));
}

const datenimport = (...rows: string[]) => ['NAME;L1A;LV1A;Z1A;NR1A;J1A;SCHLUPF;STAND;SANFT', ...rows];

describe('if dates differ in precision,', () => {
  // Regression: the year in the identifier replaced the known day of birth.
  test('a later file without a day of birth, or with only the year, does not replace the known day', async () => {
    await after(...datenimport('Anna;DE;18;1;3;2022;05.06.2022;A;'));
    expect((await after(...datenimport('Anna;DE;18;1;3;2022;;B;'))).get('Anna')?.birth_date).toBe('2022-06-05');
    expect((await after('name;number;born', 'Anna;DE-18-1-3-2022;2022')).get('Anna')?.birth_date).toBe('2022-06-05');
    const corrected = ['name;number;born', 'Anna;DE-18-1-3-2022;2021'].join('\n');
    await importFile(client, 'file.csv', corrected, { decisions: 'same' });
    // The year in an identifier is used only if the account has no date of birth.
    expect((await after(...datenimport('Anna;DE;18;1;3;2022;;C;'))).get('Anna')?.birth_date).toBe('2021');
    expect((await after(...datenimport('Berta;DE;18;1;4;2022;;C;'))).get('Berta')?.birth_date).toBe('2022');
    expect((await after('name;number;born', 'Berta;DE-18-1-4-2022;2022-07-01')).get('Berta')?.birth_date).toBe(
      '2022-07-01',
    );
  });

  // Regression: the whole import failed with "contradicts row 2".
  test('two rows of one file agree if only one row has the day', async () => {
    const rows = ['Anna;DE;18;1;3;2022;05.06.2022;A;3', 'Anna;DE;18;1;3;2022;;B;2,5'];
    expect((await after(...datenimport(...rows))).get('Anna')?.birth_date).toBe('2022-06-05');
    const other = rows.map((row) => row.replaceAll('Anna;DE;18;1;3', 'Berta;DE;18;1;4'));
    expect((await after(...datenimport(...other.reverse()))).get('Berta')?.birth_date).toBe('2022-06-05');
    expect((await after('name;born', 'Cora;2022', 'Cora;2022-06-05', 'Cora;2022')).get('Cora')?.birth_date).toBe(
      '2022-06-05',
    );
  });

  test('a later file with only the year of a mating does not replace the known day of the mating', async () => {
    await after('name;mated_at', 'Anna;2022-07-01', 'Anna;2022');
    expect((await after('name;mated_at', 'Anna;2022')).get('Anna')?.mated_at).toBe('2022-07-01');
    expect((await after('name;mated_at', 'Anna;2023')).get('Anna')?.mated_at).toBe('2023');
  });

  test('the last year of a file counts after the decision "same"; within this year, the last day counts', async () => {
    const lines = ['name;born', 'Anna;2022-06-05', 'Anna;2022-06-07', 'Anna;2022', 'Berta;2022-06-05', 'Berta;2021'];
    await importFile(client, 'file.csv', lines.join('\n'), { decisions: 'same' });
    const found = await after('name;notes', 'Anna;calm', 'Anna;very calm');
    expect(['Anna', 'Berta'].map((name) => found.get(name)?.birth_date)).toEqual(['2022-06-07', '2021']);
    expect(found.get('Anna')?.notes).toBe('very calm');
  });

  test('two rows of one file contradict each other only if their days or their years differ', async () => {
    const lines = ['name;born', 'Anna;2022', 'Anna;2022-06-05', 'Anna;2022-06-06', 'Berta;2022-06-05', 'Berta;2021'];
    const { status, errors } = await importFile(client, 'file.csv', lines.join('\n'));
    expect([status, errors]).toEqual([
      'failed',
      [
        {
          row: 4,
          column: 'born',
          message: expect.stringContaining('"2022-06-05" and "2022-06-06" for the same queen'),
          code: 'contradicts_row',
          params: { row: 3, given: '2022-06-06', other: '2022-06-05' },
        },
        {
          row: 6,
          column: 'born',
          message: 'contradicts row 5: "2022-06-05" and "2021" for the same queen',
          code: 'contradicts_row',
          params: { row: 5, given: '2021', other: '2022-06-05' },
        },
      ],
    ]);
  });
});

// Regression: an empty cell changed the generation of a queen from F1 to F0.
test('an empty cell does not change the known generation of a queen; a new queen gets the default generation', async () => {
  await after('name;generation;mother', 'Anna;F1;Dam');
  const found = await after('name;generation;race', 'Anna;;C', 'Berta;;C', 'Dam;F0;C');
  expect(['Anna', 'Berta', 'Dam'].map((name) => found.get(name)?.generation)).toEqual(['F1', 'F0', 'F0']);
  const twice = await after('name;generation;mother', 'Cora;F1;Dam', 'Cora;;Dam');
  expect(twice.get('Cora')?.generation).toBe('F1');
});

describe('type, drone-producing queens and drones of a mating', () => {
  const mated = (...rows: string[]) => [
    'NAME;L1A;Z1A;NR1A;J1A;L4A;Z4A;NR4A;J4A;ANPAARTYP;DROHNEN;STAND;SANFT',
    ...rows,
  ];
  const of = (queens: Map<string, Queen>, name: string) => {
    const { mating_type, sdi_code, drone_producers, drones } = queens.get(name)!;
    return [mating_type, sdi_code, drone_producers, drones];
  };
  const SINGLE = ['single_drone', 1, 1, 1];

  // Regression: the two rows were merged column by column into an insemination with one drone, which neither row
  // stated.
  test('describe a single drone if one row has the number 1 and the other row has no number, in any order of the rows', async () => {
    const complete = 'Anna;DE;1;2;2020;DE;1;1;2018;1;1;A';
    const blank = 'Anna;DE;1;2;2020;DE;1;1;2018;1;;B';
    expect(of(await after(...mated(complete, blank)), 'Anna')).toEqual(SINGLE);
    const other = (row: string) => row.replace('Anna;DE;1;2', 'Berta;DE;1;3');
    expect(of(await after(...mated(other(blank), other(complete))), 'Berta')).toEqual(SINGLE);
    expect(of(await after(...mated(`${blank} 2`)), 'Anna')).toEqual(SINGLE);
    const inseminated = ['insemination', 2, null, null];
    expect(of(await after(...mated(`${blank} 3`, complete.replace('1;A', '8;C'))), 'Anna')).toEqual(inseminated);
    const dora = (row: string) => row.replace('Anna;DE;1;2', 'Dora;DE;1;5');
    const three = mated(other(complete), other(blank), dora(blank), dora(complete).replace('1;A', '8;A'));
    expect(of(await after(...three), 'Dora')).toEqual(inseminated);
    expect(of(await after(...mated('Cora;DE;1;4;2020;DE;1;1;2018;1;;A')), 'Cora')).toEqual([
      'insemination',
      2,
      null,
      null,
    ]);
  });

  test('are replaced together if a file changes the mating to or from a single drone, but not if only the kind of station changes', async () => {
    const table = (row: string) => ['name;mating_type;sdi_code;drone_producers;drones', row];
    expect(of(await after(...table('Anna;land_station;2;8;12')), 'Anna')).toEqual(['land_station', 2, 8, 12]);
    expect(of(await after(...table('Anna;island_station;;;')), 'Anna')).toEqual(['island_station', 2, 8, 12]);
    expect(of(await after(...table('Anna;single_drone;1;;')), 'Anna')).toEqual(['single_drone', 1, null, null]);
    expect(of(await after(...table('Anna;;;1;1')), 'Anna')).toEqual(SINGLE);
    expect(of(await after(...table('Anna;insemination;;;')), 'Anna')).toEqual(['insemination', null, null, null]);
  });

  test.each([
    ['land_station;2;8;12', 'single_queen'],
    ['land_station;2;8;12', 'open'],
    ['single_queen;1;1;12', 'land_station'],
    ['open;2;8;12', 'land_station'],
    [';2;8;12', 'single_queen'],
  ])('(%s) are replaced together if a file changes the type to %s', async (former, type) => {
    const header = 'name;mating_type;sdi_code;drone_producers;drones';
    const before = of(await after(header, `Anna;${former}`), 'Anna');
    expect(before).toEqual(former.split(';').map((cell) => (/^\d/.test(cell) ? Number(cell) : cell || null)));
    expect(of(await after(header, `Anna;${type};;;`), 'Anna')).toEqual([type, null, null, null]);
  });

  test('are an error if two rows of one file differ in them', async () => {
    const row = 'Anna;DE;1;2;2020;DE;1;1;2018';
    const { status, errors } = await importFile(client, 'file.csv', mated(`${row};1;1;A`, `${row};3;;B`).join('\n'));
    expect([status, errors]).toEqual([
      'failed',
      [
        {
          row: 3,
          column: 'ANPAARTYP',
          message: 'contradicts row 2: "single_drone" and "open" for the same queen',
          code: 'contradicts_row',
          params: { row: 2, given: 'open', other: 'single_drone', identifier: 'de-1-2-2020' },
        },
      ],
    ]);
  });
});

// Regression: each cell was read independently of its column, so 1 became 100 %.
test('the reliabilities of a column are percentages if one of them exceeds 1', async () => {
  const rows = [
    'DE-1-1-1-2020;100;45;100;0,45',
    'DE-1-1-2-2020;100;1;100;1',
    'DE-1-1-3-2020;100;0,5;100;0,5',
    'DE-1-1-4-2020;100;1 %;100;1 %',
  ];
  const file = ['Zuchtbuchnummer;Honig;Honig Sicherheit;Sanftmut;Sanftmut Sicherheit', ...rows].join('\n');
  expect((await importFile(client, 'values.csv', file)).status).toBe('completed');
  const reliabilities = async (trait: string) => {
    const values = await all<{ queen_name: string; reliability_r2: number }>(client, `/api/ebv/latest?trait=${trait}`);
    return values.toSorted((a, b) => (a.queen_name < b.queen_name ? -1 : 1)).map((value) => value.reliability_r2);
  };
  expect(await reliabilities('honey')).toEqual([0.45, 0.01, 0.005, 0.01]);
  expect(await reliabilities('gentleness')).toEqual([0.45, 1, 0.5, 0.01]);
});

// Regression: the highest reliability was stored, without a warning.
test('if two rows state one breeding value with different reliabilities, the last one counts, with a warning', async () => {
  const rows = ['DE-1-1-1-2020;100;60 %', 'DE-1-1-1-2020;100;50 %', 'DE-1-1-1-2020;100;'];
  const file = ['Zuchtbuchnummer;ZW Honig;Honig Sicherheit', ...rows].join('\n');
  const { status, warnings } = await importFile(client, 'values.csv', file);
  const message = 'overrides row 2: "0.5" replaces "0.6"';
  expect([status, warnings]).toMatchObject(['completed', [{ row: 3, column: 'ZW Honig', message }]]);
  expect((await client.get('/api/ebv/latest')).body.data).toMatchObject([{ reliability_r2: 0.5 }]);
});
