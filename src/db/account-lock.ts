import { sql, type Kysely } from 'kysely';
import { requireOpenAccount } from './open-account.js';

const PEDIGREE_LOCK_SEED = 1;

/**
 * Locks the pedigree of an account until the end of the transaction. One lock protects all its rows, because the rules
 * of a pedigree (no cycles, parents are older than offspring) span many rows. The account's row is not locked, so that
 * signing in or creating a key does not wait for a long import.
 * @throws {ServiceError} `unauthenticated` if the account has been deleted
 */
export async function lockPedigree(db: Kysely<unknown>, accountId: string): Promise<void> {
  await lockAccountWrites(db, accountId);
  await requireOpenAccount(db, accountId);
}

/** Locks the pedigree, even of an account that is being deleted. */
export async function lockAccountWrites(db: Kysely<unknown>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${PEDIGREE_LOCK_SEED}))`.execute(db);
}
