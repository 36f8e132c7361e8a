import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import { createTempTable, drafts, run, type Scope } from './scope.js';

export interface MovedRow {
  row: number;
  key: string;
  mark: string;
}

/** A name of one of the queens with the same identifier (`12/2021`), and the identifier that her rows have now. */
export interface Alias {
  key: string;
  mark: string;
  target: string | null;
}

/** Inserts rows into a temporary table, in batches. */
export async function insertRows<Row extends object>(
  scope: Scope,
  into: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += 5000) {
    const some = JSON.stringify(rows.slice(start, start + 5000));
    await run(
      scope,
      sql`insert into ${sql.table(into)} (${list}) select ${list} from json_populate_recordset(null::${sql.table(into)}, ${some}::json)`,
    );
  }
}

/** Sets the identifier with its suffix in the rows, and finds the queens who have it. */
export async function moveRows(scope: Scope, moved: readonly MovedRow[]): Promise<void> {
  const { accountId, importId } = scope;
  if (moved.length === 0) return;
  await createTempTable(
    scope,
    'moved',
    sql`select 0 as "row", ''::text collate "C" as key, ''::text as mark where false`,
  );
  await insertRows(scope, 'moved', ['row', 'key', 'mark'], moved);
  await run(
    scope,
    sql`
      update import_draft d set external_id = n.value || '/' || m.mark
      from moved m join file_identifier n on n.key = m.key
      where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d."row" = m."row"`,
  );
  await run(
    scope,
    sql`
      insert into file_identifier (key, value, queen_id, is_new)
      select n.key, n.value, coalesce(q.id, i.queen_id, gen_random_uuid()), q.id is null and i.queen_id is null
      from (
        select distinct on (d.external_key) d.external_key as key, d.external_id as value
        from moved m join ${drafts(scope)} on d."row" = m."row" order by d.external_key, d."row"
      ) n
      left join lateral (
        select id from queen where account_id = ${hidden(accountId)} and external_key = n.key order by id limit 1
      ) q on true
      left join lateral (
        select queen_id from queen_identifier
        where account_id = ${hidden(accountId)} and value_key = n.key and system <> ${FORMER_NAME} order by queen_id limit 1
      ) i on true
      where n.key not in (select key from file_identifier)`,
  );
}

/** Allows references to name one of several queens by her year or name. */
export async function saveAliases(scope: Scope, aliases: readonly Alias[]): Promise<void> {
  for (let start = 0; start < aliases.length; start += 5000) {
    await run(
      scope,
      sql`
        insert into identifier_alias (key, target)
        select distinct on (1) identifier_key(n.value || '/' || a.mark), identifier_key(n.value || coalesce('/' || a.target, ''))
        from json_to_recordset(${JSON.stringify(aliases.slice(start, start + 5000))}::json) as a(key text, mark text, target text)
        join file_identifier n on n.key = a.key`,
    );
  }
}
