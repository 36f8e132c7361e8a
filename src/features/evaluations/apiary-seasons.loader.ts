import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import { groupByKeys } from '../../graphql/group.js';
import type { ApiarySeason } from './apiary-seasons.types.js';

/** Seasons of each apiary, newest first. One statement reads all apiaries. */
export const seasonsByApiary: LoaderFactory<string, ApiarySeason[]> = (em) =>
  new DataLoader(async (ids) => {
    const { rows } = await sql<ApiarySeason & { apiaryId: string }>`
      select e.apiary_id as "apiaryId", e.year, count(*)::integer as evaluations,
        count(distinct q.mother_id)::integer as "knownDams"
      from evaluation e
      join queen q on q.account_id = e.account_id and q.id = e.queen_id
      where e.account_id = ${hiddenOwner(em)} and e.apiary_id = any(${[...ids]}::uuid[])
      group by e.apiary_id, e.year
      order by e.year desc`.execute(em.getKysely());
    return groupByKeys(ids, rows, ({ apiaryId }) => apiaryId);
  });
