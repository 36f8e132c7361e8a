import { describe, expect, test } from '@jest/globals';
import { FIELDS } from '../../../src/features/imports/reading/fields.js';
import { KNOWN_WORDS } from '../../../src/features/imports/reading/known-words.js';
import { file, readLines, refusal, contents } from './reading-files.js';

test('a file with the header of a trait and a column of a performance test is read as a table, not as breeding values', async () => {
  for (const column of ['eval_year', 'Prüfdatum', 'Stand', 'Volk']) {
    expect((await readLines([`Zuchtbuchnummer;Honig;${column}`, 'DE-1-2-3-2022;30;2023'])).head.format).toBe('table');
  }
});

describe('in an export', () => {
  test('cells are read unchanged: words, errors of spreadsheets, dates and numbers can be names and identifiers', async () => {
    const { drafts, errors, warnings } = await readLines([
      'id,queen_name,external_id,mother,birth_date',
      '1,Unknown,DE-1-2-3-2020,,',
      '2,#N/A,05.01.2003,,',
      '3,5. Jan,2E+11,,',
      '4,dito,5. Jan,Unknown,',
    ]);
    expect([errors, warnings]).toEqual([[], []]);
    expect(drafts.map(({ name, external_id, mother }) => [name, external_id, mother])).toEqual([
      ['Unknown', 'DE-1-2-3-2020', undefined],
      ['#N/A', '05.01.2003', undefined],
      ['5. Jan', '2E+11', undefined],
      ['dito', '5. Jan', 'Unknown'],
    ]);
    expect(drafts.map((draft) => draft.supposed_birth_date)).toEqual(Array(4).fill(undefined));
  });
});

describe('in a table', () => {
  // Regression: total yields were not imported, and no warning said so.
  test.each(['Honig gesamt', 'Gesamthonig', 'Miele totale', 'Miel total', 'Total honey'])(
    '%s is the honey yield of the season, beside yields of single harvests',
    async (total) => {
      const { head, drafts } = await readLines([`Name;Jahr;Honig1;Honig2;${total}`, 'Anna;2024;10;20,5;30,5']);
      expect(head.format).toBe('table');
      expect(drafts).toMatchObject([{ name: 'Anna', honey: 30.5 }]);
    },
  );

  test('every known header is recognized in upper and lower case, with units and with underscores', async () => {
    let count = 0;
    for (const [field, words] of Object.entries(KNOWN_WORDS)) {
      for (const word of [field, ...words.split(/[,|]/)].map((each) => each.trim()).filter(Boolean)) {
        const queen = field === 'queen_name' ? 'external_id' : 'queen_name';
        // Alternates between two other spellings, because a file for each word and spelling would take long.
        const written = [` ${word.toUpperCase()} (kg)`, word.replaceAll(' ', '_')][(count += 1) % 2]!;
        for (const header of [word, written]) {
          const { head } = await readLines([`"${header}",${queen},eval_year2`, '1,2,3']);
          expect([header, head.columns[0]!.field]).toEqual([
            header,
            head.format === 'zuchtwerte' ? expect.any(String) : field,
          ]);
        }
      }
    }
  });

  test('every field has a list of known headers', () => {
    expect(Object.keys(FIELDS).sort()).toEqual(Object.keys(KNOWN_WORDS).sort());
  });

  test('the field names of the REST interface are recognized, except id', async () => {
    const row = {
      id: 'f3b1c9f0-0000-4000-8000-000000000000',
      generation: 'F1',
      queen_name: 'Anna',
      race: 'C',
      line: 'Troiseck',
      birth_date: '2023',
      life_status: 'testing',
      external_id: 'IT-1-2-3-2023',
      external_identifiers: '"[{""system"":""chip"",""value"":""77""}]"',
      breeder_code: 'B1',
      marking: 'red',
      notes: 'n',
      mother: 'Olga',
      father: 'DE-1-2-3-2019',
      mated_to: 'AT-1-2-3-2020',
      mating_type: 'island_station',
      sdi_code: '2',
      drone_producers: '8',
      drones: '12',
      mated_at: '2023-07-01',
      apiary: 'A',
      hive: 'H',
      eval_year: '2024',
      evaluated_on: '2024-08-01',
      evaluator: 'P',
      country_code: 'it',
      postal_code: '00100',
      honey_yield_kg: '30.5',
      gentleness: '3.5',
      vigor: '3',
      wintering: '2',
      swarming: '4',
      comb_sitting: '1',
      hyg6_cleaned: '20',
      hyg24_cleaned: '20',
    };
    const { head, drafts, errors } = await readLines([Object.keys(row).join(','), Object.values(row).join(',')]);
    expect(errors).toEqual([]);
    expect(head.columns.filter(({ field }) => field === null).map(({ header }) => header)).toEqual(['id']);
    expect(contents(drafts[0])).toEqual({
      generation: 'F1',
      supposed_generation: 'F0',
      name: 'Anna',
      race: 'C',
      line: 'Troiseck',
      birth_date: '2023',
      status: 'testing',
      external_id: 'IT-1-2-3-2023',
      identifiers: [{ system: 'chip', value: '77' }],
      breeder_code: 'B1',
      marking: 'red',
      notes: 'n',
      mother: 'Olga',
      mother_kind: 'name',
      father: 'DE-1-2-3-2019',
      father_kind: 'identifier',
      mated_to: 'AT-1-2-3-2020',
      mated_to_kind: 'identifier',
      mating_type: 'island_station',
      sdi_code: 2,
      drone_producers: 8,
      drones: 12,
      mated_at: '2023-07-01',
      apiary: 'A',
      hive: 'H',
      year: 2024,
      evaluated_on: '2024-08-01',
      evaluator: 'P',
      country_code: 'IT',
      postal_code: '00100',
      honey: 30.5,
      gentleness: 3.5,
      vigor: 3,
      wintering: 2,
      non_swarming: 4,
      comb_behavior: 1,
      hyg6h: 20,
      hyg24h: 20,
    });
  });

  test.each([
    ['testing, production, sold, died, missing', 'testing,production,sold,dead,lost'],
    ['prüfung, PRODUKTION, Verkauft, tot, verloren', 'testing,production,sold,dead,lost'],
    ['in Prüfung, Wirtschaft, verkauft, gestorben, weisellos', 'testing,production,sold,dead,lost'],
    ['test, production, vendue, morte, perdue', 'testing,production,sold,dead,lost'],
    ['test, productie, verkocht, dood, kwijt', 'testing,production,sold,dead,lost'],
    ['test, produkcja, sprzedana, martwa, utracona', 'testing,production,sold,dead,lost'],
    ['prueba, producción, vendida, muerta, perdida', 'testing,production,sold,dead,lost'],
    ['culled, superseded, swarmed, under test', 'dead,dead,lost,testing'],
    ['abgetötet, still umgeweiselt, abgeschwärmt, im Test', 'dead,dead,lost,testing'],
    ['décédée, essaimée, deceduta, sciamata, gestorven, gezwermd', 'dead,lost,dead,lost,dead,lost'],
    ['nie żyje, wyroiła się, desaparecida', 'dead,lost,lost'],
    ['queenless, Verlust, abgegangen, orpheline, orfana, moerloos, huérfana', 'lost,lost,dead,lost,lost,lost,lost'],
    ['solgt, død, sværmet, såld, försvunnen', 'sold,dead,lost,sold,lost'],
    ['prodaná, uhynula, vyrojená, uginula, izgubljena, poginila', 'sold,dead,lost,dead,lost,dead'],
  ])('words for the status are recognized: %s', async (words, statuses) => {
    const { drafts } = await readLines(['name;status', ...words.split(', ').map((word, i) => `Q${i};${word}`)]);
    expect(drafts.map(({ status }) => status).join()).toBe(statuses);
  });

  test('the generation comes from the row, otherwise from the request; the default is F0', async () => {
    const lines = ['name;generation', 'A;f1', 'B;', 'C;0', 'D;1'];
    for (const [generation, supposed] of [[undefined, 'F0'] as const, ['F1', 'F1'] as const]) {
      const { drafts } = await readLines(lines, { generation });
      expect(drafts.map((draft) => [draft.generation, draft.supposed_generation])).toEqual([
        ['F1', supposed],
        [undefined, supposed],
        ['F0', supposed],
        ['F1', supposed],
      ]);
    }
  });

  test('if a row refers to a dam in several ways, an identifier has precedence, and an id of Queenbook comes last', async () => {
    const lines = ['mother_id;dam_external_id;mother;name', 'u-u;;;A', 'u-u;;Olga;B', 'u-u;X 1;Olga;C'];
    expect((await readLines(lines)).drafts.map(({ mother, mother_kind }) => [mother, mother_kind])).toEqual([
      ['u-u', 'identifier'],
      ['Olga', 'name'],
      ['X 1', 'identifier'],
    ]);
  });

  test('the first of two columns for a field is read, unless a mapping names the other column', async () => {
    const lines = ['Königin;Name;Jahr;Année;honey', 'A;B;2023;2024;30'];
    const plain = await readLines(lines);
    expect(plain.head.columns.map(({ field }) => field)).toEqual([
      'queen_name',
      null,
      'eval_year',
      null,
      'honey_yield_kg',
    ]);
    expect(contents(plain.drafts[0])).toEqual({ supposed_generation: 'F0', name: 'A', year: 2023, honey: 30 });
    const mapped = await readLines(lines, { mapping: { Name: 'queen_name', Jahr: null } });
    expect(contents(mapped.drafts[0])).toEqual({ supposed_generation: 'F0', name: 'B', year: 2024, honey: 30 });
  });

  test('of two columns of plain years, the column that the mapping does not use is the year of the test', async () => {
    const { drafts } = await readLines(['Königin;Jahr;Mutter;Jahr;Honig', 'A;2022;B;2023;30'], {
      mapping: { Jahr: 'birth_date' },
    });
    expect(drafts.map(({ birth_date, year }) => [birth_date, year])).toEqual([['2022', 2023]]);
  });

  test('a mapping ignores blanks around the headers of the file, and determines which row is the header', async () => {
    const mapping = { Foo: 'queen_name', Bar: 'race' };
    const { head, drafts } = await readLines(['Liste;2024', ' Foo ; Bar ', 'Anna;C'], { mapping });
    expect([head.headerRow, drafts]).toMatchObject([2, [{ name: 'Anna', race: 'C' }]]);
  });

  test.each([
    ['DE-1-2020', 'identifier'],
    ['DE-18-3-3-2024', 'identifier'],
    ['de - 18 – 3 - 2024', 'identifier'],
    ['jo-ann-lee-maria', 'name'],
    ['DE-18', 'name'],
    ['Anna 3', 'name'],
  ])('the dam %j is read as %s', async (mother, mother_kind) => {
    expect((await readLines(['name;mother', `Bea;${mother}`])).drafts).toMatchObject([{ mother, mother_kind }]);
  });

  test('the year of a test is the year of its day, unless the row has another year', async () => {
    const { drafts, errors } = await readLines([
      'name;eval_year;evaluated_on;honey',
      'A;;01.08.2024;30',
      'B;2023;31.01.2024;30',
      'C;;01.08.2024;',
    ]);
    expect(errors).toEqual([]);
    expect(drafts.map(({ year, evaluated_on }) => [year, evaluated_on])).toEqual([
      [2024, '2024-08-01'],
      [2023, '2024-01-31'],
      [undefined, undefined],
    ]);
  });

  test('a yield may have its unit in any case, a mating may have only its year, and the SDI code is 1 or 2', async () => {
    const { drafts, errors } = await readLines([
      'name;year;honey;mated_at;sdi_code',
      'A;2024;20 kg;2023;1',
      'B;2024;20,5KG;;2',
      'C;;;;0',
    ]);
    expect(drafts.slice(0, 2)).toMatchObject([
      { honey: 20, mated_at: '2023', sdi_code: 1 },
      { honey: 20.5, sdi_code: 2 },
    ]);
    expect(errors).toEqual([
      { row: 4, column: 'sdi_code', message: 'must be 1 (single drone) or 2 (several drones), not "0"' },
    ]);
  });

  test('a reference in a column of identifiers is an identifier, also if it looks like a name', async () => {
    const header = 'name;father_external_id;drone_sire_id';
    expect((await readLines([header, 'A;Linie 7;Linie 8'])).drafts).toMatchObject([
      { father: 'Linie 7', father_kind: 'identifier', mated_to: 'Linie 8', mated_to_kind: 'identifier' },
    ]);
  });

  // Regression: `leer` was read as a missing value, but `Leer` is also a town.
  test('stations and apiaries may be in the town Leer', async () => {
    const { drafts } = await readLines(['name;mating_station;apiary', 'A;Leer;Leer']);
    expect(drafts[0]).toMatchObject({ mating_station: 'Leer', apiary: 'Leer' });
  });

  test('a station beside the mate is used only if the row has no other station; words for missing places are no places', async () => {
    const { drafts } = await readLines([
      'name;mated_to;mating_station;hive;apiary',
      'A;Belegstelle Gehlberg;;?;unbekannt',
      'B;Belegstelle Gehlberg;Wangerooge;-;?',
      'C;;unbekannt;;',
    ]);
    expect(drafts.map(({ mating_station, hive, apiary }) => [mating_station, hive, apiary])).toEqual([
      ['Belegstelle Gehlberg', undefined, undefined],
      ['Wangerooge', undefined, undefined],
      [undefined, undefined, undefined],
    ]);
  });

  test.each([
    ['DE-1-2-3-2020', '2020'],
    ['DE-1-2-2020', '2020'],
    ['DE-1-2020', undefined],
    ['DE-1-2-3-1949', undefined],
    ['1-2-3-2020', undefined],
  ])('without a date of birth, the assumed year of birth of the queen %s is %s', async (number, born) => {
    const { drafts } = await readLines(['external_id;race', `${number};C`]);
    expect(drafts.map((draft) => draft.supposed_birth_date)).toEqual([born]);
  });

  test('no queen is assumed to be born in the next year', async () => {
    const number = `DE-1-2-3-${new Date().getUTCFullYear() + 1}`;
    const { drafts } = await readLines(['external_id;race', `${number};C`]);
    expect(drafts.map((draft) => draft.supposed_birth_date)).toEqual([undefined]);
  });

  test('the error of a missing year of tests names the columns that contain only years or only days', async () => {
    const { errors } = await readLines([
      'name;honey;Wann;Bis;Leer;Kiste',
      'A;30;01.05.2023;2023;;7',
      'B;30;02.05.2023;;;8',
    ]);
    expect(errors).toMatchObject([{ row: null, message: expect.stringContaining('the year: "Wann", "Bis". Map') }]);
    const { faults } = await readLines(['name;honey;evaluated_on', 'A;30;2023']);
    expect(faults).toMatchObject([{ row: 2, column: 'evaluated_on' }]);
  });

  test('an invalid mapping is refused with the reason', async () => {
    const path = file('name;x\nA;1');
    for (const [mapping, message] of [
      [{ y: 'race' }, /no column "y"; its columns are "name", "x"/],
      [{ x: 'rase' }, /"rase" is not a field. A column can be mapped to queen_name, external_id/],
      [{ x: 'race', name: 'race' }, /both mapped to race/],
      [{ name: null }, /No column identifies queens/],
    ] as [Record<string, string | null>, RegExp][]) {
      expect((await refusal(path, { mapping })).message).toMatch(message);
    }
    const one = await readLines(['x', 'A'], { mapping: { x: 'queen_name' } });
    expect(one.drafts[0]!.name).toBe('A');
  });

  test('errors in rows are reported', async () => {
    const long = 'x'.repeat(201);
    const { errors } = await readLines([
      'name;born;status;honey;year;hyg 6h;hyg 24h;mother;generation;external_identifiers',
      ';2023;;;;;;;;',
      `${long};2023;;;;;;;;`,
      'A;2023-02-29;asleep;200,1;2024;;;;F2;chip 7',
      'B;1899;;30;;;;;;',
      'C;;;;2024;20;19;;;',
      'D;13/14/2022;;abc;1850;1,5;;;;',
    ]);
    expect(errors.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
      '2 null has no name or identifier of a queen',
      '3 name must have at most 200 characters, not 201',
      expect.stringMatching(/^4 external_identifiers must be a list such as/),
      '4 generation must be one of F0, F1, not "F2"',
      '4 born names a day that does not exist: "2023-02-29"',
      '4 status must be one of testing, production, sold, dead, lost, not "asleep"',
      '4 honey must be a number from 0 to 200 kg, not "200,1"',
      '5 born must be a whole number from 1900 to 2100, not "1899"',
      '5 year has test results, but no year of the test',
      '6 hyg 24h must not be below the cells cleaned after 6 hours (20), but is 19',
      '7 born names a day that does not exist: "13/14/2022"',
      '7 year must be a whole number from 1900 to 2100, not "1850"',
      '7 honey must be a number from 0 to 200 kg, not "abc"',
      '7 hyg 6h must be a whole number from 0 to 50, not "1,5"',
    ]);
  });
});
