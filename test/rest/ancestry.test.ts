import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serveRest, type Rest } from './harness.js';
import { insertSampleRows } from './sample-rows.js';

let rest: Rest;
let as: string;
let id: Record<string, string>;
beforeAll(async () => {
  rest = await serveRest();
  ({ as, id } = await insertSampleRows(rest));
});
afterAll(() => rest.close());

describe.each(['/api', '/api/v1'])('in REST under %s', (prefix) => {
  const get = (path: string, without = '') => rest.json(prefix + path, { as, without });
  const status = async (path: string) => (await rest.get(prefix + path, { as })).status;

  test('GET returns the pedigree as a tree', async () => {
    const body = await get(`/queens/f0/${id.stock}/pedigree`);
    const node = (name: string, position: number, more: object) => ({
      id: id[name],
      queen_name: name,
      external_id: null,
      race: null,
      birth_date: null,
      life_status: null,
      generation_index: position > 1 ? 1 : 0,
      position,
      mother: null,
      father: null,
      ...more,
    });
    const tree = node('stock', 1, {
      external_id: 'DE-2',
      race: 'Carnica',
      birth_date: '2022',
      life_status: 'production',
      mother: node('granny', 2, { external_id: 'DE-1' }),
      father: node('drone', 3, { external_id: 'DE-9' }),
    });
    const full = { queen_id: id.stock, depth: 3, known_ancestors: 2, completeness: 2 / 14, inbreeding: 0, tree };
    expect(body).toEqual({ data: full });
    expect(await get(`/queens/${id.stock}/pedigree?depth=7`)).toEqual({
      data: { ...full, depth: 7, completeness: 2 / 254 },
    });
    expect(await get(`/queens/${id.worker}/pedigree?depth=5`)).toMatchObject({
      data: { known_ancestors: 4, tree: { mother: { position: 2, mother: { position: 4 } } } },
    });
    for (const depth of ['4', '', '03', 'THREE']) {
      expect(await status(`/queens/f0/${id.stock}/pedigree?depth=${depth}`)).toBe(400);
    }
  });
  test('GET returns statistics of the daughters', async () => {
    const offspring = {
      total: 2,
      by_generation: { F1: 2 },
      by_status: { testing: 1, unknown: 1 },
      by_year: { 2023: 1, unknown: 1 },
    };
    const body = await rest.json<{ data: { traits: object } }>(`${prefix}/queens/f0/${id.stock}/offspring-stats`, {
      as,
    });
    expect(body).toMatchObject({ data: { queen_id: id.stock, offspring, evaluated: 2 } });
    expect(Object.keys(body.data.traits)).toEqual([
      'honey',
      'gentleness',
      'vigor',
      'wintering',
      'swarming',
      'comb_sitting',
      'hyg6',
      'hyg24',
    ]);
    expect(body.data.traits).toMatchObject({
      honey: { n: 2, mean: 31.5, sd: Math.SQRT2, min: 30.5, max: 32.5 },
      swarming: { n: 0, mean: null, sd: null, min: null, max: null },
    });
    const lacking = await get(`/queens/${id.stock}/offspring-stats`, 'evaluations');
    expect(lacking).toMatchObject({ data: { offspring } });
    expect(lacking.data).not.toHaveProperty('traits');
  });
});
