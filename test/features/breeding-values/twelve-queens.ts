import type { Client } from '../../support/service.js';

const STATION = { drone_producers: 8, drones: 12, mating_type: 'land_station' };

/**
 * The twelve queens of the example in `test/blup/worked-example.ts`. There, Q01, Q02 and Q03 share the mating group
 * `OPEN`, which is omitted here.
 */
const QUEENS: [name: string, born: string, dam: string | null, mating: object, sire?: string][] = [
  ['Q01', '2010', null, STATION],
  ['Q02', '2010', null, STATION],
  ['Q03', '2010', null, STATION],
  ['Q04', '2013', 'Q01', STATION, 'Q03'],
  ['Q05', '2013', 'Q01', STATION, 'Q03'],
  ['Q06', '2013', 'Q02', STATION, 'Q03'],
  ['Q07', '2016', 'Q04', { ...STATION, drone_producers: 6, drones: 10 }, 'Q06'],
  ['Q08', '2016', 'Q04', { ...STATION, drone_producers: 6, drones: 10 }, 'Q06'],
  ['Q09', '2016', 'Q05', { ...STATION, drone_producers: 6, drones: 10 }, 'Q06'],
  ['Q10', '2019', 'Q07', STATION, 'Q09'],
  ['Q11', '2019', 'Q08', STATION, 'Q09'],
  ['Q12', '2019', 'Q09', { mating_type: 'single_drone' }, 'Q08'],
];

/**
 * Creates the twelve queens. Matings of one year share their drone-producing queens, as in the example.
 * @returns their ids by name
 */
export async function enterTwelve(client: Client): Promise<Record<string, string>> {
  const id: Record<string, string> = {};
  for (const [name, born, dam, mating, sire] of QUEENS) {
    const body = {
      queen_name: name,
      birth_date: born,
      mother_id: dam && id[dam],
      mated_to_id: sire ? id[sire] : null,
      ...mating,
    };
    const response = await client.post('/api/queens/f0', body);
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    id[name] = response.body.data.id;
  }
  return id;
}
