import { afterEach, describe, expect, test } from '@jest/globals';
import { i18n } from '@lingui/core';
import { csvLine } from '../../src/features/imports/csv-write.js';
import { csvOf } from '../../src/web/data/csv.js';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const ROW = ['Änne', '=1+1', '-1,5', 'a;b', 'a,b', -12.5, 3, null];

describe('a CSV table of the interface', () => {
  // Regression: the cells were separated by commas, so Excel put each row into one cell in these languages.
  test.each(['de', 'fr', 'it', 'pl'])(
    'has decimal commas and semicolons in %s, as in the files of the service',
    (locale) => {
      i18n.loadAndActivate({ locale, messages: {} });
      expect(csvOf([ROW])).toBe(`Änne;'=1+1;"'-1,5";"a;b";"a,b";-12,5;3;\r\n`);
      expect(csvOf([ROW])).toBe(csvLine(ROW, 'comma'));
    },
  );

  test('has decimal points, and commas between its cells, in English', () => {
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    expect(csvOf([ROW])).toBe(`Änne,'=1+1,"'-1,5","a;b","a,b",-12.5,3,\r\n`);
    expect(csvOf([ROW])).toBe(csvLine(ROW));
  });
});
