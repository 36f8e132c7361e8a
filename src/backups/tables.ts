/** Asks the database for rows, within a transaction. */
export interface Queryable {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Table {
  name: string;
  /** Those that are stored; others follow from them. */
  columns: string[];
}

/** What a table holds: its rows, and a sum over all they say, which is the same in whatever order they lie. */
export interface MeasuredTable extends Table {
  rows: number;
  checksum: string;
}

/** Where migrations note that they have run: written by them, not carried. */
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ');

const NOT_OF_AN_EXTENSION = `not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** The tables of the service. The job queue's are none of them: what is left to do is told by imports and runs. */
export function listTables(asking: Queryable): Promise<Table[]> {
  return asking.query<Table>(`
    select c.relname::text as name,
      json_agg(a.attname order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> '${MIGRATIONS_TABLE}' and ${NOT_OF_AN_EXTENSION}
    group by c.relname order by c.relname`);
}

export async function appliedMigrations(asking: Queryable): Promise<string[]> {
  const [there] = await asking.query<{ there: boolean }>(
    `select to_regclass('public.${MIGRATIONS_TABLE}') is not null as there`,
  );
  if (!there?.there) return [];
  const rows = await asking.query<{ name: string }>(`select name from public.${MIGRATIONS_TABLE} order by id`);
  return rows.map(({ name }) => name);
}

/** One row: how many rows the table has, and their sum. Rows are hashed as text, which is alike under {@link CANONICAL_SETTINGS}. */
export const checksumQuery = (table: Table) => `
  select count(*) as rows, coalesce(sum(('x' || left(md5(row(${columnsOf(table)})::text), 15))::bit(60)::bigint), 0) as sum
  from public.${quoted(table.name)}`;

export async function measureTables(asking: Queryable, tables: Table[]): Promise<MeasuredTable[]> {
  const measured: MeasuredTable[] = [];
  for (const table of tables) {
    const [found] = await asking.query<{ rows: string; sum: string }>(
      `select rows::text, sum::text from (${checksumQuery(table)}) m`,
    );
    measured.push({ ...table, rows: Number(found!.rows), checksum: found!.sum });
  }
  return measured;
}

/** What differs, in words; none where all is as it was. */
export function differences(before: MeasuredTable[], after: MeasuredTable[]): string[] {
  const found = new Map(after.map((table) => [table.name, table]));
  return before.flatMap(({ name, rows, checksum }) => {
    const table = found.get(name);
    if (!table) return [`${name} is missing`];
    if (table.rows !== rows) return [`${name} has ${table.rows} rows, not ${rows}`];
    return table.checksum === checksum ? [] : [`the rows of ${name} are not the same`];
  });
}

/**
 * How values are written as text must not depend on the server, nor may a time that it sets end the work. Rows that
 * the database would hide from this user are an error: a copy without them would look whole.
 */
export const CANONICAL_SETTINGS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local row_security = off`;
