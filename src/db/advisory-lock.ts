import { sql, type Kysely } from 'kysely';
import type { Database } from './database.js';

/** Beside the seeds of other advisory locks, see `db/account-lock.ts`. */
const LONG_WORK = 2;

/**
 * Does long work, unless another process that shares the database is at it. The lock is the connection's, so that it
 * goes with its process, however that ends.
 * @param id what the work is about: a UUID, or a name of its own
 * @param work is handed the connection that has the lock; the lock is lost where a statement on it finds no database
 */
export async function withAdvisoryLock(
  { kysely, pool }: Database,
  id: string,
  work: (db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  // One process at a time has an embedded database, and it has one connection, which a lock would keep.
  if (!pool) return work(kysely);
  await kysely.connection().execute(async (db) => {
    const key = sql`hashtextextended(${id}, ${LONG_WORK})`;
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(db);
    if (!rows[0]?.taken) return;
    try {
      await work(db);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(db);
    }
  });
}
