import { CommandError } from '../core/command-error.js';
import { appliedMigrations, MIGRATIONS_TABLE, type Queryable } from './tables.js';

const TABLES = `
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> '${MIGRATIONS_TABLE}' and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** What of a database is Queenbook's: everything in the schema public but what extensions put there, and the job queue. */
const OURS = `
  select format('drop table %s cascade', c.oid::regclass) as statement ${TABLES}
  union all
  select format('drop function %s cascade', p.oid::regprocedure)
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select 'drop schema jobs cascade' from pg_namespace where nspname = 'jobs'`;

/** Takes all of Queenbook out of the database, in one statement, but for the table of its migrations. */
export const DROP_ALL = `
  do $clear$ declare of_ours record;
  begin
    for of_ours in ${OURS} loop execute of_ours.statement; end loop;
  end $clear$`;

/**
 * @param replace whether accounts that are there may be lost
 * @throws {CommandError} where there are accounts, or tables of somebody else, which are nobody's to replace
 */
export async function requireReplaceable(asking: Queryable, replace: boolean): Promise<void> {
  const tables = await asking.query<{ name: string }>(`select c.relname::text as name ${TABLES} order by 1`);
  if (tables.length === 0) return;
  const [first] = await appliedMigrations(asking);
  if (first === undefined) {
    throw new CommandError(
      `The database holds tables that are not Queenbook's, such as ${tables[0]!.name}: name another.`,
    );
  }
  if (replace || !tables.some(({ name }) => name === 'account')) return;
  const [found] = await asking.query<{ accounts: number }>(`select count(*)::integer as accounts from public.account`);
  if (found!.accounts > 0) {
    throw new CommandError(
      `The database is not empty: it holds accounts (${found!.accounts}), which --replace takes away.`,
    );
  }
}

/** A service that works on the database would find its tables gone. @throws {CommandError} */
export async function requireNoConnections(asking: Queryable): Promise<void> {
  const [found] = await asking.query<{ count: number }>(`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'queenbook' and pid <> pg_backend_pid()`);
  if (found!.count > 0) {
    throw new CommandError(
      `The service is at work on the database, with ${found!.count} of its connections. Stop it first.`,
    );
  }
}
