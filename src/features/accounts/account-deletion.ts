import { sql } from 'kysely';
import type { Actor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { note } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { invalid, unauthenticated } from '../../core/errors.js';
import { STAGING_TABLES } from '../../db/staging-tables.js';
import { lockAccountWrites } from '../../db/account-lock.js';
import type { Em } from '../../db/orm.js';
import { withoutLimit } from '../../db/statement-timeout.js';
import { retryOnDeadlock } from '../../db/database-errors.js';
import type { Account } from './account.entity.js';
import { findAccount } from './accounts.js';
import { forgetAttempts, limited } from './attempts.js';
import { verifyPassword } from './password.js';

/**
 * Deletes an account and whatever is of it, in two steps: first nobody gets in any more and what is written for it
 * stops; then its rows go. Should the process die in between, {@link finishLeaving} goes on.
 * @param network where the request comes from
 * @throws {ServiceError} `validation_failed` where the password is wrong, `rate_limited`, or `unauthenticated` where
 *   the account is gone already
 */
export async function leave(
  services: Services,
  accountId: string,
  { password, by, network }: { password: string; by: Actor; network: string },
): Promise<void> {
  const account = await findAccount(services, accountId);
  if (account.passwordHash === null) throw unauthenticated();
  const right = await limited(services, { email: account.email, network }, () =>
    verifyPassword(account.passwordHash, password),
  );
  if (!right) throw invalid([{ path: 'password', message: 'is not the password', code: 'wrong_password' }]);
  await removeAccount(services, account, by);
}

/** The same without a password, for whoever keeps the service. */
export async function removeAccount(
  services: Pick<Services, 'orm' | 'jobs'>,
  account: Leaving,
  by: Actor,
): Promise<void> {
  await retryOnDeadlock(() => close(services, account.id, by));
  await withoutLimit(() => remove(services, account));
}

/** Removes accounts that were given up and are still there: a process died, or the database went away. */
export async function finishLeaving(services: Services): Promise<void> {
  const { rows } = await sql<Leaving>`
    select id, email from account where closed_at is not null order by closed_at`.execute(services.orm.database.kysely);
  for (const account of rows) await remove(services, account);
}

type Leaving = Pick<Account, 'id' | 'email'>;

/** Ends sessions, keys and links, on every process at once, and lets nobody sign in. */
async function close({ orm }: Pick<Services, 'orm'>, accountId: string, by: Actor): Promise<void> {
  await orm.fork().transactional(async (em) => {
    const db = em.getKysely<unknown>();
    const { numAffectedRows } = await sql`
      update account set closed_at = coalesce(closed_at, now()), password_hash = null where id = ${accountId}`.execute(
      db,
    );
    // Somebody else may have been quicker.
    if (numAffectedRows === 0n) return;
    await note(db, accountId, { action: AuditAction.account_closed, by });
    await sql`delete from session where account_id = ${accountId}`.execute(db);
    await sql`delete from password_link where account_id = ${accountId}`.execute(db);
    await sql`delete from api_key where account_id = ${accountId}`.execute(db);
  });
}

/** Takes every row, once whoever writes in the account has stopped. Where they are gone already it changes nothing. */
async function remove({ orm, jobs }: Pick<Services, 'orm' | 'jobs'>, { id, email }: Leaving): Promise<void> {
  const taking = async (em: Em): Promise<void> => {
    const db = em.getKysely<unknown>();
    await lockAccountWrites(db, id);
    await sql`set constraints all deferred`.execute(db);
    await sql`delete from account where id = ${id}`.execute(db);
    // What no foreign key takes along; after the account, so that no upload that ends now slips in between.
    for (const table of STAGING_TABLES) await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(db);
    await forgetAttempts(db, email);
    await jobs.deleteJobsOf(db, id);
  };
  // Whatever is not written under the account's lock takes rows in its own order.
  await retryOnDeadlock(() => orm.fork().transactional(taking));
}
