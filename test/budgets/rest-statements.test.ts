import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { evaluation, insertSampleQueens } from '../rest/sample-queens.js';
import { serveRest, type Rest } from '../rest/harness.js';

let rest: Rest;
let few: string;
let many: string;

async function insertAccount(count: number): Promise<string> {
  const account_id = await rest.account();
  const queens = await insertSampleQueens(rest, account_id, count);
  const shared = { account_id, status: 'completed', source: 'computed', traits: ['honey'] };
  const run_id = await rest.insert('ebv_run', { ...shared, computed_at: '2024-01-01T00:00:00Z' });
  const value = { account_id, run_id, trait: 'honey', entity_type: 'queen', normalized: 100 };
  for (const { id: queen_id } of queens) {
    await rest.insert('breeding_value', { ...value, queen_id });
    await rest.insert('evaluation', evaluation(account_id, queen_id, 2024));
    const apiary_id = await rest.insert('apiary', { account_id, name: `A ${queen_id}` });
    await rest.insert('hive', { account_id, name: 'H', apiary_id, queen_id });
    await rest.insert('import', { account_id, status: 'completed', filename: 'a.csv', dry_run: false });
  }
  return account_id;
}

beforeAll(async () => {
  rest = await serveRest();
  few = await insertAccount(10);
  many = await insertAccount(90);
});
afterAll(() => rest.close());

test.each([
  ['/api/queens', 8],
  ['/api/queens/f0', 5],
  ['/api/queens/f1', 8],
  ['/api/queens/evaluations', 2],
  ['/api/ebv/latest', 4],
  ['/api/ebv/runs', 2],
  ['/api/apiaries', 2],
  ['/api/hives', 2],
  ['/api/imports', 2],
  ['/api/changes', 8],
])('%s needs the same number of statements for few and for many rows (at most %i)', async (path, most) => {
  const count = (as: string) => rest.statements(() => rest.json(`${path}?limit=100`, { as }));
  const [short, long] = [await count(few), await count(many)];
  expect(long.length).toBe(short.length);
  expect(long.length).toBeLessThanOrEqual(most);
});
