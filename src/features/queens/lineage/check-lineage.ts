import { sql, type Kysely, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import type { FaultCode } from '../../../core/fault-codes.js';
import { bornAfter, bornAfterMessage, bornAfterParams, called, motherIsF1Message } from './lineage-rules.js';

/** A link from a queen to her dam or sire that breaks a rule. */
export interface BrokenLink {
  daughterId: string;
  parentId: string;
  /** Id of the daughter's mother. */
  motherId: string | null;
  link: 'mother' | 'father';
  message: string;
  code: FaultCode;
  params: Record<string, unknown>;
}

/**
 * Checks the stored links between these queens and their parents and daughters, except for cycles (see `checkCycles`).
 * A write calls this function before its commit, and rolls back if a link is broken.
 */
export async function checkLineage(
  db: Kysely<unknown>,
  accountId: string,
  ids: readonly string[],
): Promise<BrokenLink[]> {
  if (ids.length === 0) return [];
  const found = (id: RawBuilder<unknown>) =>
    sql`lateral (select * from queen q where q.account_id = ${hidden(accountId)} and q.id = ${id} offset 0)`;
  const both = sql`cross join ${found(sql`l.id`)} n cross join ${found(sql`l.parent_id`)} p`;
  const { rows } = await sql<BrokenLink>`
    with link as (
      select q.id, q.mother_id as parent_id, 'mother' as link from queen q
      where q.account_id = ${hidden(accountId)} and q.mother_id is not null
        and (q.id = any(${[...ids]}::uuid[]) or q.mother_id = any(${[...ids]}::uuid[]))
      union all
      select q.id, q.father_id, 'father' from queen q
      where q.account_id = ${hidden(accountId)} and q.father_id is not null
        and (q.id = any(${[...ids]}::uuid[]) or q.father_id = any(${[...ids]}::uuid[])
          or q.mother_id = any(${[...ids]}::uuid[]))
    )
    select n.id as "daughterId", p.id as "parentId", n.mother_id as "motherId", l.link,
      case when l.link = 'mother' then ${bornAfterMessage('dam', 'p', 'n')} else ${bornAfterMessage('sire', 'p', 'n')} end as message,
      'parent_born_after' as code, ${bornAfterParams('p', 'n')} as params
    from link l ${both}
    where ${bornAfter('p', 'n')}
    union all
    select n.id, p.id, n.mother_id, l.link, ${motherIsF1Message('p')}, 'mother_is_f1', jsonb_build_object('mother', ${called('p')})
    from link l ${both}
    where l.link = 'mother' and n.generation = 'F1' and p.generation = 'F1'
    order by message, "daughterId", link
    limit 1000`.execute(db);
  return rows;
}
