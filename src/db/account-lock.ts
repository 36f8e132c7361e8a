import { sql, type Kysely } from 'kysely';
import { requireOpenAccount } from './open-account.js';

const PEDIGREE_LOCK_SEED = 1;

/**
 * Takes the lock of an account until the end of the transaction. Writes of queens and of other data of the account take
 * this lock, so that they run one after another. One lock protects the whole pedigree, because its rules (no cycles,
 * parents are older than offspring) span many rows. The account's row is not locked, so that signing in or creating a
 * key does not wait for a long import.
 * @throws {ServiceError} `unauthenticated` if the account has been deleted
 */
export async function lockPedigree(db: Kysely<unknown>, accountId: string): Promise<void> {
  await lockAccountWrites(db, accountId);
  await requireOpenAccount(db, accountId);
}

/** Takes the lock of an account, even if the account is being deleted. */
export async function lockAccountWrites(db: Kysely<unknown>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${PEDIGREE_LOCK_SEED}))`.execute(db);
}
