import { sql } from 'kysely';
import { isTooFarAhead } from '../../db/expiry.js';
import { MAX_SESSION_SECONDS } from '../../auth/session-store.js';
import type { Services } from '../../graphql/context.js';

/**
 * If an account has more sessions than the limit, ends the least recently renewed ones. A session that expires too far
 * in the future (because the clock was set back) ends first. Each sign-in calls this function after it has stored its
 * session, so that concurrent sign-ins cannot exceed the limit.
 */
export async function endOldestSessions({ orm, config }: Services, accountId: string): Promise<void> {
  await orm.database.kysely.transaction().execute(async (db) => {
    // Concurrent requests renew sessions, which changes their order. Without this lock, two sign-ins could choose
    // different sessions to keep, and together end too many.
    await sql`select from account where id = ${accountId} for no key update`.execute(db);
    await sql`
      delete from session where account_id = ${accountId} and id_hash in (
        select id_hash from session where account_id = ${accountId} and expires_at > now()
        order by ${isTooFarAhead(sql.ref('expires_at'), MAX_SESSION_SECONDS)}, expires_at desc
        offset ${config.SESSIONS_PER_ACCOUNT})`.execute(db);
  });
}
