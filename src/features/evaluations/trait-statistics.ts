import { sql, type RawBuilder } from 'kysely';
import { TRAIT_COLUMNS as TRAITS } from '../../core/traits.js';
import type { TraitStatistics } from './offspring-stats.types.js';

/**
 * `evaluation` for a statement that selects `TRAIT_COLUMNS`. The last digits of sums depend on the order of what is
 * added: it is that of ids within each group, however the planner groups, and not that of the disk.
 * @param from `from … where …`, with a table `evaluation`
 * @param by columns to group by
 */
export const evaluationsInOrder = (by: readonly string[], from: RawBuilder<unknown>): RawBuilder<unknown> => {
  const columns = [...by, ...TRAITS.map((trait) => `evaluation.${trait}`)].map((name) => sql.ref(name));
  const order = [...by, 'evaluation.id'].map((name) => sql.ref(name));
  return sql`(select ${sql.join(columns)} ${from} order by ${sql.join(order)}) evaluation`;
};

/** A row of a statement that selects `TRAIT_COLUMNS`: an array a trait of n, mean, sd, min and max. */
export type StatisticsRow = Readonly<Record<string, string | number | (number | null)[] | null>>;

/** Columns of a statement over `evaluation` that is grouped. The values of `Trait` are the names of the columns. */
export const TRAIT_COLUMNS: RawBuilder<unknown> = sql.join(
  TRAITS.map((trait) => {
    const value = sql`${sql.ref(`evaluation.${trait}`)}::double precision`;
    return sql`array[count(${value}), avg(${value}), stddev_samp(${value}), min(${value}), max(${value})]
      as ${sql.ref(trait)}`;
  }),
);

/** Each trait in a row of the statement; without a row there were no evaluations. */
export function traitStatistics(row: StatisticsRow | undefined): TraitStatistics[] {
  return TRAITS.map((trait) => {
    const [n, mean, sd, min, max] = (row?.[trait] as (number | null)[] | undefined) ?? [0];
    return { trait, n: n ?? 0, mean: mean ?? null, sd: sd ?? null, min: min ?? null, max: max ?? null };
  });
}
