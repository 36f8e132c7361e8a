import { beforeAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { factories } from '../../support/factories.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';

const QUEENS = 230;

let service: SharedService;
let owner: Client & { account: { id: string } };
let run: string;
beforeAll(async () => {
  service = await sharedService();
  owner = await service.register();
  const make = factories(service.services.orm.database.kysely);
  const rows = Array.from({ length: QUEENS }, (_, index) => ({
    name: `=Queen ${index}`,
    external_id: `DE-1-${index}`,
    race: index % 2 ? 'Carnica' : null,
  }));
  const ids = await make.queens(owner.account.id, rows);
  run = await make.run(owner.account.id, {
    traits: ['honey', 'non_swarming'],
    computed_at: '2026-01-02T03:04:05.000Z',
  });
  for (const [index, id] of ids.entries()) {
    await make.breedingValue(owner.account.id, run, id, { normalized: 100 + index, reliability: 0.25 });
    await make.breedingValue(owner.account.id, run, id, { trait: 'non_swarming', normalized: 90.5, reliability: null });
  }
});

const table = async (query = '') => {
  const { status, headers, body } = await owner.get(`/api/v1/ebv/ranking.csv${query}`);
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="ranking-\d{4}-\d\d-\d\d\.csv"$/);
  return parse(String(body), { columns: true, bom: true }) as Record<string, string>[];
};

test('the CSV file of the ranking contains all ranked queens with their values, reliabilities and run', async () => {
  const rows = await table();
  expect(rows).toHaveLength(QUEENS);
  expect(rows.map(({ rank }) => Number(rank))).toEqual(Array.from({ length: QUEENS }, (_, index) => index + 1));
  expect(rows[0]).toMatchObject({
    queen_name: `'=Queen ${QUEENS - 1}`,
    external_id: `DE-1-${QUEENS - 1}`,
    index: String(100 + (QUEENS - 1 - 9.5) / 2),
    reliability_r2: '',
    honey: String(100 + QUEENS - 1),
    honey_r2: '0.25',
    swarming: '90.5',
    swarming_r2: '',
    vigor: '',
    entity_type: 'queen',
    run_id: run,
    computed_at: '2026-01-02T03:04:05.000Z',
  });
});

test('the CSV file of the ranking has decimal commas on request', async () => {
  const { status, body } = await owner.get('/api/ebv/ranking.csv?decimal_sign=comma');
  expect(status).toBe(200);
  const rows = parse(String(body), { columns: true, bom: true, delimiter: ';' }) as Record<string, string>[];
  expect(rows).toHaveLength(QUEENS);
  expect(rows[0]).toMatchObject({ queen_name: `'=Queen ${QUEENS - 1}`, honey_r2: '0,25', swarming: '90,5' });
});

test('the CSV file of the ranking has the same filters, weights and sort orders as the ranking', async () => {
  const rows = await table('?race=Carnica&weights=swarming:1&sort=honey');
  expect(rows).toHaveLength(QUEENS / 2);
  expect(rows.slice(0, 2).map(({ honey, index }) => [honey, index])).toEqual([['101', '90.5'], ['103', '90.5']]); // prettier-ignore
  expect((await owner.get('/api/ebv/ranking.csv?limit=5')).status).toBe(400);
});

test('the CSV file of the ranking requires a session, so a request with an API key is rejected', async () => {
  const keyClient = clientWithKey(service, (await makeKey(owner)).key);
  expect((await keyClient.get('/api/ebv/ranking.csv')).body.code).toBe('session_required');
});
