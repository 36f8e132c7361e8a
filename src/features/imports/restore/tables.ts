import { sql, type RawBuilder } from 'kysely';
import { analyze, createTempTable, type BaseScope } from '../apply/scope.js';
import type { Rows, Section } from '../portable/section.js';
import { SECTIONS } from '../portable/sections.js';
import { partName } from './read-row.js';

/** Staged rows of one kind, with the temporary table that they are copied to. */
export interface RestoreTable {
  /** Name in the file. */
  name: string;
  rows: Rows;
  /** Undefined for parts of rows. */
  section?: Section;
  /** The table has `new_id`, `old_id`, `file_line` and `columns`. References contain ids of the file. */
  table: RawBuilder<unknown>;
  /** Columns with their types. */
  columns: Readonly<Record<string, string>>;
  /** Columns that contain an id of the file. `to` is the section of the row with this id. */
  links: { column: string; member: string; to: string }[];
}

const tableName = (name: string) => `restored_${name.replace('.', '_')}`;

/** The temporary table of a section. */
export const tableOfSection = (name: string) => sql.id(tableName(name));

const restoreTable = (name: string, rows: Rows, section?: Section): RestoreTable => {
  const members = Object.entries(rows.members).filter(([, [column, kind]]) => column !== 'id' && !kind.exportOnly);
  return {
    name,
    rows,
    section,
    table: tableOfSection(name),
    columns: {
      ...Object.fromEntries(members.map(([, [column, { type }]]) => [column, type])),
      ...extraColumns(rows, section),
    },
    links: members.flatMap(([member, [column, { refersTo }]]) => (refersTo ? [{ column, member, to: refersTo }] : [])),
  };
};

/** All kinds of rows. Each kind comes after the kinds that it refers to. */
export const RESTORE_TABLES: readonly RestoreTable[] = Object.entries(SECTIONS).flatMap(([name, section]) => [
  restoreTable(name, section, section),
  ...Object.entries(section.parts ?? {}).map(([part, rows]) => restoreTable(partName(name, part), rows)),
]);

/** Returns the columns that no member of the file fills: the parent of a part, and computed columns. */
function extraColumns(rows: Rows, section?: Section): Record<string, string> {
  if ('parentColumn' in rows) return { [rows.parentColumn as string]: 'uuid' };
  return section?.computed ? { ...section.computedTypes } : {};
}

/** Copies the staged rows to temporary tables with typed columns. */
export async function createRestoreTables(scope: BaseScope): Promise<void> {
  const { accountId, importId } = scope;
  await analyze(scope, 'restore_row', 'account_id', 'import_id', 'section');
  for (const each of RESTORE_TABLES) {
    const list = Object.entries(each.columns).map(([column, type]) => sql`${sql.id(column)} ${sql.raw(type)}`);
    const name = tableName(each.name);
    await createTempTable(
      scope,
      name,
      sql`
        select s.id as new_id, s.old_id, s.line as file_line, t.*
        from restore_row s cross join lateral json_to_record(s.data) as t(${sql.join(list)})
        where s.account_id = ${accountId}::uuid and s.import_id = ${importId}::uuid and s.section = ${each.name}`,
      'old_id',
    );
    const linked = each.links.map(({ column }) => column);
    if (linked.length > 0) await analyze(scope, name, ...linked);
  }
}
