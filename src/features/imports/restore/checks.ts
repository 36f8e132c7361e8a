import { sql, type RawBuilder } from 'kysely';
import {
  bornAfter,
  bornAfterMessage,
  called,
  motherIsF1Message,
  NEEDS_MOTHER,
} from '../../queens/lineage/lineage-rules.js';
import { addFaults, type BaseScope } from '../apply/scope.js';
import { RESTORE_TABLES, tableOfSection, type RestoreTable } from './tables.js';

/** Checks that need all rows: references, unique values, and the pedigree. */
export async function checkRows(scope: BaseScope): Promise<void> {
  for (const each of RESTORE_TABLES) {
    await checkUnique(scope, each, ['old_id'], 'id', sql`r.old_id is not null`);
    for (const { columns, where } of each.rows.unique)
      await checkUnique(scope, each, columns, lastMember(each, columns), where);
    for (const { column, member, to } of each.links) {
      await addFaults(
        scope,
        sql`
          select r.file_line, ${`${each.name}.${member}`}::text, '"' || ${sql.ref(`r.${column}`)} || ${`" is not the id of a row in ${to}`}::text
          from ${each.table} r left join ${tableOfSection(to)} t on t.old_id = ${sql.ref(`r.${column}`)}
          where ${sql.ref(`r.${column}`)} is not null and t.old_id is null`,
      );
    }
  }
  await checkPedigree(scope);
}

/** Returns the name of the last of these columns in the file. */
function lastMember({ rows }: RestoreTable, columns: readonly string[]): string {
  const last = columns.at(-1) ?? '';
  const [member = last] = Object.entries(rows.members).find(([, [column]]) => column === last) ?? [];
  return member;
}

async function checkUnique(
  scope: BaseScope,
  { name, table }: RestoreTable,
  columns: readonly string[],
  member: string,
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const key = sql.join(columns.map((column) => sql.ref(`r.${column}`)));
  await addFaults(
    scope,
    sql`
      select file_line, ${`${name}.${member}`}::text, 'is already in line ' || first || '; two rows must not have the same value'
      from (
        select r.file_line, min(r.file_line) over same as first, row_number() over (same order by r.file_line) as number
        from ${table} r where ${where} window same as (partition by ${key})
      ) counted where number > 1`,
  );
}

async function checkPedigree(scope: BaseScope): Promise<void> {
  const queens = tableOfSection('queens');
  for (const [link, word] of [
    ['mother_id', 'dam'],
    ['father_id', 'sire'],
  ] as const) {
    await addFaults(
      scope,
      sql`
        select n.file_line, ${`queens.${link}`}::text, ${bornAfterMessage(word, 'p', 'n')}
        from ${queens} n join ${queens} p on p.old_id = ${sql.ref(`n.${link}`)} where ${bornAfter('p', 'n')}`,
    );
  }
  await addFaults(
    scope,
    sql`select file_line, 'queens.mother_id', ${NEEDS_MOTHER}::text from ${queens} where generation = 'F1' and mother_id is null`,
  );
  await addFaults(
    scope,
    sql`
      select n.file_line, 'queens.mother_id', ${motherIsF1Message('p')}
      from ${queens} n join ${queens} p on p.old_id = n.mother_id where n.generation = 'F1' and p.generation = 'F1'`,
  );
  await addFaults(
    scope,
    sql`
      select n.file_line, 'queens.father_id',
             'must be the queen that the mother is mated to, ' || coalesce(${called('m')}, 'which is none') ||
             ', not ' || coalesce(${called('f')}, 'null')
      from ${queens} n
      join ${queens} p on p.old_id = n.mother_id
      left join ${queens} m on m.old_id = p.mated_to_id
      left join ${queens} f on f.old_id = n.father_id
      where n.father_id is distinct from p.mated_to_id`,
  );
}
