import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Member, Part, Section } from '../imports/portable/section.js';

export type ExportedRow = Record<string, unknown>;

/** Characters that one fetch should bring, whatever the size of the rows. */
const AT_A_TIME = 128 * 1024;
const MOST_ROWS = 500;

/**
 * The rows of a section, some at a time, through a cursor of the transaction; `next` is told how many characters they
 * made, so that large rows are taken few at a time.
 * @param query one of {@link documentRows} and {@link tableRows}
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
    count = Math.max(1, Math.min(MOST_ROWS, Math.floor((AT_A_TIME * rows.length) / (characters + 1))));
  }
  await sql`close exported`.execute(db);
}

/** Rows as JSON, made by the database: a text a row leaves far less behind here than all of its values would. */
export function documentRows(accountId: string, section: Section): RawBuilder<{ line: string }> {
  const { members, parts = {} } = section;
  const told = [
    ...columns(members),
    ...Object.entries(parts).map(([name, part]) => sql`${list(part)} as ${sql.id(name)}`),
  ];
  return sql`select row_to_json(told)::text as line from (${select(accountId, section, told)}) told`;
}

/** Rows with the values of a file of comma-separated values. @param names the parts that it holds */
export function tableRows(accountId: string, section: Section, names: readonly string[]): RawBuilder<ExportedRow> {
  const { members, parts = {}, besides = {} } = section;
  return select(accountId, section, [
    ...columns(members),
    ...names.map((name) => sql`${list(parts[name]!)} as ${sql.id(name)}`),
    ...Object.entries(besides).map(([name, value]) => sql`${value} as ${sql.id(name)}`),
  ]);
}

function select(accountId: string, { table, where, order }: Section, told: RawBuilder<unknown>[]) {
  return sql<ExportedRow>`
    select ${sql.join(told)} from ${sql.table(table)} r
    where r.account_id = ${accountId}::uuid ${where ? sql`and ${where}` : sql``} order by ${ordered(order, 'r')}`;
}

const columns = (members: Part['members'], of = 'r') =>
  Object.entries(members).map(([name, member]) => sql`${column(member, of)} as ${sql.id(name)}`);

const column = ([name, { select }]: Member, of = 'r'): RawBuilder<unknown> => {
  const plain = sql.ref(`${of}.${name}`);
  return select ? select(plain) : plain;
};

/** Words are ordered by their characters, which every database does alike. */
const ordered = (columns: readonly string[], of: string) =>
  sql.join(
    columns.map((name) =>
      /id$|^row$/.test(name) ? sql.ref(`${of}.${name}`) : sql`${sql.ref(`${of}.${name}`)} collate "C"`,
    ),
  );

/** Not `json_agg`, which breaks lines. */
function list({ table, of, members, order }: Part): RawBuilder<unknown> {
  return sql`to_json(array(
    select row_to_json(part) from (
      select ${sql.join(columns(members, 'p'))} from ${sql.table(table)} p
      where p.account_id = r.account_id and ${sql.ref(`p.${of}`)} = r.id order by ${ordered(order, 'p')}
    ) part))`;
}
