import { evaluation } from './sample-queens.js';
import type { Rest } from './harness.js';

export const timestamp = '2024-03-01T08:00:00.000Z';
const times = { created_at: timestamp, updated_at: timestamp };

export interface SampleRows {
  as: string;
  /** Ids by row name. */
  id: Record<string, string>;
}

/**
 * Inserts an account with the F0 queen `stock`, her parents, her daughters, a granddaughter, and a few related rows of
 * each kind.
 */
export async function insertSampleRows(rest: Rest): Promise<SampleRows> {
  const id: Record<string, string> = {};
  const as = await rest.account();
  const account_id = as;
  const queen = async (name: string, more: object) =>
    (id[name] = await rest.insert('queen', {
      account_id,
      name,
      name_key: name,
      generation: 'F0',
      created_at: timestamp,
      updated_at: timestamp,
      ...more,
    }));
  await queen('drone', { external_id: 'DE-9' });
  await queen('granny', { external_id: 'DE-1', mated_to_id: id.drone });
  await queen('stock', {
    external_id: 'DE-2',
    mother_id: id.granny,
    father_id: id.drone,
    mated_to_id: id.drone,
    mating_type: 'island_station',
    birth_date: '2022',
    race: 'Carnica',
    status: 'production',
  });
  await queen('worker', { generation: 'F1', mother_id: id.stock, father_id: id.drone, birth_date: '2023-05-01' });
  await queen('other', { generation: 'F1', mother_id: id.stock, status: 'testing' });
  await queen('young', { mother_id: id.worker });
  await rest.insert('queen_identifier', { account_id, system: 'LV', value: 'x-7', queen_id: id.stock });
  id.apiary = await rest.insert('apiary', {
    account_id,
    name: 'Heide',
    elevation_m: 210,
    created_at: timestamp,
    updated_at: timestamp,
  });
  id.hive = await rest.insert('hive', {
    account_id,
    name: 'H1',
    apiary_id: id.apiary,
    queen_id: id.worker,
    created_at: timestamp,
    updated_at: timestamp,
  });
  const where = { apiary_id: id.apiary, ...times };
  id.evaluation = await rest.insert('evaluation', evaluation(account_id, id.worker!, 2024, where));
  await rest.insert('evaluation', evaluation(account_id, id.other!, 2024, { ...where, honey: 30.5 }));
  id.old = await rest.insert('ebv_run', {
    account_id,
    status: 'completed',
    source: 'import',
    traits: ['honey'],
    computed_at: '2023-01-01T00:00:00Z',
    created_at: '2023-01-01T00:00:00Z',
  });
  id.run = await rest.insert('ebv_run', {
    account_id,
    status: 'completed',
    source: 'computed',
    method: 'honey_bee',
    traits: ['honey', 'non_swarming'],
    progress: 1,
    computed_at: timestamp,
    created_at: timestamp,
  });
  for (const run_id of [id.old, id.run]) {
    const value = {
      account_id,
      run_id,
      queen_id: id.stock,
      entity_type: 'queen',
      normalized: 104,
      raw: 2.5,
      reliability: 0.4,
    };
    await rest.insert('breeding_value', { ...value, trait: 'honey' });
    await rest.insert('breeding_value', {
      ...value,
      trait: 'non_swarming',
      entity_type: 'worker',
      normalized: 99,
      raw: null,
    });
  }
  id.import = await rest.insert('import', {
    account_id,
    status: 'completed',
    filename: 'a.csv',
    format: 'table',
    dry_run: false,
    columns: JSON.stringify([{ header: 'Nom', field: 'queen_name', samples: ['x'] }]),
    created: JSON.stringify({ queens: 2 }),
    created_at: timestamp,
  });
  return { as, id };
}
