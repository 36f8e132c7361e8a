import { sql } from 'kysely';
import type { Services } from '../context.js';

/**
 * After a sign-in: ends those sessions of the account that were not renewed for longest, beyond as many as it may have.
 * Several sign-ins at once each look at what the others have begun, so that none too many are left.
 */
export async function endOldest({ orm, config }: Services, accountId: string): Promise<void> {
  await sql`
    delete from session where account_id = ${accountId} and id_hash in (
      select id_hash from session where account_id = ${accountId} and expires_at > now()
      order by expires_at desc offset ${config.SESSIONS_PER_ACCOUNT})`.execute(orm.database.kysely);
}
