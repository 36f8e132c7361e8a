import { sql } from 'kysely';
import type { Actor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordEvent } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { invalid, unauthenticated } from '../../core/errors.js';
import { STAGING_TABLES } from '../../db/staging-tables.js';
import { lockAccountWrites } from '../../db/account-lock.js';
import type { Em } from '../../db/orm.js';
import { withoutLimit } from '../../db/statement-timeout.js';
import { retryOnDeadlock } from '../../db/database-errors.js';
import type { Account } from './account.entity.js';
import { findAccount } from './accounts.js';
import { deleteAttempts, limitAttempts } from './sign-in-attempts.js';
import { verifyPassword } from './password.js';

/**
 * Deletes an account with all its data in two steps: first it ends all access, then it deletes the rows. If the process
 * stops between the two steps, {@link finishAccountDeletions} completes the deletion.
 * @param network network of the client
 * @throws {ServiceError} `validation_failed` if the password is wrong, `rate_limited`, or `unauthenticated` if the
 *   account is already deleted
 */
export async function deleteOwnAccount(
  services: Services,
  accountId: string,
  { password, by, network }: { password: string; by: Actor; network: string },
): Promise<void> {
  const account = await findAccount(services, accountId);
  if (account.passwordHash === null) throw unauthenticated();
  const isRight = await limitAttempts(services, { email: account.email, network }, () =>
    verifyPassword(account.passwordHash, password),
  );
  if (!isRight) throw invalid([{ path: 'password', message: 'is wrong', code: 'wrong_password' }]);
  await deleteAccount(services, account, by);
}

/** Deletes an account without a password, for the operator of the service. */
export async function deleteAccount(
  services: Pick<Services, 'orm' | 'jobs'>,
  account: DeletableAccount,
  by: Actor,
): Promise<void> {
  await retryOnDeadlock(() => closeAccount(services, account.id, by));
  await withoutLimit(() => removeRows(services, account));
}

/** Completes deletions that a crash or an unavailable database interrupted. */
export async function finishAccountDeletions(services: Services): Promise<void> {
  const { rows } = await sql<DeletableAccount>`
    select id, email from account where closed_at is not null order by closed_at`.execute(services.orm.database.kysely);
  for (const account of rows) await removeRows(services, account);
}

type DeletableAccount = Pick<Account, 'id' | 'email'>;

/** Ends all access: deletes the password, sessions, keys and password links. */
async function closeAccount({ orm }: Pick<Services, 'orm'>, accountId: string, by: Actor): Promise<void> {
  await orm.fork().transactional(async (em) => {
    const db = em.getKysely<unknown>();
    const { numAffectedRows } = await sql`
      update account set closed_at = coalesce(closed_at, now()), password_hash = null where id = ${accountId}`.execute(
      db,
    );
    // Another request may already have deleted the account.
    if (numAffectedRows === 0n) return;
    await recordEvent(db, accountId, { action: AuditAction.account_closed, by });
    await sql`delete from session where account_id = ${accountId}`.execute(db);
    await sql`delete from password_link where account_id = ${accountId}`.execute(db);
    await sql`delete from api_key where account_id = ${accountId}`.execute(db);
  });
}

/** Waits for the lock of the account (see {@link lockAccountWrites}), and then deletes the rows of the account. */
async function removeRows(
  { orm, jobs }: Pick<Services, 'orm' | 'jobs'>,
  { id, email }: DeletableAccount,
): Promise<void> {
  const removal = async (em: Em): Promise<void> => {
    const db = em.getKysely<unknown>();
    await lockAccountWrites(db, id);
    await sql`set constraints all deferred`.execute(db);
    await sql`delete from account where id = ${id}`.execute(db);
    // The staging tables have no foreign keys. Their rows are deleted after the account, so that no upload can finish
    // between the two deletions.
    for (const table of STAGING_TABLES) await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(db);
    await deleteAttempts(db, email);
    await jobs.deleteJobsOf(db, id);
  };
  // Deadlocks are possible, because not every write holds the lock of the account.
  await retryOnDeadlock(() => orm.fork().transactional(removal));
}
