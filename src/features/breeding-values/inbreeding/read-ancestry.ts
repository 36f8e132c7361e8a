import { sql, type RawBuilder } from 'kysely';
import { onlyRow } from '../../../db/only-row.js';
import { hiddenOwner } from '../../../db/owner.js';
import type { Em } from '../../../db/orm.js';
import { PEDIGREE_RECORD } from '../read-queens.js';

/** Records of queens. */
export interface PedigreeRecords {
  count: number;
  /** JSON list of `PedigreeRecord` as text, which is cheap to send to a thread. */
  records: string;
}

/** SQL for the revision of the last change of any queen of the account. It needs one index look-up. */
export const queensRevision = (accountId: string): RawBuilder<string | null> => sql`
  (select max(revision) from change where account_id = ${accountId} and kind = 'queen')`;

/**
 * Reads queens, and all ancestors of their daughters. For each queen that it reads, the statement also reads her mate
 * and her dam (or her sire, if the dam is unknown).
 *
 * `offset 0` makes the planner use key look-ups instead of a join that reads the whole table. Without the sub-select
 * for the ids, the planner would expect many rows, and the JIT compilation of the statement would take 20 ms.
 */
export async function readAncestry(em: Em, ids: readonly string[]): Promise<PedigreeRecords> {
  const owner = hiddenOwner(em);
  const { rows } = await sql<{ count: number; records: string | null }>`
    /* prepared */ with recursive walk (id) as (
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
    select count(*)::integer as count, json_agg(record)::text as records
    from walk
    cross join lateral (
      select ${PEDIGREE_RECORD} from queen q where q.account_id = ${owner} and q.id = walk.id offset 0
    ) record`.execute(em.getKysely());
  const { count, records } = onlyRow(rows);
  return { count, records: records ?? '[]' };
}
