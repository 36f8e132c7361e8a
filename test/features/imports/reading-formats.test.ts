import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { file, readAll, readLines, refusal, contents } from './reading-files.js';

const data = (name: string) => new URL(`../../../src/demo/${name}`, import.meta.url).pathname;

/** Reads a file with another parser. Returns each row as an object from header to text. */
function independent(name: string, encoding: 'latin1' | 'utf8', delimiter: string): Record<string, string>[] {
  const text = readFileSync(data(name))
    .toString(encoding)
    .replace(/^\ufeff/, '');
  return parse(text, { columns: true, delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n'] }) as never;
}

const number = (text: string | undefined) => (text ? Number(text.replace(',', '.')) : undefined);
const isoDay = (text: string) => text.split('.').reverse().join('-');

describe('sample files', () => {
  test('of Datenimport are read into the same rows as by an independent parser', async () => {
    const { head, drafts, errors } = await readAll(data('datenimport-2005-2024.csv'));
    const rows = independent('datenimport-2005-2024.csv', 'latin1', ';');
    expect(errors).toEqual([]);
    expect(drafts).toHaveLength(2385);
    expect(head).toMatchObject({
      format: 'datenimport',
      sheet: null,
      contains: { evaluations: true, places: true, breedingValues: false },
    });
    // All rows are compared at once, because an expectation for each cell would take seconds.
    const found = drafts.map((draft) => ({
      row: draft.row,
      cells: draft.cells,
      supposed_generation: draft.supposed_generation,
      name: draft.name,
      race: draft.race,
      birth_date: draft.birth_date,
      external_id: draft.external_id,
      mother: draft.mother,
      honey: draft.honey,
      gentleness: draft.gentleness,
      comb_behavior: draft.comb_behavior,
      non_swarming: draft.non_swarming,
      vigor: draft.vigor,
      wintering: draft.wintering,
      hyg6h: draft.hyg6h,
      hyg24h: draft.hyg24h,
      year: draft.year,
    }));
    const joined = (parts: (string | undefined)[]) => parts.filter(Boolean).join('-');
    const expected = rows.map((row, i) => {
      const tested = ['GESAMT', 'SANFT', 'WABEN', 'SCHWARM', 'ENTWICK', 'WINTER'].some((trait) => row[trait]);
      const isAfter6Hours = Number(row.AUSRAUMH) <= 12;
      return {
        row: i + 2,
        cells: head.headers.map((header) => row[header]),
        supposed_generation: 'F0',
        name: row.NAME,
        race: row.RASSE,
        birth_date: isoDay(row.SCHLUPF!),
        external_id: joined([row.L1A, row.LV1A, row.Z1A, row.NR1A, row.J1A]),
        mother: joined([row.L2A, row.LV2A, row.Z2A, row.NR2A, row.J2A]) || undefined,
        honey: number(row.GESAMT),
        gentleness: number(row.SANFT),
        comb_behavior: number(row.WABEN),
        non_swarming: number(row.SCHWARM),
        vigor: number(row.ENTWICK),
        wintering: number(row.WINTER),
        hyg6h: isAfter6Hours ? number(row.AUSRAUM) : undefined,
        hyg24h: isAfter6Hours ? undefined : number(row.AUSRAUM),
        year: tested ? Number(row.SCHLUPF!.slice(-4)) + 1 : undefined,
      };
    });
    expect(found).toEqual(expected);
    expect(contents(drafts[0])).toEqual({
      supposed_generation: 'F0',
      external_id: 'DE-31-2-33-2022',
      name: 'Anna 22-2-33',
      race: 'C',
      birth_date: '2022-06-21',
      notes: 'stiller\nUmwechsel',
      mother: 'DE-18-1-9-2019',
      mother_kind: 'identifier',
      mated_to: 'DE-18-3-21-2020',
      mated_to_kind: 'identifier',
      mating_type: 'land_station',
      mating_station: 'BST2',
      supposed_sdi_code: 2,
      apiary: 'Stand 2',
      postal_code: '10037',
      year: 2023,
      evaluator: 'Prüfer 2',
      honey: 35.9,
      gentleness: 3,
      comb_behavior: 2,
      non_swarming: 2.5,
      vigor: 3,
      wintering: 2.5,
      hyg6h: 40,
    });
    const single = drafts[rows.findIndex((row) => row.DROHNEN === '1')];
    expect(single).toMatchObject({ mating_type: 'single_drone', sdi_code: 1, drone_producers: 1, drones: 1 });
  });

  test('of Stockkarten have the rows that another parser reads', async () => {
    const { head, drafts, errors } = await readAll(data('stockkarten-2024.csv'));
    const rows = independent('stockkarten-2024.csv', 'latin1', ';');
    expect(errors).toEqual([]);
    expect(drafts).toHaveLength(541);
    expect(head).toMatchObject({
      format: 'stockkarten',
      contains: { evaluations: true, places: false, breedingValues: false },
    });
    drafts.forEach((draft, i) => {
      const row = rows[i]!;
      expect(draft).toMatchObject({
        external_id: row['1A'],
        year: 2024,
        evaluated_on: isoDay(row.DATUM!),
        supposed_generation: 'F0',
      });
      expect([draft.honey, draft.gentleness, draft.comb_behavior, draft.non_swarming]).toEqual(
        [row.HONIG, row.SANFT, row.WABEN, row.SCHWARM].map(number),
      );
      expect(draft.notes).toBeUndefined();
    });
  });

  test('with Italian headers have the rows that another parser reads', async () => {
    const { head, drafts, errors } = await readAll(data('regine-f1-2024.csv'));
    const rows = independent('regine-f1-2024.csv', 'utf8', ',');
    expect(errors).toEqual([]);
    expect(drafts).toHaveLength(300);
    expect(head.format).toBe('table');
    expect(head.columns.map(({ field }) => field)).toEqual([
      'queen_name',
      'generation',
      'mother',
      'birth_date',
      'life_status',
      'apiary',
      'hive',
      'eval_year',
      'honey_yield_kg',
      'gentleness',
      'vigor',
      'comb_sitting',
      'marking',
    ]);
    expect(head.columns[0]).toEqual({ header: 'Regina', field: 'queen_name', samples: ['F1-001', 'F1-002', 'F1-003'] });
    const words: Record<string, string> = {
      morta: 'dead',
      venduta: 'sold',
      produzione: 'production',
      test: 'testing',
      persa: 'lost',
    };
    drafts.forEach((draft, i) => {
      const row = rows[i]!;
      expect(draft).toMatchObject({
        name: row.Regina,
        generation: 'F1',
        mother: row.Madre,
        mother_kind: 'name',
        birth_date: row['Data di nascita'],
      });
      expect(draft.status).toBe(words[row.Stato!]);
      expect(draft.honey).toBe(number(row['Miele (kg)']));
      expect(draft.gentleness).toBe(number(row['Docilità']));
    });
  });
});

describe('in a Datenimport file', () => {
  const read = async (row: Record<string, string>) => {
    const whole = {
      NST: '1',
      L1A: 'DE',
      LV1A: '44',
      Z1A: '1',
      NR1A: '03',
      J1A: '2022',
      SANFT: '',
      WABEN: '',
      SCHWARM: '',
      GESAMT: '',
      ...row,
    };
    const { head, drafts, errors } = await readLines([Object.keys(whole).join(';'), Object.values(whole).join(';')]);
    expect(head.format).toBe('datenimport');
    return { ...contents(drafts[0]), errors };
  };

  test('studbook numbers are joined from their parts; a country alone identifies no queen', async () => {
    expect(
      await read({
        LV1A: '',
        L2A: 'DE',
        LV2A: ' ',
        Z2A: '',
        NR2A: '',
        J2A: '',
        L4A: 'AT',
        LV4A: '1',
        Z4A: '2',
        NR4A: '01',
        J4A: '19',
      }),
    ).toEqual({
      supposed_generation: 'F0',
      external_id: 'DE-1-03-2022',
      mated_to: 'AT-1-2-01-19',
      mated_to_kind: 'identifier',
      supposed_birth_date: '2022',
      errors: [],
    });
  });

  test('a row without a test result contains no evaluation, but contains the apiary and postal code', async () => {
    const draft = await read({ STAND: 'S', PLZ: '10037', PRUEFER: 'P' });
    expect(draft).toMatchObject({ apiary: 'S', postal_code: '10037' });
    expect(draft).not.toHaveProperty('year');
    expect(draft).not.toHaveProperty('evaluator');
  });

  test('the test year is the year after the birth', async () => {
    expect(await read({ SANFT: '3' })).toMatchObject({ supposed_birth_date: '2022', year: 2023 });
    expect(await read({ SANFT: '3', SCHLUPF: '01.06.2021' })).toMatchObject({ birth_date: '2021-06-01', year: 2022 });
    expect((await read({ SANFT: '3', J1A: '' })).errors).toEqual([
      { row: 2, column: null, message: expect.stringMatching(/year of the test/) },
    ]);
    expect((await read({ SANFT: '3', SCHLUPF: '31.02.2023' })).errors).toEqual([
      { row: 2, column: 'SCHLUPF', message: 'names a day that does not exist: "31.02.2023"' },
    ]);
  });

  test.each([
    [{ ANPAARTYP: '1' }, { mating_type: 'insemination', supposed_sdi_code: 2 }],
    [
      { ANPAARTYP: '2', DROHNEN: '' },
      { mating_type: 'land_station', supposed_sdi_code: 2 },
    ],
    [
      { ANPAARTYP: '2', DROHNEN: '12' },
      { mating_type: 'land_station', sdi_code: 2 },
    ],
    [{ ANPAARTYP: '3', DROHNEN: '' }, { mating_type: 'open' }],
    [
      { ANPAARTYP: '1', DROHNEN: '1' },
      { mating_type: 'single_drone', sdi_code: 1, drone_producers: 1, drones: 1 },
    ],
    [{ AUSRAUM: '40', AUSRAUMH: '12', SANFT: '4' }, { hyg6h: 40 }],
    [{ AUSRAUM: '40', AUSRAUMH: '24', SANFT: '4' }, { hyg24h: 40 }],
    [
      { ANPAARTYP: '4', DROHNEN: '' },
      { mating_type: 'island_station', supposed_sdi_code: 2 },
    ],
    [{ AUSRAUM: '40', AUSRAUMH: '48', SANFT: '4' }, { hyg24h: 40 }],
    [{ Z1A: '0', NR1A: '7' }, { external_id: 'DE-44-0-7-2022' }],
    [{ HONIG1: '21,5', HONIG2: '14,4' }, { honey: 35.9 }],
    [{ HONIG1: '21,5', HONIG2: '', GESAMT: '30' }, { honey: 30 }],
  ])('a row with %j is read as %j', async (row, expected) => {
    expect(await read(row)).toMatchObject({ ...expected, errors: [] });
  });

  test('a mapped year of the test has precedence over the year after the birth, which is at most the next year', async () => {
    const header = 'NST;L1A;Z1A;NR1A;J1A;SANFT;TESTJAHR';
    const { drafts } = await readLines([header, '1;DE;1;3;2022;3;2024', '1;DE;1;4;2022;3;'], {
      mapping: { TESTJAHR: 'eval_year' },
    });
    expect(drafts.map(({ year }) => year)).toEqual([2024, 2023]);
    const next = new Date().getUTCFullYear() + 1;
    expect(await read({ J1A: String(next), SANFT: '3' })).toMatchObject({
      supposed_birth_date: String(next),
      year: next,
    });
  });

  test('the sum of two harvests is an error of the first harvest if it is too large, and the hours of a pin test are an error if they are invalid', async () => {
    const { errors } = await read({ HONIG1: '150', HONIG2: '60', AUSRAUM: '40', AUSRAUMH: '97' });
    expect(errors).toEqual([
      { row: 2, column: 'HONIG1', message: expect.stringMatching(/^together with the other harvest must be/) },
      { row: 2, column: 'AUSRAUMH', message: expect.stringMatching(/^must be/) },
    ]);
  });

  test('an open mating has no SDI code, a number of zeros is no dam, and a year of two digits is not the year of birth', async () => {
    expect(await read({ ANPAARTYP: '3', DROHNEN: '12' })).not.toHaveProperty('sdi_code');
    expect(await read({ L2A: 'DE', Z2A: '00', NR2A: '0', J2A: '0000' })).not.toHaveProperty('mother');
    expect(await read({ J1A: '22' })).not.toHaveProperty('supposed_birth_date');
  });

  test('five columns are enough to recognize the format', async () => {
    const { head } = await readLines(['L1A;Z1A;NR1A;J1A;SANFT', 'DE;1;3;2022;3']);
    expect(head.format).toBe('datenimport');
  });

  test('the number of cleaned cells is ignored if the hours are missing', async () => {
    const draft = await read({ AUSRAUM: '40', AUSRAUMH: '' });
    expect(draft.hyg6h ?? draft.hyg24h ?? draft.year).toBeUndefined();
  });

  test('all errors of a row are reported', async () => {
    const { errors } = await read({
      SANFT: '5',
      WABEN: '2,3',
      GESAMT: '1.234,5',
      ANPAARTYP: '9',
      AUSRAUM: '51',
      AUSRAUMH: '6',
    });
    expect(errors.map(({ column, message }) => `${column} ${message}`).sort()).toEqual([
      'ANPAARTYP must be 1 (insemination), 2 (station), 3 (natural) or 4 (island station), not "9"',
      'AUSRAUM must be a whole number from 0 to 50, not "51"',
      'GESAMT must be a number without thousands separators, not "1.234,5"',
      'SANFT must be a number from 1 to 4 in steps of 0.5, not "5"',
      'WABEN must be a number from 1 to 4 in steps of 0.5, not "2,3"',
    ]);
  });

  test('a mapping has precedence over the fields of the format', async () => {
    const lines = ['L1A;LV1A;Z1A;NR1A;J1A;SANFT;BEMERK;VOLK', 'DE;44;1;3;2022;3;old;7'];
    const { head, drafts } = await readLines(lines, { mapping: { VOLK: 'hive', BEMERK: 'line', SANFT: null } });
    expect(contents(drafts[0])).toEqual({
      supposed_generation: 'F0',
      external_id: 'DE-44-1-3-2022',
      supposed_birth_date: '2022',
      line: 'old',
      hive: '7',
    });
    expect(head.contains).toEqual({ evaluations: false, places: true, breedingValues: false });
  });
});

describe('in a Stockkarten file', () => {
  test('the season is read from JST (two or four digits); if JST is empty, the season is the last part of the studbook number', async () => {
    const { drafts } = await readLines([
      '1A;JST;SANFT;WABEN',
      'DE-1-2-3-2023;24;3,2;',
      'DE-1-2-3-2023;2022;;2',
      'DE-1-2-3-2023;;;2',
      'DE-1-2-3-2023;;;',
    ]);
    expect(drafts.map(({ year }) => year)).toEqual([2024, 2022, 2023, undefined]);
    expect(drafts[0]!.gentleness).toBe(3.2);
  });

  // Regression: the season was the birth year.
  test('without a season, the year of a test is the year of its inspection', async () => {
    const { drafts } = await readLines(['1A;JST;DATUM;SANFT;WABEN', 'DE-1-2-3-2022;;25.05.2024;3;']);
    expect(drafts.map(({ year, evaluated_on }) => [year, evaluated_on])).toEqual([[2024, '2024-05-25']]);
  });

  test('a number that does not end in a year of four digits gives no season, and a score is from 1 to 4', async () => {
    const { errors } = await readLines(['1A;JST;SANFT;WABEN', 'DE-1-2-23;;3;', 'DE-1-2-3-2023;2023;0,5;']);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'JST'],
      [3, 'SANFT'],
    ]);
  });

  test('errors are reported with row and column', async () => {
    const { errors } = await readLines([
      '1A;JST;SANFT;DATUM',
      ';2024;3;01.05.2024',
      'DE-1-2-3;;3;',
      'DE-1-2-3;x;4,5;31.04.2024',
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [2, null],
      [3, 'JST'],
      [4, 'JST'],
      [4, 'DATUM'],
      [4, 'SANFT'],
    ]);
  });
});

// Regression: the column "Stock-Nr." was stored only in the origin data, so hives were not created.
test.each([
  'Volk Stock Beute Kasten Bienenvolk',
  'Stock-Nr. Stocknr Stock_Nr Stocknummer Volk-Nr. Volknr. Volknummer Beuten-Nr. Beutennr Beutennummer Kastennummer',
  'N°_ruche Numéro_de_ruche N._arnia Numero_arnia Kastnummer Nr_ula Numer_ula Nº_colmena Hive_No. Colony_number',
])('the headers %s are recognized as the hive', async (headers) => {
  for (const header of headers.split(' ').map((each) => each.replaceAll('_', ' '))) {
    const { drafts } = await readLines([`Königin;${header};Jahr;Honig`, 'Anna;17;2024;30']);
    expect([header, drafts[0]]).toMatchObject([header, { name: 'Anna', hive: '17' }]);
  }
});

describe('in a Zuchtwerte file', () => {
  test.each([
    ['Zuchtbuchnummer;Honig;Honig Sicherheit;Sanftmut;r²', '112,5;62;98;0,55', [{ bare: 62 }, { bare: 0.55 }]],
    ['1A;honey;honey_r2;gentleness;gentleness r2', '112.5;0.62;98;55 %', [{ bare: 0.62 }]],
    ['ZBNR;Zuchtwert Honig;Sicherheit;Sanftmut;Sicherheit', '112,5;62 %;98;55%', []],
    // Regression: abbreviations such as `Si` (BeeBreed) and `Att.` were not recognized, and the reliabilities were lost.
    ['Zuchtbuchnr.;ZW Honig;Si Honig;ZW Sanftmut;Si Sanftmut', '112,5;62 %;98;55%', []],
    ['Matricola;Miele;Att. Miele;Docilità;Docilità att.', '112,5;62 %;98;55%', []],
    ['Zuchtbuchnummer;Honig;Si;Sanftmut;Si', '112,5;62 %;98;55%', []],
    // Regression: before the name of a trait, `Sich.` was read as `Si`, and `Attend.` as `Att`.
    ['Zuchtbuchnr.;ZW Honig;Sich. Honig;ZW Sanftmut;Sich. Sanftmut', '112,5;62 %;98;55%', []],
    ['Matricola;Miele;Attend. Miele;Docilità;Attend. Docilità', '112,5;62 %;98;55%', []],
    [
      'external_id;r2 honey;honey;Sanftmut (ZW);Gesamtzuchtwert;Sanftmut R²',
      '62;112,5;98;105;55',
      [{ bare: 62 }, { bare: 55 }],
    ],
  ] as [string, string, { bare: number }[]][])('the header row %s is recognized', async (header, cells, bare) => {
    const { head, drafts, errors } = await readLines([header, `DE-44-1-3-2022;${cells}`]);
    expect(errors).toEqual([]);
    expect(head).toMatchObject({
      format: 'zuchtwerte',
      contains: { evaluations: false, places: false, breedingValues: true },
    });
    expect(contents(drafts[0])).toEqual({
      supposed_generation: 'F0',
      supposed_birth_date: '2022',
      external_id: 'DE-44-1-3-2022',
      breeding_values: [
        { trait: 'honey', normalized: 112.5, reliability: 0.62, ...bare[0] },
        { trait: 'gentleness', normalized: 98, reliability: 0.55, ...bare[1] },
      ],
    });
  });

  test('the headers of all traits are recognized as German words and as names in GraphQL and REST', async () => {
    for (const traits of [
      'Honig;Sanftmut;Entwicklung;Winterfestigkeit;Schwarmneigung;Wabensitz;Nadeltest;Nadeltest 24h',
      'honey;gentleness;vigor;wintering;nonSwarming;combBehavior;hyg6h;hyg24h',
      'honey;gentleness;vigor;wintering;swarming;comb_sitting;hyg6;hyg24',
    ]) {
      const { drafts } = await readLines([`1A;Name;${traits}`, 'DE-1-2-3-2022;Anna;101;102;103;104;105;106;107;108']);
      expect(drafts[0]).toMatchObject({ name: 'Anna', external_id: 'DE-1-2-3-2022' });
      expect(drafts[0]!.breeding_values!.map(({ trait, normalized }) => [trait, normalized])).toEqual([
        ['honey', 101],
        ['gentleness', 102],
        ['vigor', 103],
        ['wintering', 104],
        ['non_swarming', 105],
        ['comb_behavior', 106],
        ['hyg6h', 107],
        ['hyg24h', 108],
      ]);
    }
  });

  test('the studbook number may be divided into several columns; values out of range are errors', async () => {
    const { head, drafts, errors } = await readLines([
      'L1A;Z1A;NR1A;J1A;Honig;r2',
      'DE;1;2;2022;99;',
      'DE;1;3;2022;1000;150',
    ]);
    expect(head.columns.map(({ field }) => field)).toEqual([
      'external_id',
      'external_id',
      'external_id',
      'external_id',
      'honey',
      'honey_r2',
    ]);
    expect(drafts[0]).toMatchObject({
      external_id: 'DE-1-2-2022',
      breeding_values: [{ trait: 'honey', normalized: 99, reliability: null }],
    });
    expect(errors.map(({ column }) => column)).toEqual(['Honig', 'r2']);
  });

  test.each([
    ['Codice;Indice genetico miele;R2', 'IT-1;112,5;0,62'],
    ['Numer;Wartość hodowlana miód;Dokładność', 'PL-1;112,5;0,62'],
    ['Numéro;Index génétique miel;CD', 'FR-1;112,5;0,62'],
  ])('the header row %s in another language is recognized', async (header, row) => {
    const { drafts } = await readLines([header, row]);
    expect(drafts).toMatchObject([{ breeding_values: [{ trait: 'honey', normalized: 112.5, reliability: 0.62 }] }]);
  });

  test('values from 0 to 300 and reliabilities from 0 to 1 or to 100 % are accepted', async () => {
    const { drafts, errors } = await readLines([
      '1A;ZW Honig;r2',
      'DE-1-2-3-2020;0;1',
      'DE-1-2-4-2020;300;100',
      'DE-1-2-5-2020;300,1;-0,1',
    ]);
    expect(drafts.slice(0, 2).map(({ breeding_values }) => breeding_values)).toEqual([
      [{ trait: 'honey', normalized: 0, reliability: 1, bare: 1 }],
      [{ trait: 'honey', normalized: 300, reliability: 1, bare: 100 }],
    ]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [4, 'ZW Honig'],
      [4, 'r2'],
    ]);
  });

  test('if two columns contain a value or a reliability, the header of a breeding value and the first column count', async () => {
    const { drafts } = await readLines(
      ['1A;Honig;ZW Honig;Honig r2;Honig Sicherheit', 'DE-1-2-3-2020;30;105;0,6;0,7'],
      {
        mapping: { Honig: 'honey_yield_kg' },
        evalYear: 2021,
      },
    );
    expect(drafts[0]!.breeding_values).toEqual([{ trait: 'honey', normalized: 105, reliability: 0.6, bare: 0.6 }]);
  });

  test('the generation and the year of the request are used only for tests in the same file', async () => {
    const options = { generation: 'F1', evalYear: 2021 } as const;
    const both = await readLines(['1A;Honig;ZW Sanftmut', 'DE-1-2-3-2020;30;105'], options);
    expect(both.drafts).toMatchObject([{ supposed_generation: 'F1', year: 2021, honey: 30 }]);
    const values = await readLines(['1A;ZW Honig', 'DE-1-2-3-2020;105'], options);
    expect(values.drafts).toMatchObject([{ supposed_generation: 'F0' }]);
    expect(values.drafts[0]).not.toHaveProperty('year');
  });

  test.each([
    ['names, but no identifiers', ['Name;Honig;Sanftmut', 'A;105;98']],
    ['yields near 100 kg', ['Zuchtbuchnummer;Honig', 'DE-1-2-3-2020;105']],
    ['scores near 100 in less than nine of ten rows', ['1A;Sanftmut', 'DE-1-2-3-2020;98', 'DE-1-2-4-2020;3']],
  ])('a table with %s is not a table of breeding values', async (_, lines) => {
    expect((await readLines(lines)).head.format).toBe('table');
  });

  test('columns can be mapped', async () => {
    const { drafts } = await readLines(['Tier;ZWH;ZWHS', 'DE-1-2-3-2022;110;50'], {
      mapping: { Tier: 'external_id', ZWH: 'honey', ZWHS: 'honey_r2' },
    });
    expect(drafts[0]!.breeding_values).toEqual([{ trait: 'honey', normalized: 110, reliability: 0.5, bare: 50 }]);
    const other = await readLines(['1A;Honig;Neu;R', 'DE-1-2-3-2022;110;90;0,5'], {
      mapping: { Neu: 'honey_yield_kg', R: 'honey_r2' },
    });
    expect(other.drafts[0]!.breeding_values).toEqual([{ trait: 'honey', normalized: 90, reliability: 0.5, bare: 0.5 }]);
    expect(await refusal(file('name;x\nA;1'), { mapping: { x: 'honey_r2' } })).toMatchObject({ path: 'mapping' });
  });
});
