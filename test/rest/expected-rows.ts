import { timestamp } from './sample-rows.js';

export const page = (total: number) => ({ limit: 20, offset: 0, total, next_cursor: null });

/** Returns the sample rows as REST must return them, with all members. */
export function wireOf(id: Record<string, string>) {
  const plain = (name: string) => ({
    id: id[name],
    generation: 'F0',
    queen_name: name,
    race: null,
    line: null,
    birth_date: null,
    life_status: null,
    external_id: null,
    external_identifiers: [],
    breeder_code: null,
    marking: null,
    notes: null,
    mother_id: null,
    father_id: null,
    mated_to_id: null,
    mating_type: null,
    sdi_code: null,
    drone_producers: null,
    drones: null,
    mated_at: null,
    mating_station: null,
    dam_external_id: null,
    drone_sire_id: null,
    inbreeding: 0,
    created_at: timestamp,
    updated_at: timestamp,
  });
  const stock = () => ({
    ...plain('stock'),
    external_id: 'DE-2',
    external_identifiers: [{ system: 'LV', value: 'x-7' }],
    birth_date: '2022',
    race: 'Carnica',
    life_status: 'production',
    mother_id: id.granny,
    father_id: id.drone,
    mated_to_id: id.drone,
    mating_type: 'island_station',
    dam_external_id: 'DE-1',
    drone_sire_id: 'DE-9',
    pedigree: {
      mother: { id: id.granny, queen_name: 'granny', external_id: 'DE-1' },
      father: { id: id.drone, queen_name: 'drone', external_id: 'DE-9' },
    },
  });
  const worker = () => ({
    ...plain('worker'),
    generation: 'F1',
    birth_date: '2023-05-01',
    mother_id: id.stock,
    father_id: id.drone,
    dam_external_id: 'DE-2',
    // The mates of `stock` are drones from daughters of `drone`. The inbreeding of `worker` is half of the relationship
    // between `stock` and these daughters.
    inbreeding: 0.0740625,
    mother: { id: id.stock, queen_name: 'stock', external_id: 'DE-2' },
    daughters: [{ id: id.young, queen_name: 'young' }],
    evaluations: [record()],
  });
  const record = () => ({
    id: id.evaluation,
    queen_id: id.worker,
    eval_year: 2024,
    evaluated_on: null,
    apiary_id: id.apiary,
    hive_id: null,
    evaluator: null,
    country_code: null,
    postal_code: null,
    honey_yield_kg: 32.5,
    gentleness: 3.5,
    vigor: null,
    wintering: null,
    swarming: null,
    comb_sitting: null,
    hyg6_cleaned: 20,
    hyg24_cleaned: 45,
    created_at: timestamp,
    updated_at: timestamp,
  });
  const run = () => ({
    id: id.run,
    status: 'completed',
    computed_at: timestamp,
    source: 'computed',
    method: 'honey_bee',
  });
  const value = (run_id = id.run) => ({
    queen_id: id.stock,
    queen_name: 'stock',
    trait: 'honey',
    entity_type: 'queen',
    raw_value: 2.5,
    normalized_value: 104,
    reliability_r2: 0.4,
    run_id,
  });

  return { stock, worker, record, run, value };
}
