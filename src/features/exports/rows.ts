import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Member, Part, Section } from '../imports/portable/section.js';

export type ExportedRow = Record<string, unknown>;

/** Target size of a batch in characters. */
const FETCH_CHARACTERS = 128 * 1024;
const MAX_FETCH_ROWS = 500;

/**
 * Reads the rows of a section in batches, through a database cursor. The caller passes the number of characters of each
 * batch to `next`, so that a batch contains fewer rows if the rows are large.
 * @param query result of {@link documentRows} or {@link tableRows}
 */
export async function* rowsOf<Row>(
  db: Kysely<unknown>,
  query: RawBuilder<Row>,
): AsyncGenerator<Row[], void, number | undefined> {
  await sql`declare exported no scroll cursor for ${query}`.execute(db);
  for (let count = 20; ;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(count)} from exported`.execute(db);
    if (rows.length === 0) break;
    const characters = (yield rows) ?? 0;
    count = Math.max(1, Math.min(MAX_FETCH_ROWS, Math.floor((FETCH_CHARACTERS * rows.length) / (characters + 1))));
  }
  await sql`close exported`.execute(db);
}

/** SQL for rows as JSON text, which needs less memory than parsed values. */
export function documentRows(accountId: string, section: Section): RawBuilder<{ line: string }> {
  const { members, parts = {} } = section;
  const selected = [
    ...columns(members),
    ...Object.entries(parts).map(([name, part]) => sql`${list(part)} as ${sql.id(name)}`),
  ];
  return sql`select row_to_json(selected)::text as line from (${select(accountId, section, selected)}) selected`;
}

/**
 * SQL for rows with one value for each column of the CSV file.
 * @param names names of the parts to include
 */
export function tableRows(accountId: string, section: Section, names: readonly string[]): RawBuilder<ExportedRow> {
  const { members, parts = {}, csvColumns = {} } = section;
  return select(accountId, section, [
    ...columns(members),
    ...Object.entries(parts)
      .filter(([name]) => names.includes(name))
      .map(([name, part]) => sql`${list(part)} as ${sql.id(name)}`),
    ...Object.entries(csvColumns).map(([name, value]) => sql`${value} as ${sql.id(name)}`),
  ]);
}

function select(accountId: string, { table, where, order }: Section, selected: RawBuilder<unknown>[]) {
  return sql<ExportedRow>`
    select ${sql.join(selected)} from ${sql.table(table)} r
    where r.account_id = ${accountId}::uuid ${where ? sql`and ${where}` : sql``} order by ${ordered(order, 'r')}`;
}

const columns = (members: Part['members'], of = 'r') =>
  Object.entries(members).map(([name, member]) => sql`${column(member, of)} as ${sql.id(name)}`);

const column = ([name, { select }]: Member, of = 'r'): RawBuilder<unknown> => {
  const plain = sql.ref(`${of}.${name}`);
  return select ? select(plain) : plain;
};

/** SQL for the order of rows. The collation "C" sorts text the same way on every database. */
const ordered = (columns: readonly string[], of: string) =>
  sql.join(
    columns.map((name) =>
      /id$|^row$/.test(name) ? sql.ref(`${of}.${name}`) : sql`${sql.ref(`${of}.${name}`)} collate "C"`,
    ),
  );

/** SQL for the rows of a part as a JSON array. `json_agg` is not used, because it inserts line breaks. */
function list({ table, parentColumn, members, order }: Part): RawBuilder<unknown> {
  return sql`to_json(array(
    select row_to_json(part) from (
      select ${sql.join(columns(members, 'p'))} from ${sql.table(table)} p
      where p.account_id = r.account_id and ${sql.ref(`p.${parentColumn}`)} = r.id order by ${ordered(order, 'p')}
    ) part))`;
}
