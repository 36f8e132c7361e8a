import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { type EntityType } from '../ebv.enums.js';
import { TRAIT_NAMES, type TraitName } from '../../../core/traits.js';
import { sharesOf, type Weights } from '../selection-index/weights.js';

/** What is sorted by: the index, the reliability or the normalized value of a trait. */
export interface RankingOrder {
  by: 'index' | 'reliability' | TraitName;
  descending: boolean;
}

export interface RankingQuestion {
  accountId: string;
  runId: string;
  entityType: EntityType;
  /** As they can count in the run; one at least is not 0. */
  weights: Weights;
  /** Ids of the queens that are ranked; all if undefined. */
  queens: RawBuilder<unknown> | undefined;
  minReliability: number | null;
  order: RankingOrder;
  /** The place after which to go on. */
  after: { key: number; queenId: string } | undefined;
  offset: number;
  limit: number;
}

/** A row of the answer; all but the counts are null where the page is empty. */
export interface RankingRow {
  total: number;
  /** Queens with a better key than the page's first, and others that stand before her. */
  better: number;
  before: number;
  queenId: string | null;
  index: number;
  reliability: number | null;
  key: number;
}

/** Stands for a key that is not known: comes last either way. It goes into cursors, so it is a number that JSON has. */
const LAST = 1e300;

const column = (word: TraitName) => sql.ref(`r.${Trait[word]}`);
const r2 = (word: TraitName) => sql.ref(`r.${Trait[word]}_r2`);
const plus = (terms: RawBuilder<unknown>[]) => sql.join(terms, sql` + `);

const countingIn = (weights: Weights) => TRAIT_NAMES.filter((word) => weights[word] !== 0);

/**
 * The index as `indexOf` reckons it, over a row `r`; null where a value of a trait that counts is not there.
 * @returns undefined where no trait counts
 */
export function indexSql(weights: Weights): RawBuilder<number> | undefined {
  const counting = countingIn(weights);
  if (counting.length === 0) return undefined;
  const shares = sharesOf(weights);
  const terms = counting.map((word) => sql`${shares[word]}::float8 * (${column(word)} - 100)`);
  return sql`100 + (${plus(terms)})`;
}

/**
 * A page of a ranking, the counts before it and over all: one statement over the run's rows. `is true` makes the
 * planner look queens up in a hash table; it would join them in a loop if it expected a single one.
 */
export function rankingPage(question: RankingQuestion): RawBuilder<RankingRow> {
  const { accountId, runId, entityType, weights, queens, minReliability, order, after, offset, limit } = question;
  const counting = countingIn(weights);
  const [better, direction, last] = order.descending ? [sql`>`, sql`desc`, -LAST] : [sql`<`, sql`asc`, LAST];
  const worse = order.descending ? sql`<` : sql`>`;
  const key = order.by === 'index' || order.by === 'reliability' ? sql.ref(order.by) : column(order.by);
  const beyond = after
    ? sql`where key ${worse} ${after.key}::float8 or (key = ${after.key}::float8 and queen_id > ${after.queenId}::uuid)`
    : sql``;
  return sql<RankingRow>`
    with scored as materialized (
      select r.queen_id, index, reliability, coalesce(${key}, ${last}::float8) as key
      from ranking_row r
        cross join lateral (
          select ${indexSql(weights)} as index,
            case when ${plus(counting.map(r2))} is not null then least(${sql.join(counting.map(r2))}) end as reliability
          offset 0
        ) reckoned
      where r.account_id = ${hidden(accountId)} and r.run_id = ${hidden(runId)} and r.entity_type = ${entityType}
        and index is not null
        ${minReliability === null ? sql`` : sql`and reliability >= ${minReliability}::float8`}
        ${queens ? sql`and (r.queen_id in (${queens})) is true` : sql``}
    ), page as (
      select * from scored ${beyond} order by key ${direction}, queen_id limit ${limit} offset ${offset}
    ), counts as (
      select count(*)::integer as total, count(*) filter (where s.key ${better} first.key)::integer as better,
        count(*) filter (where s.key = first.key and s.queen_id < first.queen_id)::integer as before
      from scored s left join (select key, queen_id from page order by key ${direction}, queen_id limit 1) first on true
    )
    select total, better, before, queen_id as "queenId", index, reliability, key
    from counts left join page on true order by key ${direction}, queen_id`;
}

/** Places of the rows of a page, of which equal ones share one. */
export function ranksOf(rows: readonly Pick<RankingRow, 'better' | 'before' | 'key'>[]): number[] {
  const ranks: number[] = [];
  for (const [place, { key, better, before }] of rows.entries()) {
    const same = place > 0 && rows[place - 1]!.key === key;
    ranks.push(place === 0 ? better + 1 : same ? ranks[place - 1]! : better + before + place + 1);
  }
  return ranks;
}
