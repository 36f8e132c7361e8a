import { sql, type Kysely } from 'kysely';
import { requireOpenAccount } from './open-account.js';

const PEDIGREE = 1;

/**
 * Lets one transaction at a time write the pedigree of an account, for what makes it sound (no cycle, parents first)
 * is judged over many rows. Not the account's row: whoever signs in or creates a key would wait for a long import.
 * @throws {ServiceError} `unauthenticated` where the account was given up meanwhile
 */
export async function lockPedigree(db: Kysely<unknown>, accountId: string): Promise<void> {
  await waitForWriters(db, accountId);
  await requireOpenAccount(db, accountId);
}

/** The lock alone, for whoever removes the account. */
export async function waitForWriters(db: Kysely<unknown>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${PEDIGREE}))`.execute(db);
}
