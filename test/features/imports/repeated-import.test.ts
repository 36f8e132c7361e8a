import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../support/fuzz.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { csv } from './files.js';
import { all, importFile } from './uploads.js';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

interface Queen {
  id: string;
  queen_name: string;
}

const queensOf = (client: Client) => all<Queen>(client, '/api/v1/queens');

/** Checks that the search for the name of each queen finds this queen. */
async function expectToBeFound(client: Client, queens: Queen[]): Promise<void> {
  for (const { id, queen_name } of queens) {
    const found = await all<Queen>(client, `/api/v1/queens?search=${encodeURIComponent(queen_name)}`);
    expect(found.map((queen) => queen.id)).toContain(id);
  }
}

// Regression: the key of the identifier replaced the key of the name. A search for the name no longer found the queen,
// she was sorted under her identifier, and a second import of the file created her again.
test('if only one of several rows of a queen has her name, a search for this name finds her', async () => {
  const client = await service.register();
  await importFile(client, 'a.csv', csv([{ queen_name: 'Zora' }, { queen_name: 'Berta' }]));
  const rows = [
    { queen_name: 'Anna', external_id: 'X-2', notes: 'calm' },
    { queen_name: '', external_id: 'X-2', notes: 'very calm' },
  ];
  expect(await importFile(client, 'b.csv', csv(rows))).toMatchObject({ created: { queens: 1 } });
  const queens = await all<Queen>(client, '/api/v1/queens?sort=queen_name');
  expect(queens.map((queen) => queen.queen_name)).toEqual(['Anna', 'Berta', 'Zora']);
  await expectToBeFound(client, queens);
});

test('of several rows of a queen, the first spelling of the identifier and the last name are stored', async () => {
  const client = await service.register();
  const row = (queen_name: string, external_id: string) => ({ queen_name, external_id });
  const rows = [row('', 'x–1'), row('', 'X-1'), row('Anna', 'y-2'), row('Zora', 'Y-2'), row('', 'y–2')];
  await importFile(client, 'a.csv', csv(rows), { decisions: 'same' });
  const queens = await all<Queen & { external_id: string }>(client, '/api/v1/queens?sort=queen_name');
  expect(queens.map(({ queen_name, external_id }) => [queen_name, external_id])).toEqual([
    ['x–1', 'x–1'],
    ['Zora', 'y-2'],
  ]);
  await expectToBeFound(client, queens);
  expect(await all(client, '/api/v1/queens?search=anna')).toEqual([]);
});

const NAMES = fc.constantFrom('', '', 'Anna', 'Berta', 'anna');
const IDENTIFIERS = fc.constantFrom('', '', 'X-1', 'x–1', 'X-2', '2021-4');
const RELATIVES = fc.constantFrom('', '', 'Anna', 'X-1', 'X-2', '2021-4', '77');
const table = fc.array(
  fc
    .record({
      queen_name: NAMES,
      external_id: IDENTIFIERS,
      mother: RELATIVES,
      mated_to: RELATIVES,
      hive: fc.constantFrom('', 'H1'),
      honey_yield_kg: fc.constantFrom('', '20', '30'),
      eval_year: fc.constantFrom('', '2021', '2023'),
    })
    .filter(({ queen_name, external_id }) => queen_name + external_id !== ''),
  { minLength: 1, maxLength: 3 },
);

test('the second import of a file changes nothing, and the search for the name of each queen finds her', async () => {
  await fc.assert(
    fc.asyncProperty(table, table, async (earlier, rows) => {
      const client = await service.register();
      await importFile(client, 'a.csv', csv(earlier));
      const file = csv(rows);
      fc.pre((await importFile(client, 'b.csv', file)).status === 'completed');
      const queens = await queensOf(client);
      await expectToBeFound(client, queens);
      const nothing = { queens: 0, evaluations: 0, apiaries: 0, hives: 0 };
      expect(await importFile(client, 'b.csv', file)).toMatchObject({ created: nothing, updated: nothing });
      expect(await queensOf(client)).toEqual(queens);
    }),
    // About one of four files is completed. Only these count as runs.
    { numRuns: runs(4) },
  );
});
