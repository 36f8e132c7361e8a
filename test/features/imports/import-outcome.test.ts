import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile, waitForEnd, type Finding, type ImportBody } from './uploads.js';

interface Row {
  row: number | null;
  state: string;
  found_by: string | null;
  cells: Record<string, string>;
  errors: Finding[];
  changes: { record: string; member: string; to: string | null }[];
}
interface Outcome extends ImportBody {
  left_out: { rows: number; faulty: number };
  named_only: { count: number; queens: { called: string; row: number; column: string | null }[] } | null;
  review: object | null;
}

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const importLines = async (lines: string[], dryRun = false) =>
  (await importFile(client, 'queens.csv', lines.join('\n'), { dry_run: String(dryRun) })) as Outcome;
const rowsOf = (id: string, query = '') => all<Row>(client, `/api/v1/imports/${id}/rows${query}`);

async function decide(id: string, body: object): Promise<Outcome> {
  const response = await client.post(`/api/v1/imports/${id}/decisions`, body);
  expect(response.status).toBe(202);
  return (await waitForEnd(client, id)) as Outcome;
}

describe('queens that are created only because rows name them', () => {
  const FILE = [
    'Nummer;Schlupf;Mutter;Anpaarung',
    '1;2020;;DE-9-9',
    '2;2021;1;',
    '3;2021;DE-1-2;de-9-9',
    '4;2021;DE – 1-2;Nora',
  ];
  const named = {
    count: 3,
    queens: [
      { called: 'DE-9-9', row: 2, column: 'Anpaarung' },
      { called: 'DE-1-2', row: 4, column: 'Mutter' },
      { called: 'Nora', row: 5, column: 'Anpaarung' },
    ],
  };

  test.each([true, false])(
    'are counted and listed with the first row that names them (dry run: %s)',
    async (dryRun) => {
      const { created, named_only } = await importLines(FILE, dryRun);
      expect([created.queens, named_only]).toEqual([7, named]);
    },
  );

  test('are also listed in GraphQL; the next import finds these queens, and does not list them', async () => {
    const { id } = await importLines(FILE);
    const query = 'query ($id: ID!) { import(id: $id) { namedOnly { count queens { called row column } } } }';
    const response = await client.post('/graphql', { query, variables: { id } });
    expect(response.body.data.import.namedOnly).toEqual(named);
    expect((await importLines([...FILE, '5;2021;DE-9-9;'])).named_only).toEqual({ count: 0, queens: [] });
  });

  test('do not include queens of the account that the file changes without a row of their own', async () => {
    await importLines(['Name;Mutter', 'Mona;Dam']);
    const { named_only } = await importLines(['Name;Mutter;Anpaarung', 'Dam;;Line', 'Nora;Mona;']);
    expect(named_only).toEqual({ count: 1, queens: [{ called: 'Line', row: 2, column: 'Anpaarung' }] });
  });

  test('are not listed while the file has errors', async () => {
    const checked = await importLines([...FILE, '5;31.02.2021;;'], true);
    expect([checked.status, checked.named_only]).toEqual(['failed', null]);
    expect(await decide(checked.id, { skip_faulty: true })).toMatchObject({ named_only: named });
    expect(await decide(checked.id, { rows: [{ row: 6, skip: false }] })).toMatchObject({ named_only: null });
  });
});

describe('rows that are left out', () => {
  const FILE = ['Name;Nummer;Schlupf', 'Anna;1;2020', 'Berta;2;wrong', 'Carla;3;wrong too', 'Dora;4;2021'];

  // Regression: the import did not mention these rows, so users did not notice that rows were missing.
  test('are counted and listed with their errors, also after the import', async () => {
    const { id } = await importLines(FILE, true);
    await decide(id, { rows: [{ row: 5, skip: true }] });
    await decide(id, { rows: [{ row: 4, skip: true, cells: { Schlupf: 'still wrong' } }] });
    const checked = await decide(id, { skip_faulty: true });
    const left = { rows: 3, faulty: 2 };
    expect(checked).toMatchObject({ status: 'completed', left_out: left, review: { new: 1, skipped: 3 } });
    const imported = await decide(id, { dry_run: false });
    expect(imported).toMatchObject({ created: { queens: 1 }, left_out: left, review: null });
    const rows = await rowsOf(id);
    expect(rows).toEqual(await rowsOf(id, '?state=skipped'));
    expect(rows).toMatchObject([
      { row: 3, state: 'skipped', cells: { Name: 'Berta' }, errors: [{ row: 3, column: 'Schlupf' }] },
      { row: 4, state: 'skipped', corrections: { Schlupf: 'still wrong' }, errors: [{ row: 4, column: 'Schlupf' }] },
      { row: 5, state: 'skipped', cells: { Name: 'Dora' }, errors: [] },
    ]);
    // The service stores the reviews of only the last twenty files. The loop checks 21 more files, so the service
    // deletes the review of this import. The rows that were left out must remain.
    for (let number = 0; number < 21; number++) await importLines(['Name', `Queen ${number}`], true);
    expect(await rowsOf(id)).toEqual(rows);
  });

  test('are not counted as faulty if they were corrected before', async () => {
    const { id } = await importLines(FILE, true);
    await decide(id, { skip_faulty: true });
    const restored = await decide(id, {
      rows: [
        { row: 3, skip: false, cells: { Schlupf: '2020' } },
        { row: 4, skip: true },
      ],
    });
    expect(restored).toMatchObject({ status: 'completed', left_out: { rows: 1, faulty: 1 } });
    expect(await decide(id, { rows: [{ row: 3, skip: true }] })).toMatchObject({ left_out: { rows: 2, faulty: 1 } });
  });

  test('are an empty list if every row of the file is imported', async () => {
    const { id, left_out } = await importLines(['Name;Nummer', 'Anna;1']);
    expect([left_out, await rowsOf(id)]).toEqual([{ rows: 0, faulty: 0 }, []]);
  });
});

// Regression: the evaluation was added to the queen with this name, and the review did not show how she was found.
test('a row without an identifier shows that its queen was found by her name alone', async () => {
  await importLines(['Name;Nummer', 'Anna;1', 'Berta;2']);
  const { id, warnings } = await importLines(['Name;Nummer;Jahr;Honig', 'Anna;;2024;30', 'Berta;2;2024;28', 'Cora;;2024;27'], true); // prettier-ignore
  expect(warnings).toEqual([]);
  const rows = await rowsOf(id);
  expect(rows.map(({ state, found_by }) => [state, found_by])).toEqual([
    ['changed', 'name'],
    ['changed', 'identifier'],
    ['new', null],
  ]);
  expect(rows[0]!.changes).toContainEqual(expect.objectContaining({ record: 'evaluation', member: 'eval_year', to: '2024' })); // prettier-ignore
});
