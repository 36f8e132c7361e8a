import { nameKey } from '../../src/features/queens/name-key.js';
import type { Rest } from './harness.js';

export interface TestQueen {
  id: string;
  generation: 'F0' | 'F1';
  name: string;
  race: string | null;
  birth_date: string | null;
  status: string | null;
  external_id: string | null;
  mother_id: string | null;
  updated_at: string;
  identifier: string | null;
}

const NAMES = ['Änne', 'Anna', 'Zoë', 'berta', 'Berta', 'Cäcilie', 'ca%rl', 'Łucja', 'Ida_1'];
const RACES = ['Carnica', 'Buckfast', null, 'Ligustica'];
const STATUSES = ['testing', 'production', 'sold', 'dead', 'lost', null];
const BIRTHS = ['2019', '2020-06-21', '2021-05-03', null, '2021', '2022-07-30', '2020-06-20'];

/**
 * Inserts six F0 queens, and F1 daughters of the first three F0 queens. Every third queen has an identifier of another
 * system.
 */
export async function insertSampleQueens(rest: Rest, account_id: string, count = 60): Promise<TestQueen[]> {
  const queens: TestQueen[] = [];
  for (let n = 0; n < count; n++) {
    const mother = n < 6 ? null : (queens[n % 3] as TestQueen);
    const row = {
      generation: mother ? ('F1' as const) : ('F0' as const),
      name: `${NAMES[n % NAMES.length]}${n < 40 ? '' : ' II'}`,
      race: RACES[n % RACES.length] ?? null,
      birth_date: mother ? (BIRTHS[n % BIRTHS.length] ?? null) : '2017-05-01',
      status: STATUSES[n % STATUSES.length] ?? null,
      external_id: `DE-44-${n % 7}-${n}-2020`,
      mother_id: mother?.id ?? null,
      updated_at: `2024-01-${String((n % 28) + 1).padStart(2, '0')}T08:00:00.000Z`,
    };
    const id = await rest.insert('queen', { account_id, ...row, name_key: nameKey(row.name) });
    const identifier = n % 3 === 0 ? `LV-${n}-x` : null;
    if (identifier)
      await rest.insert('queen_identifier', { account_id, system: 'LV', value: identifier, queen_id: id });
    queens.push({ ...row, id, identifier });
  }
  return queens;
}

export const evaluation = (account_id: string, queen_id: string, year: number, more: object = {}) => ({
  account_id,
  queen_id,
  year,
  honey: 32.5,
  gentleness: 3.5,
  hyg6h: 20,
  hyg24h: 45,
  ...more,
});
