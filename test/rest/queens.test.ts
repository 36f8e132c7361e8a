import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { page, wireOf } from './expected-rows.js';
import { serveRest, type Rest } from './harness.js';
import { insertSampleRows } from './sample-rows.js';

let rest: Rest;
let as: string;
let id: Record<string, string>;
let wire: ReturnType<typeof wireOf>;
beforeAll(async () => {
  rest = await serveRest();
  ({ as, id } = await insertSampleRows(rest));
  wire = wireOf(id);
});
afterAll(() => rest.close());

describe.each(['/api', '/api/v1'])('in REST under %s', (prefix) => {
  const get = (path: string, without = '') => rest.json(prefix + path, { as, without });
  const status = async (path: string) => (await rest.get(prefix + path, { as })).status;

  test('F0 queens are returned with their parents', async () => {
    expect(await get('/queens/f0?search=stock')).toEqual({ data: [wire.stock()], page: page(1) });
    expect(await get(`/queens/f0/${id.stock}`)).toEqual({
      data: { ...wire.stock(), origin_data: null, origin_imports: [] },
    });
  });
  test('F1 queens are returned with mother, daughters and evaluations', async () => {
    expect(await get('/queens/f1?search=worker')).toEqual({ data: [wire.worker()], page: page(1) });
    const detail = { data: { ...wire.worker(), origin_data: null, origin_imports: [] } };
    expect(await get(`/queens/f1/${id.worker}`)).toEqual(detail);
    expect(await get(`/queens/${id.worker}`)).toEqual(detail);
  });
  test('the list contains both generations', async () => {
    const { data } = await rest.json<{ data: { queen_name: string }[] }>(`${prefix}/queens`, { as });
    expect(data.map(({ queen_name }) => queen_name)).toEqual(['drone', 'granny', 'other', 'stock', 'worker', 'young']);
    expect(data).toEqual(expect.arrayContaining([wire.stock(), wire.worker()]));
  });
  test('a request for a queen of the other generation, or for any row of another account, gets 404', async () => {
    for (const path of [`/queens/f0/${id.worker}`, `/queens/f1/${id.stock}`, `/queens/f0/${id.worker}/pedigree`]) {
      expect([path, await status(path)]).toEqual([path, 404]);
    }
    const otherAccount = await rest.account();
    const rows = [`queens/f0/${id.stock}`, `queens/${id.stock}/pedigree`, `queens/evaluations/${id.evaluation}`];
    const more = [
      `apiaries/${id.apiary}`,
      `hives/${id.hive}`,
      `ebv/runs/${id.run}`,
      `ebv/queens/${id.stock}`,
      `imports/${id.import}`,
      `queens/f0/${id.stock}/offspring-stats`,
    ];
    for (const path of [...rows, ...more]) {
      expect([path, (await rest.get(`${prefix}/${path}`, { as: otherAccount })).status]).toEqual([path, 404]);
      expect([path, (await rest.get(`${prefix}/${path}`, { as })).status]).toEqual([path, 200]);
    }
    expect(await rest.json(`${prefix}/queens`, { as: otherAccount })).toEqual({ data: [], page: page(0) });
    expect(await rest.json(`${prefix}/ebv/latest`, { as: otherAccount })).toEqual({
      run: null,
      data: [],
      page: page(0),
    });
  });
  test('queens are found by any identifier', async () => {
    for (const number of ['DE-2', 'x-7']) {
      expect(await get(`/queens/f0/lookup?external_id=${number}`)).toMatchObject({ data: wire.stock() });
    }
    expect(await status('/queens/f0/lookup?external_id=none')).toBe(404);
    expect(await status('/queens/f1/lookup?external_id=DE-2')).toBe(404);
    expect(await status('/queens/f0/lookup')).toBe(400);
  });
});
