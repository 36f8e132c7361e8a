import { sql, type Kysely } from 'kysely';

/** Returns the tables with rows of accounts, each with the name of its account id column. */
export async function accountTables(db: Kysely<unknown>): Promise<{ table: string; owner: string }[]> {
  const { rows } = await sql<{ table: string; owner: string }>`
    select c.relname::text as "table", 'account_id' as owner
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    union all
    select 'account', 'id' order by 1`.execute(db);
  return rows;
}

/** Disables row-level security during `work`. */
export async function withoutRowSecurity<T>(db: Kysely<unknown>, work: () => Promise<T>): Promise<T> {
  const tables = await accountTables(db);
  const set = async (action: 'enable' | 'disable') => {
    for (const { table } of tables) {
      await sql`alter table ${sql.table(table)} ${sql.raw(action)} row level security`.execute(db);
    }
  };
  await set('disable');
  try {
    return await work();
  } finally {
    await set('enable');
  }
}

/** Tables and columns that change at each use of a key. */
const TABLES_OF_USE = ['api_key_use', 'request_window'];
const COLUMNS_OF_USE = ['last_used_at', 'last_used_ip'];

/**
 * Returns all rows of the account as text, by table, without the tables and columns that change at each use of a key.
 */
export async function rowsOf(db: Kysely<unknown>, account: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { table, owner } of await accountTables(db)) {
    if (TABLES_OF_USE.includes(table)) continue;
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(row, ' ' order by row), '') as text
      from (select (to_jsonb(t) - ${COLUMNS_OF_USE}::text[])::text as row from ${sql.table(table)} t where ${sql.ref(owner)} = ${account}) r`.execute(
      db,
    );
    all[table] = rows[0]!.text;
  }
  return all;
}
