import { CommandError } from '../core/command-error.js';
import { onlyRow } from '../db/only-row.js';
import { appliedMigrations, IS_SERVICE_TABLE, type Queryable } from './tables.js';

/**
 * Query for the statements that drop the objects of Queenbook: the schema of the job queue, and the tables and
 * functions of the schema `public` that belong to no extension. The table of applied migrations is kept.
 */
const DROP_STATEMENTS = `
  select format('drop table %s cascade', c.oid::regclass) as statement from pg_class c where ${IS_SERVICE_TABLE}
  union all
  select format('drop function %s cascade', p.oid::regprocedure)
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select 'drop schema jobs cascade' from pg_namespace where nspname = 'jobs'`;

/** Drops all objects of Queenbook, except the table of applied migrations, in one statement. */
export const DROP_ALL = `
  do $clear$ declare found record;
  begin
    for found in ${DROP_STATEMENTS} loop execute found.statement; end loop;
  end $clear$`;

/**
 * @param replace whether existing accounts may be deleted
 * @throws {CommandError} if there are accounts and `replace` is false, or if there are tables of another application
 */
export async function requireReplaceable(db: Queryable, replace: boolean): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where ${IS_SERVICE_TABLE} order by 1`,
  );
  const [table] = tables;
  if (!table) return;
  const [first] = await appliedMigrations(db);
  if (first === undefined) {
    throw new CommandError(
      `The database has tables of another application, such as ${table.name}. Use another database.`,
    );
  }
  if (replace || !tables.some(({ name }) => name === 'account')) return;
  const { accounts } = onlyRow(
    await db.query<{ accounts: number }>(`select count(*)::integer as accounts from public.account`),
  );
  if (accounts > 0) {
    throw new CommandError(`The database is not empty (accounts: ${accounts}). Use --replace to replace its contents.`);
  }
}

/** Requires that no service uses the database, because its tables will be dropped. @throws {CommandError} */
export async function requireNoConnections(db: Queryable): Promise<void> {
  const { count } = onlyRow(
    await db.query<{ count: number }>(`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'queenbook' and pid <> pg_backend_pid()`),
  );
  if (count > 0) {
    throw new CommandError(`The service is running on this database (connections: ${count}). Stop the service first.`);
  }
}
