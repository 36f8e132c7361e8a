import { sql } from 'kysely';
import { migrateJobs } from './jobs.js';
import type { Orm } from './orm.js';
import { grantRights } from './row-level-security.js';

/** Whoever makes or replaces tables holds this advisory lock. */
export const SCHEMA_LOCK = 8_201_945;

/**
 * Brings the tables of the service and those of its job queue up to date. Several processes may do so at once: one
 * works while the others wait, and then find nothing left to do.
 * @returns the names of the migrations that were run
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
  // One process at a time has an embedded database, and it has one connection, which a lock would keep.
  if (!database.pool) return migrate();
  return database.kysely.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${SCHEMA_LOCK})`.execute(connection);
    try {
      return await migrate();
    } finally {
      await sql`select pg_advisory_unlock(${SCHEMA_LOCK})`.execute(connection);
    }
  });
}
