import { sql, type Kysely } from 'kysely';
import { CannotStart } from '../cannot-start.js';
import type { Database } from '../database.js';
import { ASKING } from './side.js';

/** Whether the database itself keeps accounts apart, and if not, why not. */
export type Wall = { stands: true } | { stands: false; why: string };

/** Whoever gives rights holds this advisory lock. */
const LOCK = 8_201_947;

const TABLES = sql`pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
const BEARING = sql`exists (
  select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)`;

/**
 * Gives the role of requests its rights on what is behind the wall, and on nothing else. Not a migration: a backup does
 * not hold rights, and tables that are made later want them too.
 */
export async function giveRights({ kysely, canTurn }: Pick<Database, 'kysely' | 'canTurn'>): Promise<void> {
  if (!canTurn) return;
  await kysely.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
    await sql.raw(GIVE).execute(db);
  });
}

const WANTED = ['select', 'insert', 'update', 'delete'];
const lacking = WANTED.map((right) => `not has_table_privilege('${ASKING}', c.oid, '${right}')`).join(' or ');

/** Writes where something is lacking only: several processes may start at once. */
const GIVE = `
  do $give$ declare each record;
  begin
    if not has_schema_privilege('${ASKING}', 'public', 'usage') then
      grant usage on schema public to ${ASKING};
    end if;
    for each in
      select c.oid::regclass as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and (${lacking})
    loop
      execute format('grant ${WANTED.join(', ')} on %s to ${ASKING}', each.name);
    end loop;
    for each in
      select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proacl is null
    loop
      execute format('revoke execute on function %s from public', each.name);
      execute format('grant execute on function %s to ${ASKING}', each.name);
    end loop;
  end $give$`;

/** Looks whether the wall stands: whether it binds whoever asks, on every table that bears an account. */
export async function lookAtWall({ canTurn, facing }: Pick<Database, 'canTurn' | 'facing'>): Promise<Wall> {
  if (!canTurn) {
    return { stands: false, why: 'the role of DATABASE_URL is not the owner of the database, which it has to be' };
  }
  const open = await names(
    facing('nobody'),
    sql`(${BEARING} or c.relname = 'account') and not row_security_active(c.oid)`,
  );
  if (open.length === 0) return { stands: true };
  return { stands: false, why: `row-level security is off for ${open.join(', ')}` };
}

/**
 * What a start does: rights are given where they are lacking.
 * @throws {CannotStart} where the wall is before the service itself, which would find every table empty
 */
export async function raiseWall(database: Database): Promise<Wall> {
  const hidden = await names(database.kysely, sql`row_security_active(c.oid)`);
  if (hidden.length > 0) {
    throw new CannotStart(
      `row-level security hides the rows of ${hidden.join(', ')} from the role of DATABASE_URL, which must own the tables`,
    );
  }
  await giveRights(database);
  return lookAtWall(database);
}

async function names(db: Kysely<unknown>, condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from ${TABLES} and ${condition} order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
