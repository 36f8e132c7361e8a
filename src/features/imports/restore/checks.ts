import { sql, type RawBuilder } from 'kysely';
import {
  bornAfter,
  bornAfterMessage,
  called,
  motherIsF1Message,
  NEEDS_MOTHER,
} from '../../queens/lineage/lineage-rules.js';
import { faults, type Within } from '../apply/scope.js';
import { LAID, restored, type Laid } from './tables.js';

/** Checks what shows only when all rows are there: links that lead nowhere, rows that are twice, and the pedigree. */
export async function checkRows(scope: Within): Promise<void> {
  for (const each of LAID) {
    await twice(scope, each, ['old_id'], 'id', sql`r.old_id is not null`);
    for (const { columns, where } of each.rows.unique)
      await twice(scope, each, columns, memberOf(each, columns), where);
    for (const { column, member, to } of each.links) {
      await faults(
        scope,
        sql`
          select r.file_line, ${`${each.name}.${member}`}::text, '"' || ${sql.ref(`r.${column}`)} || ${`" is the id of none of the ${to}`}::text
          from ${each.table} r left join ${restored(to)} t on t.old_id = ${sql.ref(`r.${column}`)}
          where ${sql.ref(`r.${column}`)} is not null and t.old_id is null`,
      );
    }
  }
  await checkPedigree(scope);
}

/** How the file calls the last of these columns. */
function memberOf({ rows }: Laid, columns: readonly string[]): string {
  const [member] = Object.entries(rows.members).find(([, [column]]) => column === columns.at(-1)) ?? [];
  return member ?? columns.at(-1)!;
}

async function twice(
  scope: Within,
  { name, table }: Laid,
  columns: readonly string[],
  member: string,
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const key = sql.join(columns.map((column) => sql.ref(`r.${column}`)));
  await faults(
    scope,
    sql`
      select file_line, ${`${name}.${member}`}::text, 'stands in line ' || first || ' already: no two rows may have the same'
      from (
        select r.file_line, min(r.file_line) over same as first, row_number() over (same order by r.file_line) as number
        from ${table} r where ${where} window same as (partition by ${key})
      ) counted where number > 1`,
  );
}

async function checkPedigree(scope: Within): Promise<void> {
  const queens = restored('queens');
  for (const [link, word] of [
    ['mother_id', 'dam'],
    ['father_id', 'sire'],
  ] as const) {
    await faults(
      scope,
      sql`
        select n.file_line, ${`queens.${link}`}::text, ${bornAfterMessage(word, 'p', 'n')}
        from ${queens} n join ${queens} p on p.old_id = ${sql.ref(`n.${link}`)} where ${bornAfter('p', 'n')}`,
    );
  }
  await faults(
    scope,
    sql`select file_line, 'queens.mother_id', ${NEEDS_MOTHER}::text from ${queens} where generation = 'F1' and mother_id is null`,
  );
  await faults(
    scope,
    sql`
      select n.file_line, 'queens.mother_id', ${motherIsF1Message('p')}
      from ${queens} n join ${queens} p on p.old_id = n.mother_id where n.generation = 'F1' and p.generation = 'F1'`,
  );
  await faults(
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
