import { sql, type Kysely } from 'kysely';

const PEDIGREE = 1;

/**
 * Lets one transaction at a time write the pedigree of an account, for what makes it sound (no cycle, parents first)
 * is judged over many rows. Not the account's row: whoever signs in or creates a key would wait for a long import.
 */
export async function lockPedigree(db: Kysely<unknown>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${PEDIGREE}))`.execute(db);
}
