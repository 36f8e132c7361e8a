import { sql } from 'kysely';
import { migrateJobs } from './jobs.js';
import type { Orm } from './orm.js';
import { grantRights } from './row-level-security.js';

/** Advisory lock held while tables are created or replaced. */
export const SCHEMA_LOCK = 8_201_945;

/**
 * Migrates the tables of the service and of its job queue. When several processes start at once, one process migrates.
 * The other processes wait, and then have nothing to do.
 * @returns the names of the migrations that ran
 */
export async function migrateAll(orm: Orm, queues: string[]): Promise<string[]> {
  const { database } = orm;
  const migrate = async () => {
    const names = await orm.pending();
    if (names.length > 0) await orm.migrate();
    await migrateJobs(database, queues);
    await grantRights(database);
    return names;
  };
  // An embedded database needs no lock: only one process uses it, and the lock would occupy its only connection.
  if (database.pglite) return migrate();
  return database.kysely.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${SCHEMA_LOCK})`.execute(connection);
    try {
      return await migrate();
    } finally {
      await sql`select pg_advisory_unlock(${SCHEMA_LOCK})`.execute(connection);
    }
  });
}
