import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import type { TraitStatistics } from './offspring-stats.types.js';
import { evaluationsInOrder, TRAIT_COLUMNS, traitStatistics, type StatisticsRow } from './trait-statistics.js';

/** Statistics of each trait over all evaluations of the daughters of a mother. */
export const offspringTraitsByQueen: LoaderFactory<string, TraitStatistics[]> = (em) =>
  new DataLoader(async (ids) => {
    const { rows } = await sql<StatisticsRow>`
      select mother_id, ${TRAIT_COLUMNS}
      from ${evaluationsInOrder(
        ['queen.mother_id'],
        sql`
          from queen
          join evaluation on evaluation.account_id = queen.account_id and evaluation.queen_id = queen.id
          where queen.account_id = ${hiddenOwner(em)} and queen.mother_id = any(${ids}::uuid[])`,
      )}
      group by mother_id`.execute(em.getKysely());
    const found = new Map(rows.map((row) => [row.mother_id as string, row]));
    return ids.map((id) => traitStatistics(found.get(id)));
  });
