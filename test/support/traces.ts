import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

/** Returns all tables except the tables of the database system. */
async function tables(db: Kysely<unknown>): Promise<{ schema: string; name: string }[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and n.nspname not like 'pg\_temp%' and n.nspname not like 'pg\_toast\_temp%'
    order by 1, 2`.execute(db);
  return rows;
}

/** Returns the number of rows with one of the words in any column, by table. */
export async function traces(db: Kysely<unknown>, words: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const patterns = words.map((word) => `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
  for (const { schema, name } of await tables(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(`${schema}.${name}`)} t
      where lower(t::text) like any(${patterns}::text[])`.execute(db);
    if (rows[0]!.count > 0) found[`${schema}.${name}`] = rows[0]!.count;
  }
  return found;
}

/** Returns the words that identify an account: its id, its email address, and the hashes of both. */
export function tracesOf({ id, email }: { id: string; email: string }): string[] {
  return [id, email].flatMap((word) => [word, createHash('sha256').update(word).digest('hex')]);
}

/** Returns the tables with `account_id` in which no foreign key deletes the rows of a deleted account. */
export async function looseTables(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive cascading(oid) as (
      select 'account'::regclass::oid
      union
      select k.conrelid from cascading t join pg_constraint k on k.confrelid = t.oid
      where k.contype = 'f' and k.confdeltype = 'c' and exists (
        select from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname = 'account_id'
      )
    )
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and a.attname = 'account_id' and not a.attisdropped
      and c.relnamespace = 'public'::regnamespace and c.oid not in (select oid from cascading)
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Returns the foreign keys without `on delete cascade`, except deferrable keys with `on delete no action`. In some
 * orders, the returned keys could prevent the deletion of an account's rows.
 */
export async function blockingForeignKeys(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
      and confdeltype <> 'c' and not (confdeltype = 'a' and condeferrable)
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
