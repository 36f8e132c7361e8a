import { beforeAll, expect, test } from '@jest/globals';
import { sharedService, type SharedService } from '../../support/service.js';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

// Regression: `drones` took precedence over the type `single_drone`, and an insemination with SDI code 1 counted as an
// insemination with twelve drones.
test.each([
  [{ mating_type: 'single_drone' }, 0.75],
  [{ mating_type: 'single_drone', drone_producers: 3, drones: 5 }, 0.75],
  [{ mating_type: 'insemination', sdi_code: 1 }, 0.75],
  [{ sdi_code: 1, drones: 12 }, 0.75],
  // The dam contributes 0.25. The fathers contribute 0.5 if they are the same drone (probability 1/12), otherwise 0.25.
  [{ mating_type: 'single_queen', drone_producers: 3 }, 0.25 + 1 / 24 + (11 / 12) * 0.25],
  // Drones of one unknown queen.
  [{ mated_to_id: null, mating_type: 'single_queen', drone_producers: 3 }, 0.25 + 1 / 24 + (11 / 12) * 0.25],
  [{ mated_to_id: null, mating_type: 'single_drone', drone_producers: 3, drones: 5 }, 0.75],
  [{ mated_to_id: null, drone_producers: 1, drones: 3 }, 0.25 + 1 / 6 + (2 / 3) * 0.25],
])('daughters of a queen with the mating %j have a relationship of %d', async (mating, relationship) => {
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
