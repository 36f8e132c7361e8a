import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { day, dayOrYear, orderOf, year } from '../../../src/features/imports/reading/dates.js';
import { decimal, Fault, numeric } from '../../../src/features/imports/reading/values.js';
import { fold, foldHeader } from '../../../src/features/imports/reading/folding.js';
import { EVALUATION_RULES } from '../../../src/features/evaluations/evaluation.checks.js';

const [honey, score, cells] = [EVALUATION_RULES.honey, EVALUATION_RULES.vigor, EVALUATION_RULES.hyg6h].map(numeric);
const message = (value: unknown) => (value instanceof Fault ? value.message : value);

describe('numbers', () => {
  test('with a decimal comma and with a decimal point are read as the same value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.nat(4),
        fc.constantFrom('.', ','),
        (digits, places, point) => {
          const text = (digits / 10 ** places).toFixed(places);
          expect(decimal(text.replace('.', point))).toBe(Number(text));
        },
      ),
    );
  });

  test.each([
    '1.234,5',
    '1,234.5',
    '1.234.567',
    'x',
    '-',
    ',',
    '1 000',
    '0x10',
    '1e3',
    '3½',
    'Infinity',
    'NaN',
    '٣',
    '--1',
    '1-',
  ])('cannot be read from the text %s', (text) => {
    expect(decimal(text)).toBeInstanceOf(Fault);
  });

  test('must be in range', () => {
    expect(['1', '4', '3,5', '2.0', '4,0'].map(score!)).toEqual([1, 4, 3.5, 2, 4]);
    for (const text of ['0', '5', '0.5', '4.5', '3.25', '-1'])
      expect(message(score!(text))).toBe(`must be a number from 1 to 4 in steps of 0.5, not "${text}"`);
    expect(['0', '200', '35,9'].map(honey!)).toEqual([0, 200, 35.9]);
    for (const text of ['-0,1', '200,01']) expect(honey!(text)).toBeInstanceOf(Fault);
    expect(cells!('40,0')).toBe(40);
    expect(cells!('40,5')).toBeInstanceOf(Fault);
  });
});

describe('dates', () => {
  // Regression: 1.5.65 was read as a day in 2065.
  test('are read in every supported notation', () => {
    const next = new Date().getUTCFullYear() + 1;
    fc.assert(
      fc.property(
        fc.date({ min: new Date(`${next - 99}-01-01`), max: new Date(`${next}-12-31`), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          const [year, month, of] = iso.split('-') as [string, string, string];
          const short = [String(Number(of)), String(Number(month))];
          for (const text of [
            iso,
            `${of}.${month}.${year}`,
            `${of}/${month}/${year}`,
            `${of}-${month}-${year}`,
            `${short.join('.')}.${year.slice(2)}`,
            `${short.join('. ')}. ${year}`,
            `${iso}T00:00:00Z`,
            `${of}.${month}.${year} 14:30`,
            `${of}/${month}/${year}, 2:30:00 PM`,
          ]) {
            expect([text, day(text)]).toEqual([text, iso]);
          }
        },
      ),
    );
  });

  test.each(['31.02.2023', '29.02.2023', '29.02.1900', '2023-13-01', '31/04/2023', '0.1.2023', '05/13/2023'])(
    'cannot be read from %s, because this day does not exist',
    (text) => {
      expect(message(day(text))).toBe(`names a day that does not exist: "${text}"`);
    },
  );

  test.each(['2023', 'May 2023', '01.02', '01.02-2023', '1899-12-31', '2101-01-01', '45291'])(
    'cannot be read from %s, which does not name a day in range',
    (text) => {
      expect(day(text)).toBeInstanceOf(Fault);
    },
  );

  // Regression: days with the name of a month, as spreadsheets display them, were refused.
  test.each([
    ['15. Juni 2021', '2021-06-15'],
    ['1. Mrz 21', '2021-03-01'],
    ['15-Jun-21', '2021-06-15'],
    ['15.Jun.2021', '2021-06-15'],
    ['15-Jun-21 10:00', '2021-06-15'],
    ['June 15, 2021', '2021-06-15'],
    ['June 15, 2021, 9:30 AM', '2021-06-15'],
    ['Sept. 3rd 2021', '2021-09-03'],
    ['3rd of May 2021', '2021-05-03'],
    ['1er août 2021', '2021-08-01'],
    ['15 déc. 21', '2021-12-15'],
    ['15 giu 2021', '2021-06-15'],
    ['15 mrt. 2021', '2021-03-15'],
    ['15 czerwca 2021', '2021-06-15'],
    ['15 listopada 2021', '2021-11-15'],
    ['15 de junio de 2021', '2021-06-15'],
    ['15. června 2021', '2021-06-15'],
    ['15. juli 2021', '2021-07-15'],
  ])('are read from %s', (text, date) => {
    expect(day(text)).toBe(date);
  });

  test.each([
    '31. Februar 2021',
    '15 Anna 2021',
    '15 km 21',
    'Juni 2021',
    'May 2021',
    '15. Juni',
    '15. Juni 10:00',
    'x'.repeat(60),
  ])('are not read from %s', (text) => {
    expect(day(text)).toBeInstanceOf(Fault);
  });

  test.each([
    ['28/05/2024', 'day_first'],
    ['05/28/2024', 'month_first'],
    ['5-28-24', 'month_first'],
    ['12/05/2024', undefined],
    ['28/28/2024', undefined],
    ['28.05.2024', undefined],
    ['2024-05-28', undefined],
  ])('have a day and a month in an order that may be known: %s, %s', (text, order) => {
    expect(orderOf(text)).toBe(order);
  });

  test('cannot be read if they are after the next year', () => {
    const next = new Date().getUTCFullYear() + 1;
    expect([year(String(next)), day(`31.12.${next}`), dayOrYear(String(next))]).toEqual([
      next,
      `${next}-12-31`,
      String(next),
    ]);
    for (const value of [year(String(next + 1)), day(`01.01.${next + 1}`), dayOrYear(String(next + 1))])
      expect(value).toBeInstanceOf(Fault);
  });

  test('can be 29 February in leap years', () => {
    expect(['29.02.2024', '29.02.2000'].map(day)).toEqual(['2024-02-29', '2000-02-29']);
  });

  test('can be in 1900, the first year', () => {
    expect([day('1.1.1900'), dayOrYear('1900')]).toEqual(['1900-01-01', '1900']);
  });

  test('of birth may consist of only a year', () => {
    expect(['2023', '31.12.2023', '23', "'98"].map(dayOrYear)).toEqual(['2023', '2023-12-31', '2023', '1998']);
    for (const text of ['1899', '2101', '3', '023', '20233']) expect(dayOrYear(text)).toBeInstanceOf(Fault);
  });
});

describe('headers', () => {
  test('are recognized in any case, with any accents and punctuation', () => {
    expect(['Königin', 'KONIGIN ', 'königin:', 'Ko\u0308nigin'].map(fold)).toEqual(Array(4).fill('konigin'));
    expect(fold('łagodność')).toBe('lagodnosc');
    expect(foldHeader('Miele [kg]')).toEqual(['mielekg', 'miele']);
    expect(foldHeader('hyg (24h)')).toEqual(['hyg24h', 'hyg']);
    expect(foldHeader('Docilità della regina (1-4)')).toEqual([
      'docilitadellaregina14',
      'docilitadellaregina',
      'docilita',
    ]);
    expect(foldHeader('Honig in kg')).toEqual(['honiginkg', 'honig']);
    expect(foldHeader('Ausräumung nach 6 Std.')).toEqual(['ausraumung6h']);
    expect(foldHeader('Ausräumung nach 24 h')).toEqual(['ausraumung24h']);
    expect(foldHeader('Pin test (24 hours)')).toEqual(['pintest24h', 'pintest']);
    expect(foldHeader('Königin')).toEqual(['konigin']);
    expect(foldHeader('Königinnenzucht 4')).toEqual(['koniginnenzucht4']);
  });
});
