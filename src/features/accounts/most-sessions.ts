import { sql } from 'kysely';
import { isTooFarAhead } from '../../db/expiry.js';
import { MAX_SESSION_SECONDS } from '../../auth/session-store.js';
import type { Services } from '../../graphql/context.js';

/**
 * After a sign-in: ends those sessions of the account that were not renewed for longest, beyond as many as it may have.
 * Sessions from before the clock was set back are ended first: they seem to be renewed last, and would push out the new one.
 * Several sign-ins at once each look at what the others have begun, so that none too many are left.
 */
export async function endOldest({ orm, config }: Services, accountId: string): Promise<void> {
  await sql`
    delete from session where account_id = ${accountId} and id_hash in (
      select id_hash from session where account_id = ${accountId} and expires_at > now()
      order by ${isTooFarAhead(sql.ref('expires_at'), MAX_SESSION_SECONDS)}, expires_at desc offset ${config.SESSIONS_PER_ACCOUNT})`.execute(
    orm.database.kysely,
  );
}
