import { sql, type RawBuilder } from 'kysely';
import { ownerOf } from '../../access/owner.js';
import type { Em } from '../../orm.js';

/** A `PackedRecord` of a row of `queen`, `q` being one. */
export const PACKED = sql`json_build_array(q.id, q.mother_id, case when q.mother_id is null then q.father_id end,
  q.mated_to_id, q.mating_type, q.sdi_code, q.drone_producers, q.drones)`;

/** Of the queens as they stood when it was read. */
export interface Ancestry {
  /** Of the last write of any queen of the account: microseconds since 1970, see migration 5. */
  revision: number;
  /** How many records. */
  count: number;
  /** They, as `PACKED` makes them, in a JSON list: a text goes to another thread, and through this one, at no cost. */
  packed: string;
}

/** Queens whose ancestors need not be read where nothing was written since. */
export interface Unless {
  revision: number;
  ids: readonly string[];
}

/** The revision of the last write of any of an account's queens. One look into an index. */
export const queensRevision = (accountId: string): RawBuilder<string | null> => sql`
  (select max(revision) from change where account_id = ${accountId} and kind = 'queen')`;

/**
 * Reads queens with all that the relationships of their daughters depend on: their dams (where there is none, the father
 * given), and whoever these mated with, and so on up. One statement, so that records and revision are of one moment.
 * `offset 0` keeps the planner from turning the look-up of a row by its key into a join that reads the whole table, and a
 * list that it does not see the length of from taking so many rows for granted that it compiles the statement (20 ms).
 *
 * @param unless whom to read besides, if any queen was written since then
 */
export async function readAncestry(em: Em, ids: readonly string[], unless?: Unless): Promise<Ancestry> {
  const owner = ownerOf(em);
  const { rows } = await sql<{ revision: string | null; count: number; packed: string | null }>`
    with recursive written (revision) as materialized (select ${queensRevision(owner)}),
    walk (id) as (
      select asked.id from (
        select unnest((select ${[...ids]}::uuid[]))
        union all
        select known.id from unnest((select ${[...(unless?.ids ?? [])]}::uuid[])) known (id)
        where (select revision from written) is distinct from ${unless?.revision ?? 0}::bigint
      ) asked (id)
      union
      select relative.id
      from walk
      cross join lateral (
        select mother_id, father_id, mated_to_id from queen
        where account_id = ${owner} and queen.id = walk.id offset 0
      ) q
      cross join lateral (values (coalesce(q.mother_id, q.father_id)), (q.mated_to_id)) relative (id)
      where relative.id is not null
    )
    select (select revision from written)::text as revision, count(*)::integer as count,
      json_agg(${PACKED})::text as packed
    from walk
    cross join lateral (
      select * from queen where account_id = ${owner} and queen.id = walk.id offset 0
    ) q`.execute(em.getKysely());
  const { revision, count, packed } = rows[0]!;
  return { revision: Number(revision ?? 0), count, packed: packed ?? '[]' };
}
