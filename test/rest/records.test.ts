import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { page, wireOf } from './expected-rows.js';
import { serveRest, type Rest } from './harness.js';
import { insertSampleRows, timestamp } from './sample-rows.js';

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

  test('evaluations are returned with all members', async () => {
    const both = await get('/queens/evaluations');
    expect(both).toMatchObject({ page: page(2) });
    expect(await get(`/queens/evaluations?queen_id=${id.worker}&eval_year=2024`)).toEqual({
      data: [wire.record()],
      page: page(1),
    });
    expect(await get(`/queens/evaluations/${id.evaluation}`)).toEqual({ data: wire.record() });
    const sorted = await rest.json<{ data: { honey_yield_kg: number }[] }>(
      `${prefix}/queens/evaluations?sort=-honey_yield_kg`,
      { as },
    );
    expect(sorted.data.map(({ honey_yield_kg }) => honey_yield_kg)).toEqual([32.5, 30.5]);
  });
  test('breeding values of the latest run are returned with all members', async () => {
    const swarming = {
      ...wire.value(),
      trait: 'swarming',
      entity_type: 'worker',
      raw_value: null,
      normalized_value: 99,
    };
    expect(await get('/ebv/latest')).toEqual({ run: wire.run(), data: [wire.value(), swarming], page: page(2) });
    expect(await get('/ebv/latest?trait=swarming&entity_type=worker')).toMatchObject({ data: [swarming] });
    expect(await get(`/ebv/latest?queen_id=${id.worker}`)).toMatchObject({ run: wire.run(), data: [] });
    expect(await get('/ebv/latest?sort=normalized_value')).toMatchObject({ data: [swarming, wire.value()] });
    const nameless = { ...wire.value(), queen_name: undefined };
    expect(await get('/ebv/latest?trait=honey', 'queens')).toEqual({
      run: wire.run(),
      data: [nameless],
      page: page(1),
    });
  });
  test('runs and the values of one queen are returned with all members', async () => {
    expect(await get(`/ebv/runs/${id.run}`)).toMatchObject({
      data: { ...wire.run(), traits: ['honey', 'swarming'], progress: 1 },
    });
    expect(await get('/ebv/runs')).toMatchObject({ data: [{ id: id.run }, { id: id.old }] });
    expect(await get(`/ebv/queens/${id.stock}`)).toMatchObject({
      run: wire.run(),
      data: [wire.value(), { trait: 'swarming' }],
    });
    expect(await get(`/ebv/queens/${id.stock}?history=true`)).toMatchObject({
      runs: [wire.run(), { id: id.old }],
      data: [wire.value(), { run_id: id.run }, wire.value(id.old), { run_id: id.old }],
    });
    expect(await get(`/ebv/queens/${id.worker}`)).toEqual({ run: null, data: [] });
  });
  test('apiaries, hives, the account and imports are returned with all members', async () => {
    const times = { created_at: timestamp, updated_at: timestamp };
    const apiary = {
      id: id.apiary,
      name: 'Heide',
      latitude: null,
      longitude: null,
      elevation_m: 210,
      country_code: null,
      postal_code: null,
      notes: null,
      ...times,
    };
    expect(await get('/apiaries')).toEqual({ data: [apiary], page: page(1) });
    expect(await get(`/apiaries/${id.apiary}`)).toEqual({ data: apiary });
    const hive = { id: id.hive, apiary_id: id.apiary, name: 'H1', type: null, queen_id: id.worker, ...times };
    expect(await get(`/hives?apiary_id=${id.apiary}`)).toEqual({ data: [hive], page: page(1) });
    expect(await get(`/hives/${id.hive}`)).toEqual({ data: hive });
    expect(await get('/account')).toMatchObject({ data: { id: as, name: 'Apis', language: 'en' } });
    const none = { queens: 0, evaluations: 0, apiaries: 0, hives: 0, breeding_values: 0 };
    const importBody = {
      id: id.import,
      status: 'completed',
      format: 'table',
      filename: 'a.csv',
      sheet: null,
      sheets: [],
      dry_run: false,
      rows: 0,
      done: 0,
      created: { ...none, queens: 2 },
      updated: none,
      unchanged: none,
      columns: [{ header: 'Nom', field: 'queen_name', samples: ['x'] }],
      error_count: 0,
      warning_count: 0,
      encoding: null,
      header_row: null,
      created_at: timestamp,
      started_at: null,
      finished_at: null,
      undone_at: null,
    };
    expect(await get('/imports')).toEqual({ data: [importBody], page: page(1) });
    expect(await get(`/imports/${id.import}`)).toEqual({
      data: {
        ...importBody,
        choices: null,
        review: null,
        left_out: { rows: 0, faulty: 0 },
        named_only: null,
        errors: [],
        warnings: [],
      },
    });
  });
  test('data that the caller may not read is rejected or omitted', async () => {
    const entry = { ...wire.worker(), evaluations: undefined };
    expect(await get('/queens/f1?search=worker', 'evaluations')).toEqual({ data: [entry], page: page(1) });
    for (const [path, resource] of [
      ['queens', 'queens'],
      ['queens/evaluations', 'evaluations'],
      ['ebv/latest', 'blup'],
      ['hives', 'hive'],
      ['account', 'account'],
      ['imports', 'queens'],
    ]) {
      const response = await rest.get(`${prefix}/${path}`, { as, without: resource! });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        code: 'insufficient_permission',
        required: { resource, level: 'read' },
      });
      expect((await rest.get(`${prefix}/${path}`)).status).toBe(401);
    }
  });
});
