import { sql, type RawBuilder } from 'kysely';
import { TRAIT_COLUMNS as TRAITS } from '../../core/traits.js';
import type { TraitStatistics } from './offspring-stats.types.js';

/**
 * SQL for a subquery with the alias `evaluation`, for statements that select `TRAIT_COLUMNS`. Its rows are sorted by id
 * within each group, because the last digits of a sum depend on the order of addition.
 * @param by columns to group by
 * @param from clause `from … where …` that reads `evaluation`
 */
export const evaluationsInOrder = (by: readonly string[], from: RawBuilder<unknown>): RawBuilder<unknown> => {
  const columns = [...by, ...TRAITS.map((trait) => `evaluation.${trait}`)].map((name) => sql.ref(name));
  const order = [...by, 'evaluation.id'].map((name) => sql.ref(name));
  return sql`(select ${sql.join(columns)} ${from} order by ${sql.join(order)}) evaluation`;
};

/** A result row of a statement with `TRAIT_COLUMNS`. Each trait is an array of n, mean, sd, min and max. */
export type StatisticsRow = Readonly<Record<string, string | number | (number | null)[] | null>>;

/** Columns of a grouped statement that reads `evaluation`. The values of `Trait` are column names. */
export const TRAIT_COLUMNS: RawBuilder<unknown> = sql.join(
  TRAITS.map((trait) => {
    const value = sql`${sql.ref(`evaluation.${trait}`)}::double precision`;
    return sql`array[count(${value}), avg(${value}), stddev_samp(${value}), min(${value}), max(${value})]
      as ${sql.ref(trait)}`;
  }),
);

/** Converts a result row to statistics. If there is no row, all counts are 0. */
export function traitStatistics(row: StatisticsRow | undefined): TraitStatistics[] {
  return TRAITS.map((trait) => {
    const [n, mean, sd, min, max] = (row?.[trait] as (number | null)[] | undefined) ?? [0];
    return { trait, n: n ?? 0, mean: mean ?? null, sd: sd ?? null, min: min ?? null, max: max ?? null };
  });
}
