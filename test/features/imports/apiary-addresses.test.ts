import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

interface Row {
  changes: { record: string; member: string; from: string | null; to: string | null }[];
}

let service: SharedService;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const importTest = (postalCode: string, country: string, fields: Record<string, string> = {}) =>
  importFile(
    client,
    'tests.csv',
    `queen_name;eval_year;apiary;postal_code;country_code;honey_yield_kg\nAnna;2023;Hill;${postalCode};${country};20\n`,
    fields,
  );

async function address(): Promise<unknown> {
  const [apiary] = await all<{ postal_code: string | null; country_code: string | null }>(client, '/api/v1/apiaries');
  return [apiary!.postal_code, apiary!.country_code];
}

describe('an import into an existing apiary', () => {
  // Regression: an import added a missing postal code, but not a missing country code.
  test.each([
    [{}, ['34117', 'DE']],
    [{ postal_code: '34117' }, ['34117', 'DE']],
    [{ country_code: 'DE' }, ['34117', 'DE']],
    [{ postal_code: '8010' }, ['8010', null]],
    [{ country_code: 'AT' }, [null, 'AT']],
    [{ postal_code: '8010', country_code: 'AT' }, ['8010', 'AT']],
  ])('with the address %j results in the address %j', async (stored, expected) => {
    expect((await client.post('/api/v1/apiaries', { name: 'Hill', ...stored })).status).toBe(201);
    expect((await importTest('34117', 'DE')).status).toBe('completed');
    expect(await address()).toEqual(expected);
  });

  test('shows the added part of the address in a dry run; an undo of the import removes this part', async () => {
    await client.post('/api/v1/apiaries', { name: 'Hill', country_code: 'DE' });
    const checked = await importTest('34117', 'DE', { dry_run: 'true' });
    const rows = await all<Row>(client, `/api/v1/imports/${checked.id}/rows`);
    expect(rows.flatMap(({ changes }) => changes).filter(({ record }) => record === 'apiary')).toEqual([
      { record: 'apiary', member: 'postal_code', from: null, to: '34117' },
    ]);
    expect(await address()).toEqual([null, 'DE']);

    const { id } = await importTest('34117', 'DE');
    expect(await address()).toEqual(['34117', 'DE']);
    expect((await client.post(`/api/v1/imports/${id}/undo`)).status).toBe(200);
    expect(await address()).toEqual([null, 'DE']);
  });

  test('adds a postal code and a country; an undo of the import removes both', async () => {
    await client.post('/api/v1/apiaries', { name: 'Hill' });
    const { id } = await importTest('34117', 'DE');
    expect(await address()).toEqual(['34117', 'DE']);
    expect((await client.post(`/api/v1/imports/${id}/undo`)).status).toBe(200);
    expect(await address()).toEqual([null, null]);
  });
});

// Regression: a new apiary got the postal code of one row and the country of another.
test.each([
  [
    ['8010;AT', '34117;DE'],
    ['34117', 'DE'],
  ],
  [
    ['8010;AT', '34117;'],
    ['34117', null],
  ],
  [
    [';DE', '34117;'],
    ['34117', 'DE'],
  ],
  [
    [';DE', '8010;AT'],
    ['8010', 'AT'],
  ],
  [
    [';DE', ';'],
    [null, 'DE'],
  ],
])('an import of a new apiary from rows with the addresses %j results in the address %j', async (rows, expected) => {
  const lines = rows.map((each, index) => `Queen ${index};2023;Hill;${each};20\n`);
  const header = 'queen_name;eval_year;apiary;postal_code;country_code;honey_yield_kg\n';
  expect((await importFile(client, 'tests.csv', header + lines.join(''))).status).toBe('completed');
  expect(await address()).toEqual(expected);
});
