import { sql } from 'kysely';
import type { Services } from '../../graphql/context.js';

/**
 * Maximum number of stored events for each account and action. Each action has its own limit, so that frequent events
 * do not displace rare events of other kinds.
 */
export const MAX_EVENTS_PER_ACTION = 400;

/** Deletes events that are older than a year or exceed the limit for their action, in all accounts. */
export async function sweepAudit({ orm }: Pick<Services, 'orm'>): Promise<void> {
  const { kysely } = orm.database;
  await sql`delete from audit_event where happened_at < now() - interval '1 year'`.execute(kysely);
  await sql`
    delete from audit_event e using (
      select account_id, id, row_number() over (partition by account_id, action order by happened_at desc, id desc) as place
      from audit_event
      where (account_id, action) in (
        select account_id, action from audit_event group by account_id, action having count(*) > ${MAX_EVENTS_PER_ACTION})
    ) ranked
    where e.account_id = ranked.account_id and e.id = ranked.id and place > ${MAX_EVENTS_PER_ACTION}`.execute(kysely);
}
