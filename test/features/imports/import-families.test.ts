import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { factories } from '../../support/factories.js';
import { sharedService, type AccountClient, type SharedService } from '../../support/service.js';
import { csv } from './files.js';
import { all, importFile, type Finding } from './uploads.js';

interface Queen {
  id: string;
  queen_name: string;
  mother_id: string | null;
  father_id: string | null;
  mated_to_id: string | null;
}

let service: SharedService;
let client: AccountClient;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

/** Imports rows. With the decision `same`, a row with another birth describes the same queen. */
const importRows = (...rows: Record<string, string>[]) =>
  importFile(client, 'queens.csv', csv(rows), { decisions: 'same' });

/** Returns the names of the dam, the sire and the mate of each queen. */
async function families() {
  const queens = await all<Queen>(client, '/api/v1/queens');
  const names = new Map(queens.map(({ id, queen_name }) => [id, queen_name]));
  const nameOf = (id: string | null) => (id === null ? null : names.get(id));
  return Object.fromEntries(
    queens.map(({ queen_name, mother_id, father_id, mated_to_id }) => [
      queen_name,
      [mother_id, father_id, mated_to_id].map(nameOf),
    ]),
  );
}

describe('a father', () => {
  test('sets the mating of the mother, even if only an earlier file names the mother', async () => {
    await importRows({ queen_name: 'Mona', mother: 'Dam' });
    await importRows({ queen_name: 'Mona', father: 'Line' });
    expect(await families()).toMatchObject({ Dam: [null, null, 'Line'], Mona: ['Dam', 'Line', null] });
    const { errors } = await importRows({ queen_name: 'Mona', father: 'Other' });
    expect(errors).toMatchObject([{ row: 2, column: 'father', params: { father: 'Other', mate: 'Line' } }]);
  });

  test('of an earlier file sets the mating of a mother of a later file', async () => {
    await importRows({ queen_name: 'Mona', father: 'Line' });
    expect(await families()).toMatchObject({ Mona: [null, 'Line', null] });
    await importRows({ queen_name: 'Mona', mother: 'Dam' });
    expect(await families()).toMatchObject({ Dam: [null, null, 'Line'], Mona: ['Dam', 'Line', null] });
  });

  test('of the mother remains if a daughter sets the mating of the mother', async () => {
    await importRows({ queen_name: 'Dam', father: 'Sire' });
    await importRows({ queen_name: 'Mona', mother: 'Dam', father: 'Line' });
    expect(await families()).toMatchObject({ Dam: [null, 'Sire', 'Line'], Mona: ['Dam', 'Line', null] });
  });

  test('must not descend from the queen, even if the mothers are unknown', async () => {
    await importRows({ queen_name: 'Berta', father: 'Anna' });
    const { errors } = await importRows({ queen_name: 'Anna', father: 'Berta' });
    const message = 'Anna would be her own ancestor, through Berta';
    expect(errors).toMatchObject([{ row: 2, column: 'father', message }]);
  });

  test('is compared with the mating of the mother in the file or, if the file has none, in the account', async () => {
    const mating = { queen_name: 'Dam', mother: '', father: '' };
    await importRows({ ...mating, mated_to: 'Old' });
    const daughter = (father: string) => ({ queen_name: `From ${father}`, mother: 'Dam', father, mated_to: '' });
    expect((await importRows(daughter('New'))).errors).toMatchObject([
      { row: 2, params: { father: 'New', mate: 'Old' } },
    ]);
    const changed = [{ ...mating, mated_to: 'New' }, daughter('New')];
    expect((await importRows(...changed, daughter('Old'))).errors).toMatchObject([
      { row: 4, params: { father: 'Old', mate: 'New' } },
    ]);
    await importRows(...changed);
    expect(await families()).toMatchObject({ Dam: [null, null, 'New'], 'From New': ['Dam', 'New', null] });
  });

  test('that contradicts the mating of the mother is an error that names both queens by their identifiers', async () => {
    await importRows(
      { queen_name: 'Line', external_id: 'L-1', mated_to: '' },
      { queen_name: 'Other', external_id: 'O-1', mated_to: '' },
      { queen_name: 'Dam', external_id: '', mated_to: 'L-1' },
    );
    const { errors } = await importRows(
      { queen_name: 'One', external_id: '', mother: 'Dam', father: 'Other' },
      { queen_name: 'Two', external_id: '', mother: 'Dam', father: 'Line' },
      { queen_name: 'New line', external_id: 'N-1', mother: '', father: '' },
      { queen_name: 'Three', external_id: '', mother: 'New dam', father: 'New line' },
      { queen_name: 'Four', external_id: '', mother: 'New dam', father: 'Other' },
    );
    const contradiction = (row: number, father: string, mate: string) => ({
      row,
      column: 'father',
      message: `contradicts the mating of the mother: the father would be "${father}", but the mother is mated to "${mate}"`,
      code: 'father_contradicts_mating',
      params: { father, mate },
    });
    expect(errors).toEqual([contradiction(2, 'O-1', 'L-1'), contradiction(6, 'O-1', 'N-1')]);
  });
});

describe('a queen of the account who is not in the file', () => {
  const row = (queen_name: string, birth_date = '', mated_to = '') => ({
    queen_name,
    birth_date,
    mother: '',
    mated_to,
  });
  const place = ({ row: number, column, code }: Finding) => [number, column, code];

  beforeEach(async () => {
    await importRows(row('Dam', '2019', 'Line'), row('Line', '2019'), row('Late line', '2022'), {
      ...row('Mona', '2020'),
      mother: 'Dam',
    });
  });

  // Regression: the error had no row, so "leave out all rows with errors" left out nothing.
  test('must not be older than her dam; the error names the row with the new birth of the dam', async () => {
    for (const mate of ['', 'Line', 'Other line']) {
      const { errors } = await importRows(row('Other', '2018'), row('Dam', '2021', mate));
      expect(errors).toMatchObject([
        {
          row: 3,
          column: 'birth_date',
          message: 'is after the birth of her daughter Mona (2020)',
          code: 'parent_born_after',
          params: { parent: 'Dam', parent_born: '2021', daughter: 'Mona', born: '2020' },
        },
      ]);
    }
  });

  // Regression: the error had no row.
  test('must not be older than her sire; the error names the row with the new mating of the dam, or with the new birth of the sire', async () => {
    const late = { parent: 'Late line', parent_born: '2022', daughter: 'Mona', born: '2020' };
    const remated = [row('Other', '2018', 'Line'), row('Dam', '', 'Late line')];
    const message = 'the sire Late line was born (2022) after her daughter Mona (2020)';
    for (const rows of [remated, [...remated, row('Late line', '2022')]]) {
      expect((await importRows(...rows)).errors).toMatchObject([{ row: 3, column: 'mated_to', message, params: late }]);
    }
    const sister = { ...row('Nora', '2023'), mother: 'Dam', father: 'Line' };
    const mated = row('Dam', '', 'Line');
    for (const rows of [[mated, sister], [mated], [sister], []]) {
      const { errors } = await importRows(...rows, row('Line', '2021'));
      expect(errors.map(place)).toEqual([[rows.length + 2, 'birth_date', 'parent_born_after']]);
    }
    const newLine = [row('Dam', '', 'Other'), row('Line', '2021')];
    expect(await importRows(...newLine)).toMatchObject({ status: 'completed' });
  });

  test('must not be older than her sire; the error names the row of the sister that sets the mating of the dam, unless the row of the dam has a mate', async () => {
    await importRows({ ...row('Rosa', '2020'), mother: 'New dam' });
    const daughter = (mother: string, father: string) => ({ ...row(`Of ${mother}`, '2023'), mother, father });
    const rows = [daughter('Other dam', 'Line'), row('New dam', '2018'), daughter('New dam', 'Late line')];
    expect((await importRows(...rows)).errors.map(place)).toEqual([[4, 'father', 'parent_born_after']]);
    const mated = [...rows.slice(2), row('New dam', '', 'Late line')];
    expect((await importRows(...mated)).errors.map(place)).toEqual([[3, 'mated_to', 'parent_born_after']]);
  });
});

describe('births in a file', () => {
  const row = (queen_name: string, birth_date: string, mother = '') => ({ queen_name, birth_date, mother });

  test('are compared with the births of parents in the account, unless the file corrects these births', async () => {
    await importRows(row('Dam', '2022'), row('Mona', '2023', 'Dam'));
    const { errors } = await importRows(row('Nora', '2021', 'Dam'));
    const message = 'the dam Dam was born (2022) after her daughter Nora (2021)';
    expect(errors).toMatchObject([{ row: 2, column: 'mother', message }]);
    expect(await importRows(row('Nora', '2021', 'Dam'), row('Dam', '2020'))).toMatchObject({ status: 'completed' });
    expect(await importRows(row('Dam', '2023'), row('Nora', '2024'))).toMatchObject({ status: 'completed' });
  });

  test('are not compared if the file changes neither the births nor the parents', async () => {
    const make = factories(service.services.orm.database.kysely);
    const { id } = client.account;
    const dam = await make.queen(id, { name: 'Dam', birth_date: '2022' });
    await make.queen(id, { name: 'Mona', birth_date: '2020', mother_id: dam });
    expect(await importRows(row('Dam', '2022'))).toMatchObject({ status: 'completed' });
  });
});

test('a mating of a queen with herself is one error, even if she has daughters who are not in the file', async () => {
  await importRows({ queen_name: 'Mona', mother: 'Dam' });
  const { errors } = await importRows({ queen_name: 'Dam', mated_to: 'Dam' });
  expect(errors).toMatchObject([{ row: 2, column: 'mated_to', code: 'mates_with_herself' }]);
});

describe('the mother of an F1 queen', () => {
  const row = (queen_name: string, generation: string, mother = '', mated_to = '') => ({
    queen_name,
    generation,
    mother,
    mated_to,
  });

  test('must not be an F1 queen according to the file; the error names her', async () => {
    const { errors } = await importRows(
      row('Berta', 'F1', 'Cora'),
      row('Dora', 'F1', 'Berta'),
      row('Emma', 'F0', 'Berta'),
    );
    expect(errors).toMatchObject([
      {
        row: 3,
        column: 'mother',
        message: 'Berta is an F1 queen herself: the mother of an F1 queen must be an F0 queen',
        params: { mother: 'Berta' },
      },
    ]);
  });

  test('can be an F1 queen of the account whose generation the file corrects', async () => {
    await importRows(row('Berta', 'F1', 'Cora'));
    expect(await importRows(row('Berta', 'F0'), row('Dora', 'F1', 'Berta'))).toMatchObject({ status: 'completed' });
  });

  test('can become an F1 queen only if the file gives each F1 daughter another mother or generation', async () => {
    await importRows(row('Berta', 'F0', 'Cora'), row('Dora', 'F1', 'Berta'), row('Emma', 'F0', 'Berta'));
    const becomesF1 = (mate: string) => row('Berta', 'F1', '', mate);
    for (const mate of ['', 'Line'])
      expect((await importRows(becomesF1(mate))).errors).toMatchObject([
        { row: 2, column: 'generation', code: 'mother_is_f1', params: { mother: 'Berta' } },
      ]);
    expect(await importRows(becomesF1(''), row('Dora', 'F1', 'Cora'))).toMatchObject({ status: 'completed' });
    await importRows(row('Berta', 'F0'), row('Fina', 'F1', 'Berta'));
    expect(await importRows(becomesF1(''), row('Fina', 'F0'))).toMatchObject({ status: 'completed' });
  });
});
