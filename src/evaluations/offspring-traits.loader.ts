import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import { Trait } from '../breeding-values/ebv.enums.js';
import type { LoaderFactory } from '../context.js';
import type { TraitStatistics } from '../queens/offspring-stats.types.js';

const TRAITS = Object.values(Trait);

/**
 * Each trait over the evaluations of a mother's daughters, by mother. The values of `Trait` are the names of the columns.
 */
export const offspringTraitsByQueen: LoaderFactory<string, TraitStatistics[]> = (em) =>
  new DataLoader(async (ids) => {
    const columns = TRAITS.map((trait) => {
      const value = sql`${sql.ref(`evaluation.${trait}`)}::double precision`;
      // An array a trait: n, mean, sd, min, max.
      return sql`array[count(${value}), avg(${value}), stddev_samp(${value}), min(${value}), max(${value})]
        as ${sql.ref(trait)}`;
    });
    const { rows } = await sql<Record<string, string | (number | null)[]>>`
      select queen.mother_id, ${sql.join(columns)}
      from queen
      join evaluation on evaluation.account_id = queen.account_id and evaluation.queen_id = queen.id
      where queen.account_id = ${ownerOf(em)} and queen.mother_id = any(${ids}::uuid[])
      group by queen.mother_id`.execute(em.getKysely());
    const found = new Map(rows.map((row) => [row.mother_id as string, row]));
    return ids.map((id) => TRAITS.map((trait) => toStatistics(trait, found.get(id)?.[trait])));
  });

function toStatistics(trait: Trait, values: unknown): TraitStatistics {
  const [n, mean, sd, min, max] = (values as (number | null)[] | undefined) ?? [0];
  return { trait, n: n ?? 0, mean: mean ?? null, sd: sd ?? null, min: min ?? null, max: max ?? null };
}
