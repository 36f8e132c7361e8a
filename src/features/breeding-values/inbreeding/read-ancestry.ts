import { sql, type RawBuilder } from 'kysely';
import { hiddenOwner } from '../../../db/owner.js';
import type { Em } from '../../../db/orm.js';

/** A `PackedRecord` of a row of `queen`, `q` being one. */
export const PACKED = sql`json_build_array(q.id, q.mother_id, case when q.mother_id is null then q.father_id end,
  q.mated_to_id, q.mating_type, q.sdi_code, q.drone_producers, q.drones, q.mated_at, q.birth_year,
  q.mating_station)`;

/** Records of queens, as `PACKED` makes them. */
export interface Ancestry {
  count: number;
  /** A JSON list. As text it is handed to another thread at no cost. */
  packed: string;
}

/** The revision of the last write of any of an account's queens. One look into an index. */
export const queensRevision = (accountId: string): RawBuilder<string | null> => sql`
  (select max(revision) from change where account_id = ${accountId} and kind = 'queen')`;

/**
 * Reads queens with all that the relationships of their daughters depend on: their dams (where there is none, the father
 * given), and whoever these mated with, and so on up.
 * `offset 0` keeps the planner from turning the look-up of a row by its key into a join that reads the whole table, and a
 * list that it does not see the length of from taking so many rows for granted that it compiles the statement (20 ms).
 */
export async function readAncestry(em: Em, ids: readonly string[]): Promise<Ancestry> {
  const owner = hiddenOwner(em);
  const { rows } = await sql<{ count: number; packed: string | null }>`
    with recursive walk (id) as (
      select unnest((select ${[...ids]}::uuid[]))
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
    select count(*)::integer as count, json_agg(${PACKED})::text as packed
    from walk
    cross join lateral (
      select * from queen where account_id = ${owner} and queen.id = walk.id offset 0
    ) q`.execute(em.getKysely());
  const { count, packed } = rows[0]!;
  return { count, packed: packed ?? '[]' };
}
