import { sql, type RawBuilder } from 'kysely';
import { analyze, table, type Within } from '../apply/scope.js';
import type { Rows, Section } from '../portable/section.js';
import { SECTIONS } from '../portable/sections.js';
import { partName } from './read-row.js';

/** A kind of rows that wait, with the temporary table they are laid out in. */
export interface Laid {
  /** As the file calls it. */
  name: string;
  rows: Rows;
  /** Undefined for parts of rows. */
  section?: Section;
  /** Has `new_id`, `old_id`, `file_line` and the columns of the rows; names of rows are those of the file. */
  table: RawBuilder<unknown>;
  columns: string[];
  /** Columns that hold the old id of a row of another section: column, member, section. */
  links: { column: string; member: string; to: string }[];
}

const tableOf = (name: string) => sql.id(`restored_${name.replace('.', '_')}`);

const laid = (name: string, rows: Rows, section?: Section): Laid => {
  const members = Object.entries(rows.members).filter(([, [column, kind]]) => column !== 'id' && !kind.onlyTold);
  return {
    name,
    rows,
    section,
    table: tableOf(name),
    columns: members.map(([, [column]]) => column),
    links: members.flatMap(([member, [column, { refersTo }]]) => (refersTo ? [{ column, member, to: refersTo }] : [])),
  };
};

/** Every kind of rows, each after those that it names. */
export const LAID: readonly Laid[] = Object.entries(SECTIONS).flatMap(([name, section]) => [
  laid(name, section, section),
  ...Object.entries(section.parts ?? {}).map(([part, rows]) => laid(partName(name, part), rows)),
]);

/** Where the rows of a section are laid out. */
export const restored = tableOf;

/** Columns that are given besides those that members fill: of the row that a part belongs to, and what is made of others. */
export function besides({ rows, section }: Laid): Record<string, string> {
  if ('of' in rows) return { [rows.of as string]: 'uuid' };
  return section?.filled ? { ...section.filledTypes } : {};
}

/** Lays the staged rows out as tables of the transaction, with the types of their columns. */
export async function layOut(scope: Within): Promise<void> {
  const { accountId, importId } = scope;
  await analyze(scope, 'restore_row', 'account_id', 'import_id', 'section');
  for (const each of LAID) {
    const members = Object.values(each.rows.members).filter(([column, kind]) => column !== 'id' && !kind.onlyTold);
    const types = [...members.map(([column, { type }]) => [column, type] as const), ...Object.entries(besides(each))];
    const list = types.map(([column, type]) => sql`${sql.id(column)} ${sql.raw(type)}`);
    const name = `restored_${each.name.replace('.', '_')}`;
    await table(
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
