import { sql } from 'kysely';
import type { Services } from '../../graphql/context.js';

/** Of each action of an account so many are kept: what one can repeat at will pushes out nothing else. */
export const KEPT = 400;

/** Takes what is older than a year, and of what there is too much the oldest. It goes over all accounts. */
export async function sweepAudit({ orm }: Pick<Services, 'orm'>): Promise<void> {
  const { kysely } = orm.database;
  await sql`delete from audit_event where happened_at < now() - interval '1 year'`.execute(kysely);
  await sql`
    delete from audit_event e using (
      select account_id, id, row_number() over (partition by account_id, action order by happened_at desc, id desc) as place
      from audit_event
      where (account_id, action) in (
        select account_id, action from audit_event group by account_id, action having count(*) > ${KEPT})
    ) ranked
    where e.account_id = ranked.account_id and e.id = ranked.id and place > ${KEPT}`.execute(kysely);
}
