import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine } from '../../src/features/imports/csv-write.js';
import { faultsCsv } from '../../src/web/imports/faults.js';

test('the table of faults guards texts as the files of the service do', () => {
  const spiky = fc.string({ unit: fc.constantFrom(...'\'=+-@|\t\r\n",; a1.＝｜'), maxLength: 6 });
  const cellsOf = (text: string) => parse(text, { record_delimiter: '\r\n' }) as string[][];
  fc.assert(
    fc.property(spiky, spiky, (column, message) => {
      const [, row] = cellsOf(faultsCsv([{ row: 7, column, message }], ['Row', 'Column', 'What is wrong']));
      expect(row).toEqual(cellsOf(csvLine(['7', column, message]))[0]);
    }),
  );
});
