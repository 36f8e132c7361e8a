import type { Client } from '../../support/service.js';

const STATION = { drone_producers: 8, drones: 12, mating_type: 'land_station' };

/** The twelve queens of `breeding.md`, but for the base sire group that three of them share there: name, dam, mating. */
const QUEENS: [name: string, dam: string | null, mating: object, sire?: string][] = [
  ['Q01', null, STATION],
  ['Q02', null, STATION],
  ['Q03', null, STATION],
  ['Q04', 'Q01', STATION, 'Q03'],
  ['Q05', 'Q01', STATION, 'Q03'],
  ['Q06', 'Q02', STATION, 'Q03'],
  ['Q07', 'Q04', { ...STATION, drone_producers: 6, drones: 10 }, 'Q06'],
  ['Q08', 'Q04', { ...STATION, drone_producers: 6, drones: 10 }, 'Q06'],
  ['Q09', 'Q05', { ...STATION, drone_producers: 6, drones: 10 }, 'Q06'],
  ['Q10', 'Q07', STATION, 'Q09'],
  ['Q11', 'Q08', STATION, 'Q09'],
  ['Q12', 'Q09', { mating_type: 'single_drone' }, 'Q08'],
];

/**
 * Enters them. `dam` there is the dam of a queen, and her own mating the fourth word.
 * @returns their ids by name
 */
export async function enterTwelve(client: Client): Promise<Record<string, string>> {
  const id: Record<string, string> = {};
  for (const [name, dam, mating, sire] of QUEENS) {
    const body = { queen_name: name, mother_id: dam && id[dam], mated_to_id: sire ? id[sire] : null, ...mating };
    const answer = await client.post('/api/queens/f0', body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    id[name] = answer.body.data.id;
  }
  return id;
}
