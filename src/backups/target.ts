import { CommandError } from '../core/command-error.js';
import { appliedMigrations, MIGRATIONS_TABLE, type Queryable } from './tables.js';

const SERVICE_TABLES = `
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> '${MIGRATIONS_TABLE}' and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/**
 * Statements that drop everything of Queenbook: all of the schema public except what extensions own, and the job queue.
 */
const DROP_STATEMENTS = `
  select format('drop table %s cascade', c.oid::regclass) as statement ${SERVICE_TABLES}
  union all
  select format('drop function %s cascade', p.oid::regprocedure)
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select 'drop schema jobs cascade' from pg_namespace where nspname = 'jobs'`;

/** Drops everything of Queenbook, except the table of applied migrations, in one statement. */
export const DROP_ALL = `
  do $clear$ declare of_ours record;
  begin
    for of_ours in ${DROP_STATEMENTS} loop execute of_ours.statement; end loop;
  end $clear$`;

/**
 * @param replace whether existing accounts can be lost
 * @throws {CommandError} if there are accounts, or tables of another application, which are never replaced
 */
export async function requireReplaceable(asking: Queryable, replace: boolean): Promise<void> {
  const tables = await asking.query<{ name: string }>(`select c.relname::text as name ${SERVICE_TABLES} order by 1`);
  if (tables.length === 0) return;
  const [first] = await appliedMigrations(asking);
  if (first === undefined) {
    throw new CommandError(
      `The database has tables of another application, such as ${tables[0]!.name}. Use another database.`,
    );
  }
  if (replace || !tables.some(({ name }) => name === 'account')) return;
  const [found] = await asking.query<{ accounts: number }>(`select count(*)::integer as accounts from public.account`);
  if (found!.accounts > 0) {
    throw new CommandError(
      `The database is not empty: it has ${found!.accounts} accounts. Use --replace to replace them.`,
    );
  }
}

/** A running service would find its tables dropped. @throws {CommandError} */
export async function requireNoConnections(asking: Queryable): Promise<void> {
  const [found] = await asking.query<{ count: number }>(`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'queenbook' and pid <> pg_backend_pid()`);
  if (found!.count > 0) {
    throw new CommandError(`The service is running on this database (${found!.count} connections). Stop it first.`);
  }
}
