import { sql, type Kysely } from 'kysely';
import { StartupError } from '../core/startup-error.js';
import type { Database } from './database.js';
import { RESTRICTED_ROLE } from './role.js';

/** Whether row-level security separates accounts, and the reason if it does not. */
export type RowLevelSecurity = { active: true } | { active: false; reason: string };

/** Advisory lock of the process that grants rights. */
const GRANT_LOCK = 8_201_947;

const TABLES = sql`pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
const HAS_ACCOUNT = sql`exists (
  select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)`;

/**
 * Grants the restricted role its rights: the use of the schema, reading and writing of tables with row-level security,
 * and the execution of functions that run with the rights of the table owner (migration 17). The grants are not a
 * migration, because backups contain no rights, and because future tables also need rights.
 */
export async function grantRights({
  kysely,
  canSwitchRoles,
}: Pick<Database, 'kysely' | 'canSwitchRoles'>): Promise<void> {
  if (!canSwitchRoles) return;
  await kysely.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${GRANT_LOCK})`.execute(db);
    await sql.raw(GRANT).execute(db);
  });
}

const RIGHTS = ['select', 'insert', 'update', 'delete'];
const isMissing = RIGHTS.map((right) => `not has_table_privilege('${RESTRICTED_ROLE}', c.oid, '${right}')`).join(
  ' or ',
);

/** Grants only missing rights, because several processes may start at once. */
const GRANT = `
  do $grant$ declare item record;
  begin
    if not has_schema_privilege('${RESTRICTED_ROLE}', 'public', 'usage') then
      grant usage on schema public to ${RESTRICTED_ROLE};
    end if;
    for item in
      select c.oid::regclass as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and (${isMissing})
    loop
      execute format('grant ${RIGHTS.join(', ')} on %s to ${RESTRICTED_ROLE}', item.name);
    end loop;
    for item in
      select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proacl is null
    loop
      execute format('revoke execute on function %s from public', item.name);
      execute format('grant execute on function %s to ${RESTRICTED_ROLE}', item.name);
    end loop;
  end $grant$`;

/** Checks that row-level security applies to the restricted role on every table with an account. */
export async function checkRowLevelSecurity({
  canSwitchRoles,
  inRole,
}: Pick<Database, 'canSwitchRoles' | 'inRole'>): Promise<RowLevelSecurity> {
  if (!canSwitchRoles) {
    return { active: false, reason: 'the role of DATABASE_URL must be the owner of the database' };
  }
  const open = await names(
    inRole('anonymous'),
    sql`(${HAS_ACCOUNT} or c.relname = 'account') and not row_security_active(c.oid)`,
  );
  if (open.length === 0) return { active: true };
  return { active: false, reason: `row-level security is off for ${open.join(', ')}` };
}

/**
 * Grants missing rights and checks row-level security, at the start of the service.
 * @throws {StartupError} if the policies apply to the service itself, because the service would find every table empty
 */
export async function setUpRowLevelSecurity(database: Database): Promise<RowLevelSecurity> {
  const hidden = await names(database.kysely, sql`row_security_active(c.oid)`);
  if (hidden.length > 0) {
    throw new StartupError(
      `row-level security hides the rows of ${hidden.join(', ')} from the role of DATABASE_URL, which must own the tables`,
    );
  }
  await grantRights(database);
  return checkRowLevelSecurity(database);
}

async function names(db: Kysely<unknown>, condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from ${TABLES} and ${condition} order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
