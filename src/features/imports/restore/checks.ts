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

/** Checks that need all rows: references, unique values, and the pedigree except cycles (see `checkCycles`). */
export async function checkRows(scope: BaseScope): Promise<void> {
  for (const each of RESTORE_TABLES) {
    await checkUnique(scope, each, ['old_id'], 'id', sql`r.old_id is not null`);
    for (const { columns, where } of each.rows.unique)
      await checkUnique(scope, each, columns, memberOf(each, columns.at(-1) ?? ''), where);
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

/** Returns the member name of a column in the file. A column without a member keeps its own name. */
function memberOf({ rows }: RestoreTable, column: string): string {
  const [member = column] = Object.entries(rows.members).find(([, [each]]) => each === column) ?? [];
  return member;
}

async function checkUnique(
  scope: BaseScope,
  each: RestoreTable,
  columns: readonly string[],
  member: string,
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const { name, table } = each;
  const others = columns.slice(0, -1).map((column) => memberOf(each, column));
  const rule =
    others.length === 0
      ? '; two rows must not have the same value'
      : ` with the same ${others.join(', ')}; two rows must not have the same combination of these values`;
  const key = sql.join(columns.map((column) => sql.ref(`r.${column}`)));
  await addFaults(
    scope,
    sql`
      select file_line, ${`${name}.${member}`}::text, 'is already in line ' || first || ${rule}::text
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
             'is ' || coalesce(${called('f')}, 'null') || ', but must be ' || coalesce(
               ${called('m')} || ', the queen that the mother is mated to',
               'null, because the mother is not mated to a queen of the file')
      from ${queens} n
      join ${queens} p on p.old_id = n.mother_id
      left join ${queens} m on m.old_id = p.mated_to_id
      left join ${queens} f on f.old_id = n.father_id
      where n.father_id is distinct from p.mated_to_id`,
  );
}
