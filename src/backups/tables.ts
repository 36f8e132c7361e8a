import { onlyRow } from '../db/only-row.js';
/** Runs queries on a database, usually within a transaction. */
export interface Queryable {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Table {
  name: string;
  /** The stored columns, without generated columns. */
  columns: string[];
}

/** A table with its row count and a checksum that does not depend on the order of rows. */
export interface MeasuredTable extends Table {
  rows: number;
  checksum: string;
}

/** The table of applied migrations. Migrations write this table, so it is not copied. */
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ');

/** SQL condition: the row `c` of `pg_class` is a table of the service, and not the table of applied migrations. */
export const IS_SERVICE_TABLE = `
  c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> '${MIGRATIONS_TABLE}' and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** The tables of the service. Tables of the job queue are not copied, because imports and runs have their own state. */
export function listTables(db: Queryable): Promise<Table[]> {
  return db.query<Table>(`
    select c.relname::text as name,
      json_agg(a.attname order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${IS_SERVICE_TABLE}
    group by c.relname order by c.relname`);
}

export async function appliedMigrations(db: Queryable): Promise<string[]> {
  const [there] = await db.query<{ there: boolean }>(
    `select to_regclass('public.${MIGRATIONS_TABLE}') is not null as there`,
  );
  if (!there?.there) return [];
  const rows = await db.query<{ name: string }>(`select name from public.${MIGRATIONS_TABLE} order by id`);
  return rows.map(({ name }) => name);
}

/** Selects the row count and checksum. Rows are hashed as text, which is canonical under {@link CANONICAL_SETTINGS}. */
export const checksumQuery = (table: Table) => `
  select count(*) as rows, coalesce(sum(('x' || left(md5(row(${columnsOf(table)})::text), 15))::bit(60)::bigint), 0) as sum
  from public.${quoted(table.name)}`;

export async function measureTables(db: Queryable, tables: Table[]): Promise<MeasuredTable[]> {
  const measured: MeasuredTable[] = [];
  for (const table of tables) {
    const { rows, sum } = onlyRow(
      await db.query<{ rows: string; sum: string }>(`select rows::text, sum::text from (${checksumQuery(table)}) m`),
    );
    measured.push({ ...table, rows: Number(rows), checksum: sum });
  }
  return measured;
}

/** Describes the differences between tables. The list is empty if there are no differences. */
export function differences(before: MeasuredTable[], after: MeasuredTable[]): string[] {
  const found = new Map(after.map((table) => [table.name, table]));
  return before.flatMap(({ name, rows, checksum }) => {
    const table = found.get(name);
    if (!table) return [`${name} is missing`];
    if (table.rows !== rows) return [`the row count of ${name} is ${table.rows}, not ${rows}`];
    return table.checksum === checksum ? [] : [`the rows of ${name} differ`];
  });
}

/**
 * Makes the text of values independent of the server's settings, and disables the server's timeouts. If row-level
 * security would hide rows, the query fails instead of copying incomplete tables.
 */
export const CANONICAL_SETTINGS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local row_security = off`;
