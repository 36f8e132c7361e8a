import { beforeAll, expect, test } from '@jest/globals';
import { sharedService, type SharedService } from '../../support/service.js';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

// Regression: `drones` together with the type turned the single drone into many, and an insemination with SDI code 1
// was one with twelve drones.
test.each([
  [{ mating_type: 'single_drone' }, 0.75],
  [{ mating_type: 'single_drone', drone_producers: 3, drones: 5 }, 0.75],
  [{ mating_type: 'insemination', sdi_code: 1 }, 0.75],
  [{ sdi_code: 1, drones: 12 }, 0.75],
  // Half of the sisters' genes come from one drone of the twelve that they share, the rest from their common dam.
  [{ mating_type: 'single_queen', drone_producers: 3 }, 0.25 + 1 / 24 + (11 / 12) * 0.25],
])('daughters of a queen mated by %j are related by %d', async (mating, relationship) => {
  const client = await service.register();
  const make = async (body: object): Promise<string> => (await client.post('/api/queens/f0', body)).body.data.id;
  const mate = await make({ queen_name: 'Mate' });
  const dam = await make({ queen_name: 'Dam', mated_to_id: mate, ...mating });
  const daughter = await make({ queen_name: 'Daughter', mother_id: dam });
  const { body } = await client.post('/api/v1/ebv/mating-plans', {
    queen_ids: [dam],
    drone_mother_ids: [daughter],
    use: 'own_drones',
  });
  expect(body.data[0].daughter.inbreeding).toBeCloseTo(relationship / 2, 11);
});
