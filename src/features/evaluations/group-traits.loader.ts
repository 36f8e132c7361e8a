import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import type { TraitStatistics } from './offspring-stats.types.js';
import { evaluationsInOrder, TRAIT_COLUMNS, traitStatistics, type StatisticsRow } from './trait-statistics.js';

/** A contemporary group: the colonies at one apiary in one season. */
export interface EvaluationGroup {
  apiaryId: string;
  year: number;
}

const groupKey = ({ apiaryId, year }: EvaluationGroup): string => `${apiaryId} ${year}`;

/** Statistics of each trait in a contemporary group. One statement computes all groups. */
export const traitsByGroup: LoaderFactory<EvaluationGroup, TraitStatistics[]> = (em) =>
  new DataLoader(
    async (groups: readonly EvaluationGroup[]) => {
      const apiaries = groups.map(({ apiaryId }) => apiaryId);
      const years = groups.map(({ year }) => year);
      const { rows } = await sql<StatisticsRow>`
        select apiary_id, year, ${TRAIT_COLUMNS}
        from ${evaluationsInOrder(
          ['evaluation.apiary_id', 'evaluation.year'],
          sql`
            from evaluation
            join unnest(${apiaries}::uuid[], ${years}::integer[]) as wanted (apiary_id, year)
              on evaluation.apiary_id = wanted.apiary_id and evaluation.year = wanted.year
            where evaluation.account_id = ${hiddenOwner(em)}`,
        )}
        group by apiary_id, year`.execute(em.getKysely());
      const found = new Map(rows.map((row) => [`${row.apiary_id} ${row.year}`, row]));
      return groups.map((group) => traitStatistics(found.get(groupKey(group))));
    },
    { cacheKeyFn: groupKey },
  );
