import { sql, type Kysely } from 'kysely';
import { migrations } from '../../../migrations/index.js';
import { onlyRow } from '../../db/only-row.js';
import { checkRowLevelSecurity } from '../../db/row-level-security.js';
import { VERSION } from '../../core/version.js';
import type { WorkContext } from './work-context.js';

const COUNTED_TABLES = ['account', 'queen', 'evaluation', 'breeding_value', 'import', 'ebv_run', 'api_key', 'session'];

export async function status({ orm, running }: WorkContext, _input: object) {
  const db = orm.database.kysely;
  const pending = await orm.pending();
  return {
    version: VERSION,
    running,
    database: { kind: orm.database.pglite ? 'embedded' : 'server', ...(await server(db)) },
    migrations: { newest: migrations.at(-1)?.name, pending },
    row_level_security: await checkRowLevelSecurity(orm.database),
    // Rows are not counted in an older schema, because it can have other tables.
    rows: pending.length === 0 ? await counts(db) : null,
    jobs: await jobs(db),
  };
}

async function server(db: Kysely<unknown>) {
  const { rows } = await sql<{ server_version: string; bytes: number }>`
    select current_setting('server_version') as server_version,
      pg_database_size(current_database())::double precision as bytes`.execute(db);
  return onlyRow(rows);
}

async function counts(db: Kysely<unknown>): Promise<Record<string, number>> {
  const each = COUNTED_TABLES.map(
    (table) => sql`(select count(*)::integer from ${sql.table(table)}) as ${sql.ref(table)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(each)}`.execute(db);
  return onlyRow(rows);
}

/** Jobs by state; null if the job queue has no tables yet. */
async function jobs(db: Kysely<unknown>): Promise<Record<string, number> | null> {
  const there = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null as there`.execute(db);
  if (!there.rows[0]?.there) return null;
  const { rows } = await sql<{ waiting: number; running: number; failed: number }>`
    select count(*) filter (where state in ('created', 'retry'))::integer as waiting,
      count(*) filter (where state = 'active')::integer as running,
      count(*) filter (where state = 'failed')::integer as failed
    from jobs.job where name not like '\\_\\_pgboss%'`.execute(db);
  return { ...onlyRow(rows) };
}
