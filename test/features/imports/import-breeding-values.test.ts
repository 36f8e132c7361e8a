import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const HEADER = 'Zuchtbuchnummer;ZW Honig;Honig Sicherheit;ZW Sanftmut';
const importLines = (...lines: string[]) => importFile(client, 'values.csv', [HEADER, ...lines].join('\n'));

describe('two breeding values of one queen and trait', () => {
  // Regression: if the last row agreed with the first row, the error named the last row.
  test('are an error at the first row with another value', async () => {
    const { errors } = await importLines(
      'DE-1-1-1-2020;100;;90',
      'DE-1-1-2-2020;100;;90',
      'DE-1-1-1-2020;101;;90',
      'DE-1-1-1-2020;100;;90',
      'DE-1-1-2-2020;100;;89',
    );
    expect(errors).toEqual([
      {
        row: 4,
        column: 'ZW Honig',
        message: 'contradicts row 2: two breeding values of one queen and trait',
        code: 'contradicts_row',
        params: { row: 2 },
      },
      expect.objectContaining({ row: 6, column: 'ZW Sanftmut', params: { row: 3 } }),
    ]);
  });

  test('are one value if they are equal, with the last stated reliability', async () => {
    const lines = [
      'DE-1-1-1-2020;100;;90',
      'DE-1-1-1-2020;100;60 %;',
      'DE-1-1-1-2020;100;;90',
      'DE-1-1-1-2020;100;40 %;',
    ];
    const { status, created, updated, warnings } = await importLines(...lines, 'DE-1-1-2-2020;98;;');
    expect([status, created.breeding_values, updated.breeding_values]).toEqual(['completed', 3, 0]);
    const message = 'overrides row 3: "0.4" replaces "0.6"';
    expect(warnings).toMatchObject([{ code: 'repeats_row' }, { row: 5, column: 'ZW Honig', message }]);
    expect(await all(client, '/api/ebv/runs')).toMatchObject([{ traits: ['gentleness', 'honey'] }]);
  });
});
