import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvHead, csvLine, withoutGuard } from '../../../src/features/imports/csv-write.js';

const cellsOf = (text: string) => parse(text, { record_delimiter: '\r\n', relax_column_count: true })[0] as string[];
const specialText = fc.string({ unit: fc.constantFrom(...'\'=+-@|\t\r\n",; aé1.＝'), maxLength: 8 });

test('a CSV file starts with a byte order mark, and its lines end with CRLF', () => {
  expect(csvHead(['id', 'queen_name']) + csvLine(['1', 'Änne'])).toBe('\uFEFFid,queen_name\r\n1,Änne\r\n');
});

test('in a CSV line, unknown values are empty cells, numbers have no quotes, and lists are JSON', () => {
  expect(csvLine([null, undefined, '', 12.5, -3, true])).toBe(',,,12.5,-3,true\r\n');
  expect(csvLine([[{ system: 'x', value: 'y' }]])).toBe('"[{""system"":""x"",""value"":""y""}]"\r\n');
});

test('a number in a CSV line has no exponent, and is read as the same number', () => {
  expect(csvLine([1e-7, -1.25e-9, 1e21, -1.5e22, 5e-324])).toBe(
    `0.0000001,-0.00000000125,1${'0'.repeat(21)},-15${'0'.repeat(21)},0.${'0'.repeat(323)}5\r\n`,
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = csvLine([number]).trimEnd();
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(Object.is(number, -0) ? 0 : number);
    }),
  );
});

test('in a CSV file with decimal commas, semicolons separate the cells', () => {
  expect(csvHead(['id', 'inbreeding'], 'comma')).toBe('\uFEFFid;inbreeding\r\n');
  expect(csvLine(['7', -12.5, 3, 1e-7, 'a,b', 'a;b', '-1,5', null], 'comma')).toBe(
    '7;-12,5;3;0,0000001;"a,b";"a;b";"\'-1,5";\r\n',
  );
});

test('another CSV parser reads quotes, delimiters and line breaks unchanged, apart from the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(specialText, { minLength: 2, maxLength: 5 }), (cells) => {
      expect(cellsOf(csvLine(cells)).map(withoutGuard)).toEqual(cells);
    }),
  );
});

test.each([
  '=1+1',
  '+49 30',
  '-A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '|calc',
  "'|calc",
  '｜calc',
  '-12,5',
  '--1',
  "'=1",
])('%j is written with an apostrophe, so that a spreadsheet does not run it as a formula', (text) => {
  const [guarded] = cellsOf(csvLine([text, 'x']));
  expect(guarded).toBe(`'${text}`);
  expect(withoutGuard(guarded!)).toBe(text);
});

test.each(['-12.5', '-3', "it's", "'quoted'", 'DE-44-1-3-2022', 'a=b', 'a|b', '2023-05-01'])(
  '%j is not a formula and is written unchanged',
  (text) => {
    expect(cellsOf(csvLine([text, 'x']))).toEqual([text, 'x']);
    expect(withoutGuard(text)).toBe(text);
  },
);
