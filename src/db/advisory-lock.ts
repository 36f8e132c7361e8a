import { sql, type Kysely } from 'kysely';
import type { Database } from './database.js';

/** This seed differs from the seeds of other advisory locks, see `db/account-lock.ts`. */
const LONG_WORK_LOCK_SEED = 2;

/**
 * Runs `work` unless another process that shares the database is already doing the same work. The lock belongs to the
 * connection, so the lock ends with the process.
 * @param id identifies the work: a UUID or a name
 * @param work runs with the connection that holds the lock. If the connection is lost, the lock is also lost.
 */
export async function withAdvisoryLock(
  { kysely, pglite }: Database,
  id: string,
  work: (db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  // An embedded database needs no lock: only one process uses it, and the lock would occupy its only connection.
  if (pglite) return work(kysely);
  await kysely.connection().execute(async (db) => {
    const key = sql`hashtextextended(${id}, ${LONG_WORK_LOCK_SEED})`;
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(db);
    if (!rows[0]?.locked) return;
    try {
      await work(db);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(db);
    }
  });
}
