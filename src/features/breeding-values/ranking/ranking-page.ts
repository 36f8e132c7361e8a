import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { type EntityType } from '../ebv.enums.js';
import { TRAIT_NAMES, type TraitName } from '../../../core/traits.js';
import { sharesOf, type Weights } from '../selection-index/weights.js';
import { keyOrder, type KeyPosition } from './key-order.js';

/** Order of a ranking: by index, by reliability or by the normalized value of a trait. */
export interface RankingOrder {
  by: 'index' | 'reliability' | TraitName;
  descending: boolean;
}

export interface RankingQuery {
  accountId: string;
  runId: string;
  entityType: EntityType;
  /** Effective weights in the run; at least one is not 0. */
  weights: Weights;
  /** SQL that selects the ids of the queens to rank; undefined for all queens. */
  queens: RawBuilder<unknown> | undefined;
  minReliability: number | null;
  order: RankingOrder;
  /** Position after which the page starts. */
  after: KeyPosition | undefined;
  offset: number;
  limit: number;
}

/** A row of the result. On an empty page, all members except the counts are null. */
export interface RankingRow {
  total: number;
  /**
   * `better` is the number of queens with a better key than the first row of the page. `before` is the number of queens
   * that precede this first row and have the same key.
   */
  better: number;
  before: number;
  queenId: string | null;
  index: number;
  reliability: number | null;
  key: number;
}

const column = (word: TraitName) => sql.ref(`r.${Trait[word]}`);
const r2 = (word: TraitName) => sql.ref(`r.${Trait[word]}_r2`);
const sumOf = (terms: RawBuilder<unknown>[]) => sql.join(terms, sql` + `);

const weightedTraits = (weights: Weights) => TRAIT_NAMES.filter((word) => weights[word] !== 0);

/**
 * Returns SQL for the index (see `indexOf`) of a row `r`. The index is null if the value of a weighted trait is
 * missing.
 * @returns undefined if no trait is weighted
 */
export function indexSql(weights: Weights): RawBuilder<number> | undefined {
  const weighted = weightedTraits(weights);
  if (weighted.length === 0) return undefined;
  const shares = sharesOf(weights);
  const terms = weighted.map((word) => sql`${shares[word]}::float8 * (${column(word)} - 100)`);
  return sql`100 + (${sumOf(terms)})`;
}

/** Returns SQL for the lowest reliability of the weighted traits in a row `r`; null if any reliability is unknown. */
export function lowestReliabilitySql(weights: Weights): RawBuilder<unknown> | undefined {
  const weighted = weightedTraits(weights).map(r2);
  if (weighted.length === 0) return undefined;
  return sql`case when ${sumOf(weighted)} is not null then least(${sql.join(weighted)}) end`;
}

/**
 * Returns a statement that reads a page of a ranking with its counts from the rows of a run. The condition on the ids
 * of the queens ends with `is true`. Without `is true`, a wrong estimate would make the planner use a nested loop
 * instead of a hash join.
 */
export function rankingPage(query: RankingQuery): RawBuilder<RankingRow> {
  const { accountId, runId, entityType, weights, queens, minReliability, order, after, offset, limit } = query;
  const { missingKey, direction, whereAfter } = keyOrder(order.descending);
  const better = order.descending ? sql`>` : sql`<`;
  const key = order.by === 'index' || order.by === 'reliability' ? sql.ref(order.by) : column(order.by);
  return sql<RankingRow>`
    with scored as materialized (
      select r.queen_id, index, reliability, coalesce(${key}, ${missingKey}::float8) as key
      from ranking_row r
        cross join lateral (
          select ${indexSql(weights)} as index,
            ${lowestReliabilitySql(weights)} as reliability
          offset 0
        ) scores
      where r.account_id = ${hidden(accountId)} and r.run_id = ${hidden(runId)} and r.entity_type = ${entityType}
        and index is not null
        ${minReliability === null ? sql`` : sql`and reliability >= ${minReliability}::float8`}
        ${queens ? sql`and (r.queen_id in (${queens})) is true` : sql``}
    ), page as (
      select * from scored ${whereAfter(after, sql.ref('queen_id'))}
      order by key ${direction}, queen_id limit ${limit} offset ${offset}
    ), counts as (
      select count(*)::integer as total, count(*) filter (where s.key ${better} first.key)::integer as better,
        count(*) filter (where s.key = first.key and s.queen_id < first.queen_id)::integer as before
      from scored s left join (select key, queen_id from page order by key ${direction}, queen_id limit 1) first on true
    )
    select total, better, before, queen_id as "queenId", index, reliability, key
    from counts left join page on true order by key ${direction}, queen_id`;
}

/** Adds ranks to the rows of a page. Rows with the same key share a rank. */
export function ranked<Row extends Pick<RankingRow, 'better' | 'before' | 'key'>>(
  rows: readonly Row[],
): (Row & { rank: number })[] {
  let last: { key: number; rank: number } | undefined;
  return rows.map((row, place) => {
    const { key, better, before } = row;
    const rank = !last ? better + 1 : last.key === key ? last.rank : better + before + place + 1;
    last = { key, rank };
    return { ...row, rank };
  });
}
