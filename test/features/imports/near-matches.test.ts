import { beforeAll, expect, test } from '@jest/globals';
import { sharedService, type SharedService } from '../../support/service.js';
import { importFile } from './uploads.js';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const KNOWN = ['DE-1-2-3-2022', 'Gertrud', 'N1', 'Otto 10', 'Cora', 'Isolde'];

test('a reference that resembles the name or identifier of a queen causes a warning, but matches no queen', async () => {
  const near: [reference: string, found: string | null][] = [
    // Differences in blanks or punctuation, or confusion of O with 0 or of l with 1.
    ['DE 1 2 3 2022', 'DE-1-2-3-2022'],
    ['DE.1.2.3.2022', 'DE-1-2-3-2022'],
    ['DE-l-2-3-2022', 'DE-1-2-3-2022'],
    ['DE-1-2-3-2O22', 'DE-1-2-3-2022'],
    ['N-1', 'N1'],
    ['0tto lO', 'Otto 10'],
    // One extra letter, one missing letter (also together with l instead of I), or two transposed letters.
    ['Gertrd', 'Gertrud'],
    ['Gertruud', 'Gertrud'],
    ['Gertrdu', 'Gertrud'],
    ['D-1-2-3-2022', 'DE-1-2-3-2022'],
    ['Cra', 'Cora'],
    ['lsode', 'Isolde'],
    // An accent in addition to a missing letter.
    ['Gértrd', 'Gertrud'],
    // A different letter in a short name: no warning.
    ['Cola', null],
    // A different letter in a longer name.
    ['Gertrut', 'Gertrud'],
    // More than one different letter, or digits that are different, missing or transposed: no warning.
    ['Gertrit', null],
    ['DE-1-2-3-2023', null],
    ['DE-1-2-3-202', null],
    ['DE-2-1-3-2022', null],
    ['DE-1-2-3-202l', null],
    ['N2', null],
    ['Xaver', null],
  ];
  const client = await service.register();
  await importFile(client, 'a.csv', ['number', ...KNOWN].join('\n'));
  const rows = near.map(([reference], index) => `Daughter ${index};${reference}`);
  const { status, created, warnings } = await importFile(client, 'b.csv', ['name;mother', ...rows].join('\n'));
  expect([status, created.queens]).toEqual(['completed', 2 * near.length]);
  expect(warnings).toEqual(
    near.flatMap(([reference, found], index) =>
      found === null
        ? []
        : {
            row: index + 2,
            column: 'mother',
            message: `"${reference}" matches no queen, but is similar to "${found}"`,
            code: 'near_match',
            params: { given: reference, found },
          },
    ),
  );
});
