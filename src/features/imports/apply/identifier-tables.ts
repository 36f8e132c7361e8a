import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import { createTempTable, drafts, run, type Scope } from './scope.js';

export interface MovedRow {
  row: number;
  key: string;
  mark: string;
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

/**
 * Moves rows from an identifier that several queens share to the identifier of one queen: the shared identifier, `/`
 * and a suffix (`mark`), such as `12/2022`. Finds or creates the queen who has this identifier. Creates the temporary
 * table `moved` (row → key of the shared identifier, suffix).
 */
export async function moveRows(scope: Scope, moved: readonly MovedRow[]): Promise<void> {
  const { accountId, importId } = scope;
  await createTempTable(
    scope,
    'moved',
    sql`select 0 as "row", ''::text collate "C" as key, ''::text as mark where false`,
  );
  if (moved.length === 0) return;
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
