import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Orm } from './orm.js';

/** The sizes of tables are checked after requests have written this number of rows. */
const ROWS_BETWEEN_CHECKS = 500;
/**
 * Statistics of a table are outdated if the table has more pages than `MAX_GROWTH` times its pages at the last
 * `analyze`, plus `MAX_GROWTH_PAGES`.
 */
const MAX_GROWTH = 1.2;
const MAX_GROWTH_PAGES = 10;

const rowsSince = new WeakMap<Orm, number>();

/** Counts the rows that requests write, and calls `renewStatistics` after every 500 rows. */
export async function countWrittenRows(services: { orm: Orm; log: Logger }, rows: number): Promise<void> {
  const sum = (rowsSince.get(services.orm) ?? 0) + rows;
  rowsSince.set(services.orm, sum < ROWS_BETWEEN_CHECKS ? sum : 0);
  if (sum >= ROWS_BETWEEN_CHECKS) await renewStatistics(services);
}

/**
 * Renews the planner's statistics of tables that have grown by more than a fifth and ten pages. A server with
 * autovacuum renews the statistics within minutes, but the embedded database has no autovacuum. A failure is only
 * logged, because the rows are already committed.
 */
export async function renewStatistics({ orm, log }: { orm: Orm; log: Logger }): Promise<void> {
  const { kysely } = orm.database;
  try {
    const { rows } = await sql<{ name: string }>`
      select c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and pg_relation_size(c.oid) > (c.relpages * ${MAX_GROWTH}::float8 + ${MAX_GROWTH_PAGES}) * current_setting('block_size')::integer
    `.execute(kysely);
    if (rows.length === 0) return;
    const tables = rows.map(({ name }) => sql.table(name));
    // A table that another process or autovacuum is analyzing is skipped.
    await sql`analyze (skip_locked) ${sql.join(tables)}`.execute(kysely);
  } catch (error) {
    log.warn({ err: error }, 'renewing the statistics of the planner failed');
  }
}
